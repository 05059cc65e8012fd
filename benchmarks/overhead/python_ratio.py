#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rate of a null system in Python: this project's mlperf_loadgen against the official one, in one run.

Usage: python_ratio.py MODULE_FOLDER OFFICIAL_FOLDER [PAIRS]

Each pair runs both in processes of their own, in turns. The rate is what the summary states (Offline: samples per
second; SingleStream: queries per second with the generator's part), trace off. Printed: the median of the pairs' ratios
and the interval between the second smallest and the second largest, which holds the median ratio in 98.8 % of runs of
11 pairs (binomial); CPU is that of the whole test, user and system.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

SAMPLES, QUERIES = 500_000, 20_000


def fast(lg):
    def issue(ids, indices):
        lg.QuerySamplesComplete([lg.QuerySampleResponse(id, 0, 0) for id in ids])

    return lg.ConstructFastSUT(issue, lambda: None)


def arrays(lg):
    def issue(ids, indices):
        lg.QuerySamplesCompleteArrays(ids)

    return lg.ConstructArraySUT(issue, lambda: None)


def child(folder, form, scenario):
    sys.path.insert(0, folder)
    import mlperf_loadgen as lg
    nothing = lambda *_: None
    settings = lg.TestSettings()
    settings.scenario = getattr(lg.TestScenario, scenario)
    settings.min_duration_ms = 0 if scenario == "SingleStream" else 1000
    settings.min_query_count = QUERIES if scenario == "SingleStream" else 1
    settings.max_query_count = settings.min_query_count
    settings.single_stream_expected_latency_ns = 1000
    settings.offline_expected_qps = SAMPLES / 1.1
    logs = lg.LogSettings()
    logs.enable_trace = False
    sut, qsl = globals()[form](lg), lg.ConstructQSL(1024, 1024, nothing, nothing)
    before = os.times()
    lg.StartTestWithLogSettings(sut, qsl, settings, logs)
    after = os.times()
    with open("mlperf_log_detail.txt") as file:
        values = {entry["key"]: entry["value"] for entry in
                  (json.loads(line[line.index("{"):]) for line in file if line.startswith(":::MLLOG"))}
    key = "result_samples_per_second" if scenario == "Offline" else "result_qps_with_loadgen_overhead"
    print(json.dumps({"rate": float(values[key]), "cpu": after[0] + after[1] - before[0] - before[1]}))


def measure(folder, form, scenario):
    with tempfile.TemporaryDirectory() as work:
        ran = subprocess.run([sys.executable, os.path.abspath(__file__), "--child", os.path.abspath(folder), form,
                              scenario], cwd=work, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    return json.loads(ran.stdout)


def main(ours, official, pairs):
    print(f"{'scenario':<13} {'ours':<7} {'official/s':>11} {'ours/s':>11} {'rate ratio':>26} {'CPU ratio':>10}")
    for scenario in ("Offline", "SingleStream"):
        for form in ("fast", "arrays"):
            rates, rate_ratios, cpu_ratios = [], [], []
            for pair in range(pairs):
                sides = [(official, "fast"), (ours, form)]
                found = {}
                for side in (0, 1) if pair % 2 == 0 else (1, 0):
                    found[side] = measure(*sides[side], scenario)
                rates.append((found[0]["rate"], found[1]["rate"]))
                rate_ratios.append(found[1]["rate"] / found[0]["rate"])
                cpu_ratios.append(found[0]["cpu"] / max(found[1]["cpu"], 0.01))
            rate_ratios.sort()
            low, high = rate_ratios[min(1, pairs - 1)], rate_ratios[max(pairs - 2, 0)]
            print(f"{scenario:<13} {form:<7} {statistics.median(a for a, _ in rates):>11.0f} "
                  f"{statistics.median(b for _, b in rates):>11.0f} "
                  f"{f'{statistics.median(rate_ratios):.2f} [{low:.2f}, {high:.2f}]':>26} "
                  f"{statistics.median(cpu_ratios):>10.2f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
    elif len(sys.argv) in (3, 4):
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else 11)
    else:
        sys.exit(__doc__)
