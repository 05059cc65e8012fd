#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the wheel of the module assay into a fresh environment, without a network, and runs the tests of this folder.

Usage: test_assay_wheel.py WHEELS THIRD_PARTY PROGRAM

NumPy comes from THIRD_PARTY/peers where it is there; the module itself needs none. PROGRAM is the command line, whose
numbers must be the same."""
import os
import pathlib
import re
import sys
import tempfile
import venv

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))
from test_wheel import check_wheel, run, run_tests  # noqa: E402


def main(wheels, third_party, program):
    wheel, = pathlib.Path(wheels).glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        check_wheel(wheel, root)
        venv.create(root / "env", with_pip=True)
        python = root / "env/bin/python"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment.update(ASSAY_PROGRAM=program, ASSAY_LOOKS="off")
        run(python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel, env=environment)
        ran = run_tests(python, tests=here, env=environment, cwd=root)
        peers = pathlib.Path(third_party).resolve() / "peers"
        for library, name in (("numpy", "numpy"), ("pyarrow", "arrow")):
            if (peers / library).is_dir():
                ran += run_tests(python, "-k", name, tests=here, env={**environment, "PYTHONPATH": str(peers)}, cwd=root)
        page = here.parents[2] / "docs/how-to/python.md"
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)
        if not blocks:
            sys.exit(f"{page} has no code")
        run(python, "-B", "-c", "\n".join(blocks), env=environment, cwd=here.parents[2])  # in order, one program
        print(f"{wheel.name}: installed, {ran} tests, {len(blocks)} blocks of {page.name}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
