#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program starts anywhere: it links the C and C++ runtimes and nothing else. Usage: test_links.py PROGRAM"""
import re
import subprocess
import sys

ALLOWED = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"}

listing = subprocess.run(["readelf", "-d", sys.argv[1]], capture_output=True, text=True, check=True).stdout
needed = set(re.findall(r"\(NEEDED\).*\[(.+?)\]", listing))
extra = needed - ALLOWED
if not needed or extra:
    print(f"{sys.argv[1]} links {', '.join(sorted(extra)) or 'nothing that readelf shows'}; allowed: {sorted(ALLOWED)}")
    sys.exit(1)
print(f"links {', '.join(sorted(needed))}")
