#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts that compare with the official load generator still run, in their smallest form, and measure something.

Usage: test_ratios.py PROGRAMS MODULE_FOLDER OFFICIAL_MODULE_FOLDER FOLDER. What they measure isn't judged.
"""
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main(programs, module, official_module, folder):
    clients = sorted(here.glob("*_client.cc"))
    built = run(here / "official_client.sh", folder, *clients).split()
    expected = [str(pathlib.Path(folder).resolve() / f"official_{client.stem}") for client in clients]
    if built != expected:
        sys.exit(f"official_client.sh printed {built}, not {expected}")
    official = {client.stem: program for client, program in zip(clients, built)}
    for name, headers, rows, arguments in [
            ("loadgen_ratio.py", 1, 25, (official["loadgen_client"], f"{programs}/loadgen_client", 1, 2000)),
            ("accuracy_log_ratio.py", 2, 9,
             (official["accuracy_log_client"], f"{programs}/accuracy_log_client", folder, 1)),
            ("python_ratio.py", 1, 8, (module, official_module, 1))]:
        printed = run(sys.executable, here / name, *arguments)
        measured = [any(float(number) > 0 for number in re.findall(r"[\d.]*\d", line))
                    for line in printed.splitlines()[headers:]]
        if measured != [True] * rows:
            sys.exit(f"{name} printed\n{printed}")
        print(f"{name}: {rows} rows")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
