#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs libmlperf_loadgen into a temporary prefix, builds clients against it as strangers would, and runs them.

Usage: test_loadgen.py BUILD_FOLDER"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ALLOWED = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"}
source = pathlib.Path(__file__).parent / "loadgen"


def run(*command, cwd=None, **environment):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    prefix, build, work = root / "prefix", root / "build", root / "work"
    work.mkdir()
    run("cmake", "--install", sys.argv[1], "--prefix", prefix, "--component", "loadgen")
    library = next(prefix.rglob("libmlperf_loadgen.so"))

    needed = set(re.findall(r"\(NEEDED\).*\[(.+?)\]", run("readelf", "-d", library)))
    if not needed or needed - ALLOWED:
        sys.exit(f"{library.name} links {sorted(needed)}; allowed: {sorted(ALLOWED)}")
    exported = run("nm", "-D", "--defined-only", "-C", library)
    alien = [line for line in exported.splitlines()
             if not re.search(r"mlperf::|assay::loadgen::|assay_loadgen_|std::|typeinfo (name )?for void ", line)]
    if alien:
        sys.exit("exports more than the API:\n" + "\n".join(alien))

    # find_package
    run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    for client in ("client_shared", "client_static", "client_c"):
        run(build / client, cwd=work)

    # pkg-config, with each compiler that there is, in C++14
    compilers = [name for name in ("g++", "clang++-19") if shutil.which(name)]
    if shutil.which("pkg-config"):
        pc = {"PKG_CONFIG_PATH": str(library.parent / "pkgconfig")}
        flags = run("pkg-config", "--define-variable=prefix=" + str(prefix), "--cflags", "--libs", "mlperf_loadgen",
                    **pc).split()
    else:
        sys.exit("pkg-config isn't installed")
    for compiler in compilers:
        run(compiler, "-std=c++14", "-pthread", "-Wall", "-Wextra", "-Werror", source / "client.cc", *flags,
            f"-Wl,-rpath,{library.parent}", "-o", root / "client", cwd=work)
        run(root / "client", cwd=work)
    # Each header alone, without exceptions too.
    for header in sorted((prefix / "include/loadgen").rglob("*.h")):
        unit = root / "unit.cc"
        unit.write_text(f'#include "{header.relative_to(prefix / "include/loadgen")}"\n')
        for compiler in compilers:
            run(compiler, "-std=c++14", "-fno-exceptions", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror",
                "-fsyntax-only", f"-I{prefix}/include/loadgen", unit)
    print(f"links {sorted(needed)}; clients ran with {compilers}")
