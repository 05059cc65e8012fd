#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs citations that are text files: what is quoted, what the reader needs, what the answer must be.

    run_citations.py --assay PATH [--bless] FILE.txt...

Lines of a file, in any order:
    # text              why the case is there (the first line)
    cite TEXT           the quote, on the command line
    fields              the quote as YAML, on the indented lines below
    file NAME           a document, on the indented lines below
    pptx NAME, pdf NAME one made of the indented lines below; "== TITLE" starts a slide or a page
    needs KEY: VALUE    what the reader needs
    today DATE          the day on which it is judged; 2026-11-29 if not given
Written by hand, from the rules and the published rows, never from the program's answer:
    verdict V           verdicts V W …: of each citation
    verdict-not V       match WORDS · slot N · citations N · place ~ WORDS · exit N
    stated F = V        filled F = V · not-filled F · filled-nothing
    contradiction F STATED HELD
    question Q STATE    rule R STATE · ask FIELD
    licensed ~ RE       some item fits; not-licensed ~ RE · sentence ~ RE · footnote ~ RE · footnote-not ~ RE
    no-sentence         nothing may be said
    says RE             anywhere in the JSON
Below "== answer" stands what the program answered when a person last read it: verdict, licensed and not licensed,
sentence and footnote. It must still be the same; --bless writes it anew, and the change is read as a diff.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

KEYS = ["cite", "fields", "file", "pptx", "pdf", "needs", "today", "verdict", "verdicts", "verdict-not", "match", "slot",
        "citations", "place", "exit", "stated", "filled", "not-filled", "filled-nothing", "contradiction", "question",
        "rule", "ask", "licensed", "not-licensed", "sentence", "footnote", "footnote-not", "no-sentence", "says"]


def read_case(path):
    """(lines as (key, rest, block)), the answer's text)."""
    text = open(path, encoding="utf-8").read()
    head, _, answer = text.partition("\n== answer\n")
    lines = []
    for number, line in enumerate(head.split("\n"), 1):
        if line.startswith("    "):
            lines[-1][2].append(line[4:])
        elif line.strip() and not line.startswith("#"):
            key, _, rest = line.partition(" ")
            if key not in KEYS:
                raise SystemExit(f"{path}:{number}: unknown key '{key}'")
            lines.append((key, rest.strip(), []))
    return lines, answer


def parts(block):
    """[(title, lines)] of a block with "== TITLE" lines."""
    found = []
    for line in block:
        if line.startswith("== "):
            found.append((line[3:], []))
        else:
            found[-1][1].append(line)
    return found


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def write_pptx(path, block):
    space = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' \
            'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        for number, (title, lines) in enumerate(parts(block), 1):
            shapes = "".join(f"<p:sp><p:txBody><a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p></p:txBody></p:sp>"
                             for line in [title] + lines)
            archive.writestr(f"ppt/slides/slide{number}.xml",
                             f"<p:sld {space}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>")


