# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a real browser: report_test.py REPORT.html WORD"""

import pathlib
import sys

import browser
from page_checks import check, check_page, failures


def main():
    report, word = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    program = browser.find()
    if not program:
        print("no Chromium here: install the package chromium")
        return 1

    def also(page):
        check("the verdict is the first word", page.evaluate("document.querySelector('.hero .word').innerText").endswith(word))
        check("the verdict is in the title", page.evaluate("document.title").startswith(word))
        charts = page.evaluate("document.querySelectorAll('svg[role=img]').length")
        check("charts are drawn", charts >= 3, charts)

    with browser.Browser(program) as page:
        check_page(page, report.as_uri(), 7, also)
    print("report in the browser:", "FAIL" if failures else "ok")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
