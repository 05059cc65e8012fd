#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one end-to-end case: run_case.py ASSAY SOURCE_DIR FILE.case. A bug report is a file.

A case is a sequence of blocks; everything happens in a fresh folder:
  # comment
  file NAME            the indented lines that follow (4 blanks) are written to NAME; \\xHH and \\r are taken as bytes
  copy PATH [NAME]     copies a file of the source tree
  $ COMMAND            a shell command; `assay` is the program under test (its path: $ASSAY), $RUN the newest run directory, $SRC the sources
  exit N [M]           the exit code it must have (one of these); 0 when not given
  out TEXT | err TEXT  stdout | stderr must contain TEXT
  out~ REGEX | err~ REGEX | not-out TEXT | not-err TEXT
  exists PATH          a file must be there ($RUN is replaced)
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

assay, source, case = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
home = pathlib.Path(tempfile.mkdtemp(prefix="assay-case-"))
lines = case.read_text().split("\n")
failures, done, commands = [], None, 0


def newest_run():
    runs = sorted(home.glob("runs/*/"), key=lambda path: path.stat().st_mtime_ns)
    return str(runs[-1]) if runs else "no-run"


def finish():
    """Checks the exit code of the command before, when no `exit` line did."""
    if done and not done["checked"]:
        expect_exit("0")


def expect_exit(text):
    done["checked"] = True
    if str(done["code"]) not in text.split():
        failures.append(f"{done['where']}: exit {done['code']}, expected {text}\n{done['out']}{done['err']}")


index = 0
while index < len(lines):
    line, where = lines[index], f"{case.name}:{index + 1}"
    index += 1
    word, _, rest = line.partition(" ")
    if not line.strip() or word == "#":
        continue
    if word == "file":
        body = []
        while index < len(lines) and (lines[index].startswith("    ") or not lines[index].strip()):
            body.append(lines[index][4:])
            index += 1
        while body and not body[-1]:
            body.pop()
        raw = "\n".join(body + [""] if body else []).encode()
        raw = re.sub(rb"\\x([0-9a-f]{2})", lambda m: bytes([int(m[1], 16)]), raw).replace(b"\\r", b"\r")
        (home / rest).parent.mkdir(parents=True, exist_ok=True)
        (home / rest).write_bytes(raw)
    elif word == "copy":
        origin, _, name = rest.partition(" ")
        target = home / (name or pathlib.Path(origin).name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / origin, target)
    elif word == "$":
        finish()
        commands += 1
        shell = f'assay() {{ "{assay}" "$@"; }}; RUN={newest_run()}; SRC={source}; {rest}'
        environment = {**os.environ, "ASSAY": str(assay), "NO_COLOR": "1", "XDG_DATA_HOME": f"{home}/share", "XDG_STATE_HOME": f"{home}/state", "LC_ALL": os.environ.get("LC_ALL", "C.UTF-8")}
        ran = subprocess.run(["bash", "-c", shell], cwd=home, capture_output=True, timeout=240, env=environment)
        code = ran.returncode if ran.returncode >= 0 else 128 - ran.returncode  # by a signal, as a shell says it
        done = {"code": code, "out": ran.stdout.decode(errors="replace"),
                "err": ran.stderr.decode(errors="replace"), "where": where, "checked": False}
    elif word == "exit":
        expect_exit(rest)
    elif word == "exists":
        path = home / rest.replace("$RUN", newest_run())
        if not path.exists():
            failures.append(f"{where}: {rest} isn't there")
    else:
        stream = done["out"] if "out" in word else done["err"]
        found = re.search(rest, stream, re.M) if word.endswith("~") else rest in stream
        if word not in ("out", "err", "out~", "err~", "not-out", "not-err"):
            failures.append(f"{where}: no such directive: {word}")
        elif bool(found) == word.startswith("not-"):
            failures.append(f"{where}: {line}\n--- stdout\n{done['out'][-3000:]}\n--- stderr\n{done['err'][-3000:]}")
finish()
if commands == 0:
    failures.append(f"{case.name}: runs no command")
if failures:
    print("\n".join(failures))
    print(f"files are kept in {home}")
    sys.exit(1)
shutil.rmtree(home)
print(f"{case.name}: {commands} commands as expected")
