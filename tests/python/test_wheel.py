#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the wheel into a fresh environment, without a network, and runs the tests of this folder there.

Usage: test_wheel.py WHEELS THIRD_PARTY

THIRD_PARTY/loadgen_peer holds the official module: the six shapes of clients must see the same with both. NumPy comes
from THIRD_PARTY/peers where it is there; the module itself needs none."""
import base64
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv
import zipfile

ALLOWED = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}
here = pathlib.Path(__file__).resolve().parent


def run(*command, **how):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **how)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def run_tests(python, *further, tests=here, **how):
    command = (python, "-B", "-X", "dev", "-m", "unittest", "discover", "-s", tests, "-p", "*_test.py", *further)
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **how)
    ran = re.search(r"^Ran (\d+) tests?", done.stderr, re.M)
    if done.returncode != 0 or not ran or ran[1] == "0":
        sys.exit(f"{done.stdout}{done.stderr}\nexit code {done.returncode}")
    return int(ran[1])


def check_wheel(wheel, root):
    """RECORD lists every file with its hash; the native module links the C and C++ runtimes only and shows one name."""
    with zipfile.ZipFile(wheel) as archive:
        record = next(name for name in archive.namelist() if name.endswith("/RECORD"))
        rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(archive.read(record).decode()))}
        if sorted(rows) != sorted(archive.namelist()):
            sys.exit(f"{wheel.name}: RECORD lists {sorted(rows)}, the wheel has {sorted(archive.namelist())}")
        for name, (digest, size) in rows.items():
            content = archive.read(name)
            right = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            if name != record and (digest, size) != (f"sha256={right}", str(len(content))):
                sys.exit(f"{wheel.name}: RECORD is wrong about {name}")
        native = archive.extract(next(name for name in rows if name.endswith(".so")), root)
    needed = set(re.findall(r"\(NEEDED\).*\[(.+?)\]", run("readelf", "-d", native)))
    if not needed or needed - ALLOWED:
        sys.exit(f"{wheel.name} links {sorted(needed)}; allowed: {sorted(ALLOWED)}")
    shown = [line.split()[-1] for line in run("nm", "-D", "--defined-only", native).splitlines()]
    if shown != ["PyInit__native"]:
        sys.exit(f"{wheel.name} exports {shown}")


def main(wheels, third_party):
    wheel, = pathlib.Path(wheels).glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        check_wheel(wheel, root)
        venv.create(root / "env", with_pip=True)
        python = root / "env/bin/python"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        run(python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel, env=environment)
        where = run(python, "-c", "import mlperf_loadgen; print(mlperf_loadgen.__file__)", env=environment, cwd=root)
        if not where.startswith(str(root)):
            sys.exit(f"mlperf_loadgen was imported from {where}")
        ran = run_tests(python, env=environment, cwd=root)
        numpy = pathlib.Path(third_party) / "peers"
        if (numpy / "numpy").is_dir():
            ran += run_tests(python, "-k", "numpy", env={**environment, "PYTHONPATH": str(numpy)}, cwd=root)

        page = here.parent.parent / "docs/how-to/loadgen-python.md"
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)
        if not blocks:
            sys.exit(f"{page} has no code")
        run(python, "-B", "-c", "\n".join(blocks), env=environment, cwd=root)  # in order, one program

        peer = pathlib.Path(third_party).resolve() / "loadgen_peer"
        if not peer.is_dir():
            sys.exit("the official module isn't there; tools/setup.sh gets it")
        seen = []
        for name, arguments in (("ours", []), ("official", [peer])):
            (root / name).mkdir()
            seen.append(json.loads(run(python, "-B", here / "shapes.py", *arguments, env=environment, cwd=root / name)))
        for shape in seen[1]:
            if seen[0][shape] != seen[1][shape] or len(seen[1][shape]) < 3:
                sys.exit(f"{shape}: the client saw\n{seen[0][shape]}\nand with the official module\n{seen[1][shape]}")
        print(f"{wheel.name}: installed, {ran} tests; {len(seen[1])} shapes of clients see what the official module shows")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