def write_pdf(path, block):
    """A PDF of one text per page, in Helvetica."""
    pages = parts(block)
    objects = ["<< /Type /Catalog /Pages 2 0 R >>",
               "<< /Type /Pages /Count %d /Kids [%s] >>" %
               (len(pages), " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))),
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    for number, (title, lines) in enumerate(pages):
        shown = "".join("(%s) Tj T* " % re.sub(r"([()\\])", r"\\\1", line) for line in [title] + lines)
        stream = f"BT /F1 10 Tf 14 TL 40 760 Td {shown}ET"
        objects.append("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] /Contents %d 0 R "
                       "/Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * number))
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}" \
           f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    open(path, "w", encoding="latin-1").write(out)


def run(assay, lines, folder):
    """(exit code, JSON)."""
    words, today, needs = [], "2026-11-29", []
    for key, rest, block in lines:
        path = os.path.join(folder, rest)
        if key == "cite":
            words.append(rest)
        elif key in ("fields", "file"):
            words.append("quote.yaml" if key == "fields" else rest)
            path = os.path.join(folder, words[-1])
            open(path, "w", encoding="utf-8").write("\n".join(block) + "\n")
        elif key in ("pptx", "pdf"):
            (write_pptx if key == "pptx" else write_pdf)(path, block)
            words.append(rest)
        elif key == "needs":
            needs.append(rest)
        elif key == "today":
            today = rest
    command = [assay, "cite", *words, "--format", "json", "--today", today]
    if needs:
        open(os.path.join(folder, "needs.yaml"), "w", encoding="utf-8").write("\n".join(needs) + "\n")
        command += ["--needs", "needs.yaml"]
    environment = dict(os.environ, ASSAY_STORE=os.path.join(folder, "store.db"))
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=environment, check=False)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, {"citations": [], "error": done.stdout + done.stderr}


def differences(lines, code, document):
    """What isn't as the case says."""
    quotes = document["citations"]
    wrong = []

    def expect(holds, text):
        if not holds:
            wrong.append(text)

    counted = [rest for key, rest, _ in lines if key in ("citations", "verdicts")]
    wanted = max([int(r) if r.isdigit() else len(r.split()) for r in counted], default=1)
    expect(len(quotes) == wanted, f"{wanted} citations expected, {len(quotes)} found; {document.get('error', '')}")
    if not quotes:
        return wrong
    quote = quotes[0]
    text_of = {"licensed": quote["licensed"], "not-licensed": quote["not_licensed"],
               "sentence": [quote["sentence"] or ""], "footnote": [quote["footnote"] or ""]}
    for key, rest, _ in lines:
        pattern = rest[2:] if rest.startswith("~ ") else rest
        if key in ("verdict", "match", "slot"):
            expect(str(quote[key]) == rest, f"{key} {rest} expected, found {quote[key]}: {quote['because']}")
        elif key == "verdicts":
            expect([q["verdict"] for q in quotes] == rest.split(), f"{rest}: found {[q['verdict'] for q in quotes]}")
        elif key == "verdict-not":
            expect(quote["verdict"] != rest, f"verdict {rest}: {quote['because']}")
        elif key == "place":
            expect(pattern in json.dumps(quote["place"]), f"place {rest}: found {quote['place']}")
        elif key == "exit":
            expect(code == int(rest), f"exit {rest} expected, found {code}")
        elif key in ("stated", "filled"):
            field, _, value = rest.partition(" = ")
            expect(quote[key].get(field) == value, f"{key} {rest}: found {quote[key].get(field)!r}")
        elif key == "not-filled":
            expect(rest not in quote["filled"], f"{rest} was filled: {quote['filled'].get(rest)}")
        elif key == "filled-nothing":
            expect(not quote["filled"], f"filled: {quote['filled']}")
        elif key == "contradiction":
            field, rest = rest.split(" ", 1)
            found = [c for c in quote["contradictions"] if c["field"] == field]
            expect(any(f"{c['stated']} {c['held']}" == rest for c in found),
                   f"contradiction {field} {rest}: found {quote['contradictions']}")
        elif key == "question":
            name, state = rest.split(" ", 1)
            found = [q["state"] for q in quote["questions"] if q["id"] == name]
            expect(found == [state], f"question {rest}: found {found}")
        elif key == "rule":
            name, state = rest.split(" ", 1)
            found = [r["state"] for r in quote["rules"] if r["id"] == name]
            expect(found == [state], f"rule {rest}: found {found}")
        elif key == "ask":
            expect(rest in [a["field"] for a in quote["ask"]], f"ask {rest}: found {[a['field'] for a in quote['ask']]}")
        elif key in text_of:
            expect(any(re.search(pattern, item) for item in text_of[key]), f"{key} {rest}: found {text_of[key]}")
        elif key == "footnote-not":
            expect(not re.search(pattern, quote["footnote"] or ""), f"{key} {rest}: found {quote['footnote']}")
        elif key == "no-sentence":
            expect(not quote["sentence"], f"a sentence: {quote['sentence']}")
        elif key == "says":
            expect(re.search(pattern, json.dumps(document, ensure_ascii=False)), f"says {rest}: no")
    return wrong


def answer_text(document):
    """What a person reads and signs off."""
    out = []
    for quote in document["citations"]:
        out.append(f"verdict {quote['verdict']}: {quote['because']}")
        for key in ("licensed", "not_licensed"):
            out += [f"{key.replace('_', ' ')}:"] + [f"  {item}" for item in quote[key]]
        broken = [f"{r['id']} {r['state']}: {r['words']}" for r in quote["rules"] if r["state"] in ("broken", "completed")]
        out += ["rules:"] + [f"  {line}" for line in broken]
        out += [f"sentence: {quote['sentence'] or '(none)'}", f"footnote: {quote['footnote'] or '(none)'}", ""]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--bless", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    failed, false_evidence = 0, 0
    for path in options.files:
        lines, answer = read_case(path)
        with tempfile.TemporaryDirectory(prefix="assay-cite-") as folder:
            code, document = run(os.path.abspath(options.assay), lines, folder)
        wrong = differences(lines, code, document)
        allowed = [v for key, rest, _ in lines if key in ("verdict", "verdicts") for v in rest.split()]
        evidence = any(q["verdict"] == "EVIDENCE" for q in document["citations"]) and "EVIDENCE" not in allowed
        false_evidence += evidence
        if evidence:
            wrong.append("false EVIDENCE")
        if options.bless:
            head = open(path, encoding="utf-8").read().partition("\n== answer\n")[0].rstrip("\n")
            open(path, "w", encoding="utf-8").write(f"{head}\n\n== answer\n{answer_text(document)}")
        elif answer_text(document) != answer:
            wrong.append("the answer isn't the one last read (--bless, then read the diff)")
        if wrong:
            failed += 1
            print(f"{os.path.basename(path)}")
            for line in wrong:
                print(f"    {line}")
    print(f"{len(options.files) - failed} of {len(options.files)} citations as expected, {false_evidence} false EVIDENCE")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
