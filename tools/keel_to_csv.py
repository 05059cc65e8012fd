#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the KEEL sets that tools/setup.sh fetched into build/keel/<set>-{tune,certify}.csv.

Usage: python3 tools/keel_to_csv.py

A .dat file is a head of @attribute lines, then rows whose last value is the class. Columns keep their names and raw
text; `id` (row number) and `y` (1 = positive) are added. Half of each class goes to certify; which half is decided by
the hash of a row's features, so rows with equal features are on one side, and the same on every machine.
"""
import csv
import hashlib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETS = ("abalone19", "kddcup-rootkit-imap_vs_back")


def read(path):
    """Column names without the class, and rows of (features, y)."""
    head, _, body = path.read_text(encoding="ascii").partition("@data")
    names = re.findall(r"^@attribute\s+(\S+)", head, re.MULTILINE)
    rows = []
    for line in body.split("\n"):
        if line.strip():
            *features, label = (value.strip() for value in line.split(","))
            assert len(features) == len(names) - 1 and label in ("positive", "negative"), line
            rows.append((features, int(label == "positive")))
    return names[:-1], rows


def certified(rows):
    """Feature texts of the certify side: the half of each class with the smaller hashes."""
    positive = {}
    for features, y in rows:
        text = ",".join(features)
        positive[text] = max(y, positive.get(text, 0))
    chosen = set()
    for label in (0, 1):
        texts = sorted((text for text in positive if positive[text] == label),
                       key=lambda text: hashlib.sha256(text.encode()).digest())
        chosen.update(texts[:len(texts) // 2])
    return chosen


def convert(name):
    names, rows = read(ROOT / f"third_party/data/keel/{name}.dat")
    chosen = certified(rows)
    folder = ROOT / "build/keel"
    folder.mkdir(parents=True, exist_ok=True)
    for side in ("tune", "certify"):
        with open(folder / f"{name}-{side}.csv", "w", newline="", encoding="ascii") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["id", *names, "y"])
            for number, (features, y) in enumerate(rows, 1):
                if (",".join(features) in chosen) == (side == "certify"):
                    writer.writerow([f"{name}-{number}", *features, y])


if __name__ == "__main__":
    for name in SETS:
        convert(name)
