# SPDX-License-Identifier: Apache-2.0
"""The pages of single verbs, fresh from the program, in a real browser: pages_test.py ASSAY SOURCE_DIR"""

import os
import pathlib
import subprocess
import sys
import tempfile

import browser
from page_checks import check, check_page, failures

QUOTE = ("NVIDIA reported 99,123 tokens/s for Llama 2 70B (99.9%) in the Server scenario of MLPerf® Inference v5.1 Closed "
         "(datacenter, available) on an NVIDIA DGX B200 with 8x B200, TensorRT 10.11, FP4 weights. Result ID 5.1-0069.")
# Arrivals each 20 ms with every fifth left out: any traffic will do.
TRACE = "t\n" + "".join(f"{i / 50}\n" for i in range(600) if i % 5)

# (name, sections, a text that must show, command)
PAGES = [
    ("fit", 4, "Index of dispersion", ["fit", "trace.csv"]),
    ("citation", 3, "mlcommons.org", ["cite", QUOTE, "--today", "2026-11-29"]),
    ("shortlist", 3, "NVIDIA", ["results", "shortlist", "--benchmark", "llama2-70b-99.9", "--scenario", "Server", "--round",
                                "v5.1", "--precision", "fp8", "--rate", "100000tokens/s"]),
    ("distance", 3, "not known", ["distance", "5.1-0069.llama2-70b-99.9.Server", "examples/rare-class/flchain.yaml"]),
]


def main():
    assay, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    program = browser.find()
    if not program:
        print("no Chromium here: install the package chromium")
        return 1
    with tempfile.TemporaryDirectory(prefix="assay-pages-") as folder, browser.Browser(program) as page:
        trace = pathlib.Path(folder, "trace.csv")
        trace.write_text(TRACE, encoding="utf-8")
        for name, sections, text, command in PAGES:
            out = pathlib.Path(folder, name + ".html")
            words = [str(trace) if word == "trace.csv" else word for word in command]
            done = subprocess.run([assay, *words, "--format", "html", "-o", str(out)], cwd=source, capture_output=True,
                                  text=True, check=False, timeout=120,
                                  env=dict(os.environ, ASSAY_STORE=os.path.join(folder, "store.db")))
            check(f"{name}: made", out.exists(), done.stderr)
            if not out.exists():
                continue
            before = len(failures)
            check_page(page, out.as_uri(), sections,
                       lambda page, text=text: check(f"shows {text}", page.evaluate(
                           f"document.body.textContent.includes({text!r})")))
            print(f"{name}: {'FAIL' if len(failures) > before else 'ok'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
