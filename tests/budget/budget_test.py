#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what issue and completion of one sample execute and compares it with tests/budget/budgets.txt.

Usage: budget_test.py NULL_LOAD BUDGETS. Only the issuing thread's work counts: callgrind collects inside IssueSeries.
Instruction counts repeat on a busy machine where times don't.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def measure(program, shape):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
             "--toggle-collect=assay::load::IssueSeries(*", program, shape],
            capture_output=True, text=True)
    printed = re.search(r"samples (\d+) clock_reads (\d+)", run.stdout)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not printed or not collected or collected[1] == "0":
        sys.exit(f"budget_test: {shape}: no count (exit code {run.returncode})\n{run.stdout}{run.stderr}")
    samples = int(printed[1])
    return int(collected[1]) / samples, int(printed[2]) / samples


def main():
    program, budgets = sys.argv[1:]
    if shutil.which("valgrind") is None:
        sys.exit("budget_test: valgrind isn't installed; tools/setup.sh installs it")
    failed = False
    print(f"{'shape':16}{'instructions':>13}{'budget':>8}{'clock reads':>13}{'budget':>8}")
    for line in pathlib.Path(budgets).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        shape, most_instructions, most_reads = line.split()
        instructions, reads = measure(program, shape)
        over = instructions > float(most_instructions) or reads > float(most_reads)
        failed |= over
        print(f"{shape:16}{instructions:13.1f}{most_instructions:>8}{reads:13.4f}{most_reads:>8}"
              f"{'  OVER BUDGET' if over else ''}")
    sys.exit(1 if failed else 0)


main()
