#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cases through the official wheel and prints what happened, a JSON line each.

Usage: official.py WHEEL_FOLDER CASES.json FOLDER FIRST END   (cases FIRST to END - 1)"""
import json
import os
import sys

sys.path.insert(0, sys.argv[1])
import mlperf_loadgen as lg  # noqa: E402

cases = json.load(open(sys.argv[2]))
for number in range(int(sys.argv[4]), int(sys.argv[5])):
    case = cases[number]
    settings = lg.TestSettings()
    for name, value in case.items():
        if name in ("total", "perf"):
            continue
        if name == "scenario":
            value = getattr(lg.TestScenario, value)
        elif name == "mode":
            value = getattr(lg.TestMode, value)
        setattr(settings, name, value)
    runs, flushes = [], [0]

    def issue(ids, indices):
        runs[-1]["queries"].append(list(indices))
        lg.QuerySamplesComplete([lg.QuerySampleResponse(i, 0, 0) for i in ids])

    def flush():
        flushes[0] += 1

    folder = f"{sys.argv[3]}/{number}"
    os.makedirs(folder, exist_ok=True)
    logs = lg.LogSettings()
    logs.enable_trace = False
    logs.log_output.outdir = folder
    sut = lg.ConstructFastSUT(issue, flush)
    qsl = lg.ConstructQSL(case["total"], case["perf"], lambda x: runs.append({"load": list(x), "queries": []}), lambda x: None)
    lg.StartTestWithLogSettings(sut, qsl, settings, logs, "")
    lg.DestroyQSL(qsl)
    lg.DestroyFastSUT(sut)
    print(json.dumps({"runs": runs, "flushes": flushes[0]}), flush=True)
