#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rewrites golden files from what the program gives now: bless_golden.py BUILD_FOLDER [TEST_PROGRAM...]

Runs each test program that compares with tests/golden/ (default: report_test) with ASSAY_BLESS=1, which makes it write
the files that it would compare. Look at the difference (git diff tests/golden) before committing: the files say what is
right.
"""

import os
import pathlib
import subprocess
import sys


def find(folder, name):
    for path in (folder / name, folder / "bin" / name):
        if path.is_file():
            return path
    sys.exit(f"no {name} under {folder}; build it first")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder, programs = pathlib.Path(sys.argv[1]), sys.argv[2:] or ["report_test"]
    root = pathlib.Path(__file__).resolve().parent.parent
    for program in programs:
        path = find(folder, program)
        wrong = subprocess.run([path, "--gtest_brief=1"], env={**os.environ, "ASSAY_BLESS": "1"}, check=False).returncode
        if wrong:
            sys.exit(f"{program} fails in tests that compare no golden file; mend them first")
    subprocess.run(["git", "-C", root, "status", "--short", "tests/golden"], check=False)


if __name__ == "__main__":
    main()
