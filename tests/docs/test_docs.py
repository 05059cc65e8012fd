#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the documentation to the tree and to the program.

  test_docs.py text SOURCE               folders, levels, links, paths; no machine's path in any file
  test_docs.py generated SOURCE ASSAY    schemas/ and docs/reference/ are what the program prints
  test_docs.py console SOURCE ASSAY      every ```console block of docs/ runs and ends with the stated exit code

Console blocks of one page run in order in one fresh folder that holds a copy of examples/. A line `$ COMMAND` is run;
`# exit 1 7` after it names the exit codes it may have, 0 when nothing is said; other lines show output and aren't
compared. A block ```yaml NAME (or ```csv NAME, …) before it is written to the file NAME.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = {".git", "build", "third_party", "runs", "__pycache__"}
# What a how-to tells the reader to write; it isn't there.
TO_BE_WRITTEN = {"src/metric/quality/negative_predictive_value.cc"}


def pages(source, folder="."):
    found = [path for path in sorted((source / folder).rglob("*.md"))
             if not SKIPPED & set(path.relative_to(source).parts)]
    if not found:
        sys.exit(f"no page under {source / folder}")
    return found


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def anchors(text):
    """The names by which headings are linked: lower case, blanks to hyphens, punctuation left out."""
    return {re.sub(r"[^\w\- ]", "", title).lower().strip().replace(" ", "-")
            for title in re.findall(r"^#+ +(.+)$", without_code(text), re.M)}


def check_folders(source):
    """docs/architecture.md has a row `| `folder` | …` for each folder, none for what isn't there, and the levels."""
    rows = dict(re.findall(r"^\| `([\w./-]+)/` \|([^|]*)\|", (source / "docs/architecture.md").read_text(), re.M))
    there = {path.name for path in source.iterdir() if path.is_dir()} - SKIPPED
    there |= {f"src/{path.name}" for path in (source / "src").iterdir() if path.is_dir()}
    for folder in sorted(there - set(rows)):
        yield f"docs/architecture.md: no row for {folder}/"
    for folder in sorted(set(rows) - there):
        if not (source / folder).is_dir() and folder not in SKIPPED:
            yield f"docs/architecture.md: a row for {folder}/, which isn't there"
    for line in (source / "tools/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            level, *modules = line.split()
            for module in modules:
                stated = rows.get(f"src/{module}", level).strip()
                if stated != level:
                    yield f"docs/architecture.md: src/{module} is level {level} in tools/layers.txt, not {stated}"


def check_links(source):
    for page in pages(source):
        text = page.read_text()
        name = page.relative_to(source)
        for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                yield f"{name}: link to {target}, which isn't there"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
                yield f"{name}: link to {target}: no such heading"
        for path in re.findall(r"`((?:src|include|tests|docs|tools|examples|schemas|benchmarks|fuzz|cmake)/[\w./-]+)`", text):
            if path not in TO_BE_WRITTEN and not (source / path).exists():
                yield f"{name}: names {path}, which isn't there"


def check_machine_paths(source):
    """The project speaks of itself only: no absolute path of somebody's machine."""
    pattern = re.compile(rb"(?<![\w$}./-])/(?:work|home|tmp)/[\w.]")
    for path in sorted(source.rglob("*")):
        if SKIPPED & set(path.relative_to(source).parts) or not path.is_file() or path == pathlib.Path(__file__).resolve():
            continue
        content = path.read_bytes()
        if b"\0" in content[:4096]:
            continue
        for number, line in enumerate(content.splitlines(), 1):
            if pattern.search(line):
                yield f"{path.relative_to(source)}:{number}: a path of one machine: {line.decode(errors='replace').strip()[:100]}"


def check_generated(source, assay):
    """What `make generate` writes, by the two lists in the Makefile."""
    makefile = (source / "Makefile").read_text()
    expected = {}
    for variable, folder, command, suffix in (("schemas", "schemas", "", ".schema.json"),
                                              ("references", "docs/reference", "reference-", ".md")):
        names = re.search(rf"^{variable} := (.+)$", makefile, re.M)[1].split()
        expected.update({f"{folder}/{name}{suffix}": command + name for name in names})
        for path in sorted((source / folder).iterdir()):
            if f"{folder}/{path.name}" not in expected:
                yield f"{folder}/{path.name}: `make generate` doesn't write it"
    for name, argument in expected.items():
        ran = subprocess.run([assay, "schema", argument], capture_output=True, timeout=60)
        if ran.returncode:
            yield f"assay schema {argument}: exit {ran.returncode}: {ran.stderr.decode(errors='replace')}"
        elif not (source / name).exists():
            yield f"{name}: isn't there; run `make generate`"
        elif ran.stdout != (source / name).read_bytes():
            yield f"{name}: not what the program prints now; run `make generate`"


def fenced_blocks(text):
    """(line, info string, body) of every fenced block."""
    for match in re.finditer(r"^```([^\n`]*)\n(.*?)^```$", text, re.M | re.S):
        yield text.count("\n", 0, match.start()) + 2, match[1].split(), match[2]


def run_page(page, name, source, assay):
    environment = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryDirectory(prefix="assay-docs-") as home:
        environment["XDG_DATA_HOME"] = home + "/share"  # the store of results is this page's own
        environment["XDG_STATE_HOME"] = home + "/state"  # and so are the looks at its labels
        shutil.copytree(source / "examples", pathlib.Path(home) / "examples")
        for line, info, body in fenced_blocks(page.read_text()):
            if len(info) == 2 and info[0] != "console":
                written = pathlib.Path(home) / info[1]
                written.parent.mkdir(parents=True, exist_ok=True)
                written.write_text(body)
            if info[:1] != ["console"]:
                continue
            for offset, text in enumerate(body.split("\n")):
                if not text.startswith("$ "):
                    continue
                command, _, comment = text[2:].partition(" # exit ")
                allowed = [int(code) for code in re.findall(r"\d+", comment)] or [0]
                where = f"{name}:{line + offset}: {command.strip()}"
                try:
                    ran = subprocess.run(["bash", "-c", f'assay() {{ "{assay}" "$@"; }}\n{command}'], cwd=home,
                                         env=environment, capture_output=True, timeout=300)
                except subprocess.TimeoutExpired:
                    yield f"{where}: still running after 300 s"
                    continue
                if ran.returncode not in allowed:
                    yield (f"{where}: exit {ran.returncode}, not {comment or 0}\n"
                           + (ran.stdout + ran.stderr).decode(errors="replace")[-3000:])
                print(f"{where}: exit {ran.returncode}")


def check_console(source, assay):
    commands = 0
    for page in pages(source, "docs"):
        blocks = [body for _, info, body in fenced_blocks(page.read_text()) if info[:1] == ["console"]]
        commands += sum(line.startswith("$ assay ") for body in blocks for line in body.split("\n"))
        if blocks:
            yield from run_page(page, page.relative_to(source), source, assay)
    if commands == 0:
        yield "docs: no ```console block runs the program"


mode, root = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
program = str(pathlib.Path(sys.argv[3]).resolve()) if len(sys.argv) > 3 else ""
failures = []
if mode == "text":
    failures += [*check_folders(root), *check_links(root), *check_machine_paths(root)]
elif mode == "generated":
    failures += check_generated(root, program)
elif mode == "console":
    failures += check_console(root, program)
else:
    sys.exit(__doc__)
print("\n".join(failures) or f"docs: {mode} as it should be")
sys.exit(1 if failures else 0)
