#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rate of a null system in Python: this project's mlperf_loadgen beside the official module, in one run.

Usage: python_ratio.py MODULE_FOLDER OFFICIAL_FOLDER [TURNS]

Each turn runs three programs, in processes of their own and in an order that rotates: the official module with its
FastSUT (lists of ids and indices), the same client with this module, and the array API. The rate is what the logs state,
trace off: Offline and Server completed samples per second, SingleStream queries per second with the generator's part.
Server is offered more than either can issue; "merged" has server_coalesce_queries. Ratios are taken inside each turn;
shown are their median and the range of their middle 80 %. CPU is that of the whole test, user and system.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SAMPLES, QUERIES = 500_000, 50_000
CASES = ("Offline", "Server merged", "Server", "SingleStream")
RATE_KEYS = {"Offline": "result_samples_per_second", "Server": "result_completed_samples_per_sec",
             "SingleStream": "result_qps_with_loadgen_overhead"}


def nothing(*_):
    pass


def construct(lg, form):
    def lists(ids, indices):
        lg.QuerySamplesComplete([lg.QuerySampleResponse(id, 0, 0) for id in ids])

    def arrays(ids, indices):
        lg.QuerySamplesCompleteArrays(ids)

    return lg.ConstructFastSUT(lists, nothing) if form == "lists" else lg.ConstructArraySUT(arrays, nothing)


def child(folder, form, case):
    """One test. Prints its rate and its CPU time."""
    sys.path.insert(0, folder)
    import mlperf_loadgen as lg
    scenario, _, merged = case.partition(" ")
    settings = lg.TestSettings()
    settings.scenario = getattr(lg.TestScenario, scenario)
    settings.min_duration_ms = 1000 if scenario == "Offline" else 0
    settings.min_query_count = settings.max_query_count = 1 if scenario == "Offline" else QUERIES
    settings.single_stream_expected_latency_ns = 1000
    settings.offline_expected_qps = SAMPLES / 1.1
    settings.server_target_qps = 5e7
    settings.server_coalesce_queries = bool(merged)
    logs = lg.LogSettings()
    logs.enable_trace = False
    sut, qsl = construct(lg, form), lg.ConstructQSL(1024, 1024, nothing, nothing)
    before = os.times()
    lg.StartTestWithLogSettings(sut, qsl, settings, logs)
    after = os.times()
    lines = pathlib.Path("mlperf_log_detail.txt").read_text().splitlines()
    entries = [json.loads(line[line.index("{"):]) for line in lines if line.startswith(":::MLLOG")]
    values = {entry["key"]: entry["value"] for entry in entries}
    print(json.dumps({"rate": float(values[RATE_KEYS[scenario]]), "cpu": after[0] + after[1] - before[0] - before[1]}))


def measure(folder, form, case):
    with tempfile.TemporaryDirectory() as work:
        ran = subprocess.run([sys.executable, os.path.abspath(__file__), "--child", os.path.abspath(folder), form, case],
                             cwd=work, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    return json.loads(ran.stdout)


def spread(values):
    values = sorted(values)
    spare = len(values) // 10
    return f"{statistics.median(values):.1f}", f"{values[spare]:.1f} … {values[-1 - spare]:.1f}"


def main(ours, official, turns):
    sides = [(official, "lists"), (ours, "lists"), (ours, "arrays")]
    print(f"{'scenario':<15}{'API':<8}{'official/s':>12}{'ours/s':>12}{'ratio':>8}{'middle 80 %':>16}{'CPU ratio':>11}"
          f"{'middle 80 %':>16}")
    for case in CASES:
        found = []
        for turn in range(turns):
            order = [(turn + side) % 3 for side in range(3)]
            ran = {side: measure(*sides[side], case) for side in order}
            found.append([ran[side] for side in range(3)])
        for side in (1, 2):
            rates = [statistics.median(turn[i]["rate"] for turn in found) for i in (0, side)]
            ratio, middle = spread(turn[side]["rate"] / turn[0]["rate"] for turn in found)
            cpu, cpu_middle = spread(turn[0]["cpu"] / max(turn[side]["cpu"], 0.01) for turn in found)
            print(f"{case:<15}{sides[side][1]:<8}{rates[0]:>12,.0f}{rates[1]:>12,.0f}{ratio:>8}{middle:>16}{cpu:>11}"
                  f"{cpu_middle:>16}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
    elif len(sys.argv) in (3, 4):
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else 11)
    else:
        sys.exit(__doc__)
