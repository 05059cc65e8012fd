#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on any #include that points up or sideways in tools/layers.txt. Usage: check_layers.py [ROOT]"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
level = {}
for line in (root / "tools/layers.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        number, *modules = line.split()
        level.update({module: int(number) for module in modules})

findings = []
for path in sorted([*root.glob("src/**/*.h"), *root.glob("src/**/*.cc"), *root.glob("include/assay/*.h")]):
    parts = path.relative_to(root).parts
    module = parts[1] if parts[0] == "src" else "public"
    if module != "public" and module not in level:
        findings.append(f"{path.relative_to(root)}: folder src/{module} has no level in tools/layers.txt")
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not match:
            continue
        target = match[1].split("/")[0]
        if target == "assay":
            continue
        where = f"{path.relative_to(root)}:{number}: "
        if module == "public":
            findings.append(where + f"a public header includes {match[1]}; only assay/*.h and std are allowed")
        elif target not in level:
            findings.append(where + f"{match[1]} names no module (include from src/, as \"module/file.h\")")
        elif target != module and level[target] >= level[module]:
            findings.append(where + f"{module} (level {level[module]}) includes {target} (level {level[target]})")
print("\n".join(findings) or f"layers: {len(level)} modules, nothing points up or sideways")
sys.exit(1 if findings else 0)
