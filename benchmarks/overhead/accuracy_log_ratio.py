#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a byte of response costs in the accuracy log of the official load generator and of this one, beside a bare write.

Both programs are accuracy_log_client.cc, built with either library. Runs alternate (official, ours, bare write) and the
ratio is taken inside each turn; shown are the median ratio and the range of its middle 80 %.
Usage: accuracy_log_ratio.py OFFICIAL OURS FOLDER [TURNS]   (FOLDER holds up to 1.3 GB while it runs)"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

official, ours, parent = sys.argv[1:4]
turns = int(sys.argv[4]) if len(sys.argv) > 4 else 11
SHAPES = [(100_000, 1_000), (2_000, 100_000), (300, 1_000_000)]
# One answering thread: of two that end, the official program may crash.
THREADS = 1


def run(program, samples, size, threads=THREADS):
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        done = subprocess.run([program, str(samples), str(size), str(threads), folder], capture_output=True, text=True,
                              check=True)
        result = json.loads(done.stdout)
        result["bytes"] = sum(file.stat().st_size for file in pathlib.Path(folder).iterdir())
    result["cpu_ns"] = result["user_ns"] + result["system_ns"]
    return result


def spread(ratios):
    ratios = sorted(ratios)
    spare = len(ratios) // 10
    return f"{statistics.median(ratios):.1f}", f"{ratios[spare]:.1f} to {ratios[-1 - spare]:.1f}"


print("| responses | CPU | official | here | ratio | middle 80 % of the turns | bare write |")
print("|---|---|---|---|---|---|---|")
for samples, size in SHAPES:
    results = [(run(official, samples, size), run(ours, samples, size), run(ours, samples, size, "BARE"))
               for _ in range(turns)]
    label = f"| {samples:,} x {size:,} B "
    for key, name in (("user_ns", "user"), ("cpu_ns", "user and system")):
        theirs, mine, bare = (statistics.median(turn[i][key] for turn in results) / samples / size for i in range(3))
        # A run too short for the clock that splits user from system time shows 0; it cost less than a ms.
        ratio, middle = spread([turn[0][key] / max(turn[1][key], 1e6) for turn in results])
        print(f"{label}| {name} | {theirs:.2f} ns/B | {mine:.3f} ns/B | {ratio} | {middle} | {bare:.3f} ns/B |")
    theirs, mine = (statistics.median(turn[i]["max_rss_kib"] for turn in results) / 1024 for i in (0, 1))
    print(f"{label}| most memory | {theirs:.0f} MiB | {mine:.0f} MiB | {theirs / mine:.1f} | | |", flush=True)
