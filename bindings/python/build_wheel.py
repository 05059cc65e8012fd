#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs a module into a wheel for the Python that runs this. The standard library only.

Usage: build_wheel.py VERSION PACKAGE_FOLDER LICENSE OUTPUT_FOLDER DISTRIBUTION SUMMARY

The same input gives the same bytes: names sorted, no times.
"""
import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile

PACKED = {".py", ".pyi", ".so", ".typed"}


def main(version, package, license_file, output, distribution, summary):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    facts = f"{distribution}-{version}.dist-info"
    folder = pathlib.Path(package)
    entries = {f"{folder.name}/{path.name}": path.read_bytes() for path in folder.iterdir()
               if path.suffix in PACKED or path.name == "py.typed"}
    if not any(name.endswith(".so") for name in entries):
        sys.exit(f"{package} has no native module")
    entries[f"{facts}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {distribution.replace('_', '-')}\nVersion: {version}\n"
        f"Summary: {summary}\nLicense: Apache-2.0\n"
        f"License-File: LICENSE\nRequires-Python: =={sys.version_info.major}.{sys.version_info.minor}.*\n").encode()
    entries[f"{facts}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: assay\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    entries[f"{facts}/LICENSE"] = pathlib.Path(license_file).read_bytes()
    record = ""
    for name, content in sorted(entries.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    entries[f"{facts}/RECORD"] = f"{record}{facts}/RECORD,,\n".encode()

    path = pathlib.Path(output) / f"{distribution}-{version}-{tag}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in sorted(entries.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, content)
    print(path)


if len(sys.argv) != 7:
    sys.exit(__doc__)
main(*sys.argv[1:])
