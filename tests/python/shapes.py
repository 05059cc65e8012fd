#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The six ways in which clients use the Python module. Prints what each saw, a JSON object; with the folder of another
mlperf_loadgen as the argument it is that one which is used. Logs go to the current folder.

Times, ids and the validity that hangs on them aren't printed: two load generators that agree print the same."""
import array
import collections
import json
import sys
import threading

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
import mlperf_loadgen as lg

seen = collections.defaultdict(list)
shape = None


def see(**what):
    seen[shape].append(what)


def make_settings(scenario, mode=lg.TestMode.PerformanceOnly):
    settings = lg.TestSettings()
    settings.scenario = scenario
    settings.mode = mode
    settings.min_duration_ms = 0
    settings.min_query_count = 20
    settings.max_query_count = 20 if mode == lg.TestMode.PerformanceOnly else 0
    settings.multi_stream_samples_per_query = 3
    settings.qsl_rng_seed, settings.sample_index_rng_seed, settings.schedule_rng_seed = 11, 12, 13
    return settings


def make_qsl(total=10, performance=4):
    return lg.ConstructQSL(total, performance, lambda x: see(load=x), lambda x: see(unload=x))


def flush():
    see(flush=True)


answer = array.array("B", b"answered")
address, _ = answer.buffer_info()


def construct_sut():
    """A list of QuerySample; answered by a thread of the client's own."""
    def issue(samples):
        see(query=[sample.index for sample in samples], type=type(samples).__name__)
        responses = [lg.QuerySampleResponse(sample.id, address, 8) for sample in samples]
        threading.Thread(target=lg.QuerySamplesComplete, args=(responses,)).start()

    sut, qsl = lg.ConstructSUT(issue, flush), make_qsl()
    lg.StartTest(sut, qsl, make_settings(lg.TestScenario.SingleStream))
    lg.DestroyQSL(qsl)
    lg.DestroySUT(sut)


def fast_sut():
    """Two lists of integers; answered at once."""
    def issue(ids, indices):
        see(query=indices, distinct=len(set(ids)), types=[type(ids).__name__, type(indices).__name__])
        lg.QuerySamplesComplete([lg.QuerySampleResponse(id, 0, 0) for id in ids])

    sut, qsl = lg.ConstructFastSUT(issue, flush), make_qsl()
    lg.StartTest(sut, qsl, make_settings(lg.TestScenario.MultiStream))
    lg.DestroyQSL(qsl)
    lg.DestroyFastSUT(sut)


def dispatch_library():
    """A system over a network, which says its own name."""
    def issue(samples):
        see(query=[sample.index for sample in samples])
        lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, address, 8) for sample in samples])

    sut, qsl = lg.ConstructQDL(issue, flush, lambda: "far away"), make_qsl()
    lg.StartTest(sut, qsl, make_settings(lg.TestScenario.Offline))
    see(name=[line for line in open("mlperf_log_summary.txt") if line.startswith("SUT name")])
    lg.DestroyQSL(qsl)
    lg.DestroyQDL(sut)


def token_callbacks():
    """First tokens before the answers, whose tokens are counted."""
    def issue(samples):
        see(query=[sample.index for sample in samples])
        responses = [lg.QuerySampleResponse(sample.id, address, 8, 5) for sample in samples]
        lg.FirstTokenComplete(responses)
        lg.QuerySamplesComplete(responses)

    settings = make_settings(lg.TestScenario.Server)
    settings.server_target_qps = 2000
    settings.use_token_latencies = True
    settings.ttft_latency = settings.tpot_latency = 10**10
    sut, qsl = lg.ConstructSUT(issue, flush), make_qsl()
    lg.StartTest(sut, qsl, settings)
    keys = [json.loads(line[line.index("{"):])["key"] for line in open("mlperf_log_detail.txt") if "{" in line]
    see(tokens=sorted(key for key in keys if key.startswith("result_") and "token" in key))
    lg.DestroyQSL(qsl)
    lg.DestroySUT(sut)


def response_callback():
    """Answers are made ready only when they are about to be logged."""
    def ready(response):
        see(ready=response.size)
        response.data, response.size = address, 4

    def issue(samples):
        lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, address, 8) for sample in samples], ready)

    sut, qsl = lg.ConstructSUT(issue, flush), make_qsl()
    lg.StartTest(sut, qsl, make_settings(lg.TestScenario.Offline, lg.TestMode.AccuracyOnly))
    see(log=json.load(open("mlperf_log_accuracy.json")))
    lg.DestroyQSL(qsl)
    lg.DestroySUT(sut)


def log_settings():
    """Files of other names, and a configuration file."""
    def issue(samples):
        lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, address, 8) for sample in samples])

    with open("user.conf", "w") as conf:
        conf.write("*.SingleStream.target_latency = 2.5\n*.SingleStream.min_query_count = 33\n")
    settings = make_settings(lg.TestScenario.SingleStream)
    see(code=settings.FromConfig("user.conf", "a-model", "SingleStream", 2),
        read=[settings.single_stream_expected_latency_ns, settings.min_query_count])
    settings.max_query_count = 33
    outputs = lg.LogOutputSettings()
    outputs.outdir, outputs.prefix, outputs.suffix = ".", "mine_", "_too"
    outputs.copy_summary_to_stdout = False
    settings_of_logs = lg.LogSettings()
    settings_of_logs.log_output = outputs
    settings_of_logs.log_output.prefix = "ours_"
    settings_of_logs.enable_trace = False
    see(kept=[outputs.prefix, settings_of_logs.log_output.prefix])
    sut, qsl = lg.ConstructSUT(issue, flush), make_qsl()
    lg.StartTestWithLogSettings(sut, qsl, settings, settings_of_logs, audit_config_filename="none.config")
    see(lines=[line for line in open("ours_summary_too.txt") if line.startswith(("Scenario", "Mode", "min_query"))])
    lg.DestroyQSL(qsl)
    lg.DestroySUT(sut)


for run in (construct_sut, fast_sut, dispatch_library, token_callbacks, response_callback, log_settings):
    shape = run.__name__
    run()
print(json.dumps(seen))
