#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes examples/rare-class/{flchain,lending}-{tune,certify}.csv from the R data sets in two Debian 12 packages.

Usage: build/train/bin/python tools/rare_class_tables.py     (needs apt-get's package lists, not root)

Rows whose feature columns are all equal stay on one side of the split, so that no certification row was seen in
training; the split is stratified by label and fixed by SEED. Nothing is imputed: a column with missing cells is left out.
"""
import lzma
import pathlib
import struct
import subprocess
import warnings

import numpy as np
import rdata

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/rare-class"
SEED = 20261129
PACKAGES = {"flchain": ("r-cran-survival=3.5-3-1", "survival"),
            "lending_club": ("r-cran-modeldata=1.1.0-1", "modeldata")}


def read_rds(content):
    """An R value from serialised bytes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return rdata.conversion.convert(rdata.parser.parse_data(content))


def read_set(name):
    """A data set out of R's lazy-load pair: Rdata.rdx says where in Rdata.rdb the xz-packed value lies."""
    package, folder = PACKAGES[name]
    WORK.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "-qq", "download", package], cwd=WORK, check=True)
    archive = next(WORK.glob(package.split("=")[0] + "_*.deb"))
    subprocess.run(["dpkg-deb", "-x", archive, WORK / folder], check=True)
    base = next((WORK / folder).rglob(f"{folder}/data/Rdata.rdb"))
    offset, length = (int(part) for part in read_rds(base.with_suffix(".rdx").read_bytes())["variables"][name])
    packed = base.read_bytes()[offset:offset + length]
    assert packed[4:5] == b"Z", "not packed with xz"
    content = lzma.decompress(packed[5:], lzma.FORMAT_RAW, None, [{"id": lzma.FILTER_LZMA2, "preset": 6}])
    assert len(content) == struct.unpack(">I", packed[:4])[0]
    return read_rds(content)


def flchain():
    """Serum free light chains of 7,874 residents; y = monoclonal gammopathy of undetermined significance."""
    source = read_set("flchain")
    table = source[["age", "kappa", "lambda"]].astype(float)
    table.insert(1, "male", (source["sex"] == "M").astype(int))
    return table, source["mgus"].astype(int).to_numpy()


def lending():
    """9,857 loans; y = 1 for a bad one. Orders become numbers, the three verification states two columns."""
    source = read_set("lending_club")
    table = source.drop(columns=["Class", "term", "sub_grade", "addr_state", "verification_status", "emp_length"])
    table = table.astype(float)
    table["term_months"] = source["term"].map({"term_36": 36, "term_60": 60}).astype(int)
    table["sub_grade"] = [5 * "ABCDEFG".index(grade[0]) + int(grade[1]) for grade in source["sub_grade"]]
    table["verified"] = (source["verification_status"] == "Verified").astype(int)
    table["source_verified"] = (source["verification_status"] == "Source_Verified").astype(int)
    years = {"emp_lt_1": 0, "emp_ge_10": 10, "emp_unk": 0} | {f"emp_{n}": n for n in range(1, 10)}
    table["emp_years"] = source["emp_length"].map(years).astype(int)
    table["emp_unknown"] = (source["emp_length"] == "emp_unk").astype(int)
    return table, (source["Class"] == "bad").astype(int).to_numpy()


def split(table, y, certify_share):
    """True for each certification row. Equal feature rows form a group that counts as positive if one of them is."""
    group = table.groupby(list(table.columns), sort=False).ngroup().to_numpy()
    positive = np.zeros(group.max() + 1, bool)
    np.logical_or.at(positive, group, y == 1)
    chosen = np.zeros(group.max() + 1, bool)
    generator = np.random.default_rng(SEED)
    for label in (False, True):
        members = np.flatnonzero(positive == label)
        chosen[generator.permutation(members)[:round(certify_share * len(members))]] = True
    return chosen[group]


def write(name, table, y, certify_share):
    certify = split(table, y, certify_share)
    table = table.copy()
    for column in table.columns:  # whole numbers without ".0"
        if (table[column] % 1 == 0).all():
            table[column] = table[column].astype(int)
    table.insert(0, "id", [f"{name}-{number}" for number in range(1, len(table) + 1)])
    table["y"] = y
    for side, rows in (("tune", ~certify), ("certify", certify)):
        table[rows].to_csv(ROOT / f"examples/rare-class/{name}-{side}.csv", index=False)
        print(f"{name}-{side}: {rows.sum()} rows, {y[rows].sum()} positive ({y[rows].mean():.2%})")


if __name__ == "__main__":
    write("flchain", *flchain(), certify_share=0.6)
    write("lending", *lending(), certify_share=0.5)
