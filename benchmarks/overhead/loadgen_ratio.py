#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a query costs in the official load generator and in this one, in pairs of runs, as a table of ratios.

Both programs are loadgen_client.cc, built with either library. Runs alternate and the ratio is taken inside each pair, so
that a busy machine blurs both alike; shown are the median ratio and the range of its middle 80 %.
Usage: loadgen_ratio.py OFFICIAL OURS [PAIRS [QUERIES]]"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

official, ours = sys.argv[1], sys.argv[2]
pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 7
queries = int(sys.argv[4]) if len(sys.argv) > 4 else 500_000
PHASES = [("generate_cpu_ns", "generation"), ("issue_cpu_ns", "issue"), ("end_cpu_ns", "end of run"),
          ("run_cpu_ns", "whole run")]


def make_resident(folder, size):
    """Takes and gives back the memory of a file. On a virtual machine the first use of memory that its host has taken
    back costs more than all else, whoever happens to run then."""
    path = os.path.join(folder, "resident")
    with open(path, "wb") as file:
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))
    os.remove(path)


def run(program, scenario, count, trace):
    # A folder of its own: emptying another run's files costs time.
    with tempfile.TemporaryDirectory() as folder:
        make_resident(folder, 1 << 30)
        done = subprocess.run([program, scenario, str(count), str(trace), folder], capture_output=True, text=True,
                              check=True)
    return json.loads(done.stdout)


print(f"{'scenario':<14}{'trace':<7}{'phase, CPU':<14}{'official ns':>12}{'ours ns':>10}{'ratio':>8}{'middle 80 %':>16}")
for scenario, trace in (("SingleStream", 0), ("Server", 0), ("Offline", 0), ("SingleStream", 1), ("Server", 1)):
    count = queries * 5 if scenario == "Offline" else queries
    results = [(run(official, scenario, count, trace), run(ours, scenario, count, trace))
               for _ in range(pairs)]
    for key, name in PHASES:
        ratios = sorted(theirs[key] / max(mine[key], 1) for theirs, mine in results)
        spare = len(ratios) // 10
        low, high = ratios[spare], ratios[-1 - spare]
        theirs, mine = (statistics.median(pair[i][key] for pair in results) / count for i in (0, 1))
        print(f"{scenario:<14}{'on' if trace else 'off':<7}{name:<14}{theirs:>12.0f}{mine:>10.1f}"
              f"{statistics.median(ratios):>8.1f}{f'{low:.1f} … {high:.1f}':>16}")
    theirs, mine = (statistics.median(pair[i]["max_rss_kib"] for pair in results) for i in (0, 1))
    print(f"{scenario:<14}{'on' if trace else 'off':<7}{'most memory':<14}{theirs / 1024:>10.0f} M{mine / 1024:>8.0f} M")
