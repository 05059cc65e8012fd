#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes rounds/results/*.tsv from tables of public MLPerf Inference results, one CSV a round.

usage: held_rounds.py TABLES OUT DATE     TABLES holds v0.5.csv … or v1.0.csv.gz …; DATE is the day of retrieval

A table has one row a result with the columns named below. What follows from the rest is left out: the place in the
results tree (division, submitter, system, model, scenario), addresses made of it, the validity (an invalid result isn't
published), and a published value where it equals the one in the logs. The unit written is the published one where the
round published any: it is what a reader meets, right or wrong.
"""
import csv
import gzip
import pathlib
import sys

SYSTEM = ("organisation division availability category system system_name accelerator accelerators_per_node nodes "
          "total_accelerators host_processor host_processors_per_node host_cores framework operating_system").split()
SYSTEM_HEADS = ("submitter division availability category id name accelerator accelerators_per_node nodes "
                "total_accelerators host_processor host_processors_per_node host_cores framework operating_system")
BUILD = "weight_data_types input_data_types retraining weight_transformations loadgen_version".split()
BUILD_HEADS = "weights inputs retraining weight_transformations loadgen_version"
ROW = ("model scenario value unit slot inferred runs accuracy target_latency_ns ttft_p99_ns tpot_p99_ns has_power "
       "power_value power_unit result_id")
SOURCES = {
    "v5.1": "https://github.com/mlcommons/inference_results_v5.1 (logs and summary_results.json)",
    "v6.0": "https://github.com/mlcommons/inference (the official checker's table of the round)",
}
LICENCES = {
    "v5.1": "the source has no licence file; facts only (names, settings, measured values), source cited",
}


def read(folder, name):
    path = folder / f"{name}.csv"
    if path.exists():
        return list(csv.DictReader(path.open(newline="", encoding="utf-8")))
    with gzip.open(folder / f"{name}.csv.gz", "rt", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def number_of(table, key):
    return table.setdefault(key, len(table))


def line(fields):
    for field in fields:
        assert "\t" not in field and "\n" not in field, field
    return "\t".join(fields).rstrip("\t") + "\n"


def row_line(row, systems, builds):
    stated = row["location"].rsplit("/", 1)[1]
    place = "/".join((row["division"], row["organisation"], "results", row["system"], row["model_dir"], stated))
    assert place == row["location"] and stated.lower() == row["scenario"].lower(), row
    assert row["valid"] == "VALID" and row["published_value"] in ("", row["value"]), row
    system = number_of(systems, tuple(row[key] for key in SYSTEM))
    build = number_of(builds, tuple(row[key] for key in BUILD))
    slot = "" if row["model"] == row["model_dir"] else row["model"]
    runs = "" if row["runs"] == "1" else row["runs"]
    inferred = row["inferred"]
    return system, line((str(system), str(build), row["model_dir"], stated, row["value"],
                         row["published_units"] or row["units"], slot, inferred, runs, row["accuracy"],
                         row["target_latency_ns"], row["ttft_p99_ns"], row["tpot_p99_ns"],
                         "1" if row["has_power"] == "1" else "", row["power_value"], row["power_units"],
                         row["result_id"]))


def convert(name, rows, date):
    systems, builds = {}, {}
    lines = [row_line(row, systems, builds) for row in rows]
    lines.sort(key=lambda item: item[0])
    source = SOURCES.get(name, f"https://github.com/mlcommons/inference_results_{name} (logs)")
    head = [
        "# SPDX-License-Identifier: Apache-2.0\n",
        "# assay results 1\n",
        f"# round {name}\n",
        f"# source {source}\n",
        f"# licence {LICENCES.get(name, 'Apache-2.0; facts only (names, settings, measured values)')}\n",
        f"# taken {date}\n",
    ]
    out = head + ["# systems " + SYSTEM_HEADS + "\n"] + [line(system) for system in systems]
    out += ["# builds " + BUILD_HEADS + "\n"] + [line(build) for build in builds]
    return "".join(out + ["# rows system build " + ROW + "\n"] + [text for _, text in lines])


def main():
    folder, out, date = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    names = sorted({path.name.split(".csv")[0] for path in folder.glob("v*.csv*") if "_" not in path.name})
    for name in names:
        (out / f"{name}.tsv").write_text(convert(name, read(folder, name), date), encoding="utf-8")


main()
