#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what a sample costs in the phases of a LoadGen test and compares it with tests/budget/loadgen_budgets.txt.

Usage: loadgen_budget_test.py NULL_LOADGEN BUDGETS. A phase's cost is the difference of two tests with different numbers
of samples, divided by the difference of these: what a test costs once drops out. All threads count.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SAMPLES = (80_000, 240_000)  # more than the engine holds ready at once, 65,536, which is a cost of the test
SAMPLES_PER_QUERY = {"MultiStream": 8}
PHASES = {"IssueBegins": "generate", "EndBegins": "issue", "EndEnds": "end"}  # by the function at which one ends


def count(program, scenario, samples):
    """Samples, and instructions by phase: callgrind writes a file at the end of each."""
    queries = samples // SAMPLES_PER_QUERY.get(scenario, 1)
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
                              *(f"--dump-before={boundary}" for boundary in PHASES), program, scenario, str(queries),
                              folder], capture_output=True, text=True)
        found = {}
        for part in pathlib.Path(folder).glob("out*"):
            text = part.read_text()
            boundary = re.search(r"^desc: Trigger: --dump-before=(\w+)", text, re.M)
            if boundary:
                found[PHASES[boundary[1]]] = int(re.search(r"^totals: (\d+)", text, re.M)[1])
    printed = re.search(r"samples (\d+)", run.stdout)
    if run.returncode != 0 or not printed or len(found) != len(PHASES):
        sys.exit(f"loadgen_budget_test: {scenario}: no count (exit code {run.returncode})\n{run.stdout}{run.stderr}")
    return int(printed[1]), found


def main():
    program, budgets = sys.argv[1:]
    if shutil.which("valgrind") is None:
        sys.exit("loadgen_budget_test: valgrind isn't installed; tools/setup.sh installs it")
    failed = False
    print(f"{'scenario':14}{'phase':10}{'instructions':>13}{'budget':>8}")
    for line in pathlib.Path(budgets).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        scenario, *limits = line.split()
        (few, before), (many, after) = (count(program, scenario, samples) for samples in SAMPLES)
        for phase, limit in zip(PHASES.values(), limits, strict=True):
            instructions = (after[phase] - before[phase]) / (many - few)
            over = instructions > float(limit)
            failed |= over
            print(f"{scenario:14}{phase:10}{instructions:13.1f}{limit:>8}{'  OVER BUDGET' if over else ''}")
    sys.exit(1 if failed else 0)


main()
