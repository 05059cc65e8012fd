#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rounds/v*.toml against tests/golden/round/benchmarks.json, both ways. Usage: round_files_test.py SOURCE

The golden file holds the constants of the official checker, evaluated at each round's tag, and mlperf.conf. What it
doesn't have is listed here with its source and checked too. Then tools/round_tables.py must refuse faulty files.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
GOLDEN = json.loads((SOURCE / "tests/golden/round/benchmarks.json").read_text())["rounds"]
SCENARIOS = ["SingleStream", "MultiStream", "Server", "Interactive", "Offline"]
CATEGORIES = ["datacenter", "edge", "datacenter-edge"]

# Server and MultiStream bounds in ms: v0.5 (no constants exist; mlperf.conf @ v0.7.1 and arXiv:1911.02549, table III).
BOUNDS_V05 = {"resnet": (15, 50), "mobilenet": (10, 50), "ssd-small": (10, 50), "ssd-large": (100, 66),
              "gnmt": (250, 100)}


def load(path):
    return tomllib.loads(path.read_text())


def gates_of(model):
    """{(metric, scenario): {reference, share, target, upper}}"""
    accuracy = model["accuracy"]
    by_scenario = accuracy if isinstance(accuracy, dict) else {None: accuracy}
    gates = {(each["metric"], scenario): {"reference": each.get("reference"), "share": each.get("gate"),
                                          "target": each.get("target"), "upper": None}
             for scenario, rows in by_scenario.items() for each in rows}
    for each in model.get("accuracy_upper", []):
        empty = {"reference": None, "share": None, "target": None, "upper": None}
        gates.setdefault((each["metric"], None), empty)["upper"] = each["limit"]
    return gates


def token_bounds(model):
    bounds = model.get("token_latency_p99_ns") or {}
    if "ttft" in bounds:
        return {"Server": bounds}
    return {"Server" if scenario == "conversational" else scenario: each for scenario, each in bounds.items()}


def unit_of(round_name, name, model, scenario):
    """What the checker's result field for this scenario counts."""
    version = tuple(map(int, round_name[1:].split(".")))
    field = (model.get("result_field_override") or {}).get("Server" if scenario == "Interactive" else scenario, "")
    if round_name == "v4.0" and name.startswith("llama2-70b") and scenario == "Offline":
        return "Tokens/s"  # checker constants for v4.0 @ v4.1; see [[conflict]]
    if scenario == "SingleStream":
        return "Latency (s)" if name == "wan-2.2-t2v-a14b" else "Latency (ms)"
    if scenario == "MultiStream":
        return "Streams" if version < (2, 0) else "Latency (ms)"
    if "token" in field:
        return "Tokens/s"
    return "Samples/s" if scenario == "Offline" else "Queries/s"


class RoundFiles(unittest.TestCase):
    maxDiff = None

    def test_there_is_a_file_for_each_round_and_no_other(self):
        self.assertEqual({path.stem for path in (SOURCE / "rounds").glob("v*.toml")}, set(GOLDEN))

    def test_headers(self):
        for name, golden in GOLDEN.items():
            with self.subTest(name):
                file = load(SOURCE / f"rounds/{name}.toml")
                for table, seeds in (("seeds", golden["seeds"]), ("seeds_test05", golden["test05_seeds"])):
                    expected = {key.removesuffix("_rng_seed"): str(value) for key, value in (seeds or {}).items()}
                    self.assertEqual(file.get(table, {}), expected)
                self.assertEqual(file["min_duration_ms"], golden["min_duration_ms"])
                self.assertEqual(file["offline_min_samples"], golden["offline_min_samples"])
                self.assertEqual(file["conf"], golden["mlperf_conf"] or {})
                self.assertIn(golden["source"], file["source"])
                self.assertEqual(bool(file["published"]), bool(file["published_source"]))

    def test_aliases_are_those_of_the_checker_that_name_a_benchmark(self):
        for name, golden in GOLDEN.items():
            file = load(SOURCE / f"rounds/{name}.toml")
            expected = {spelling: model for spelling, model in golden["model_mapping"].items()
                        if model in golden["models"] and spelling not in golden["models"]}
            self.assertEqual(file["aliases"], expected, name)

    def test_benchmarks(self):
        for name, golden in GOLDEN.items():
            file = load(SOURCE / f"rounds/{name}.toml")
            self.assertEqual([each["name"] for each in file["benchmark"]], list(golden["models"]), name)
            for each in file["benchmark"]:
                model = golden["models"][each["name"]]
                with self.subTest(f"{name} {each['name']}"):
                    self.assertEqual(each["performance_sample_count"], model["performance_sample_count"])
                    self.assertEqual(each.get("dataset_size"), model.get("dataset_size"))
                    self.assertEqual(each.get("offline_min_samples"), model.get("offline_min_samples"))
                    self.assertEqual(each.get("audit_tests", []), model.get("audit_tests", []))
                    gates = {(gate["metric"], gate.get("scenario")):
                             {key: gate.get(key) for key in ("reference", "share", "target", "upper")}
                             for gate in each["gates"]}
                    self.assertEqual(gates, gates_of(model))
                    drifts = {gate["metric"]: gate["drift"] for gate in each["gates"] if "drift" in gate}
                    percents = model.get("test01_delta_perc", {})
                    self.assertEqual(drifts, {metric: percent / 100 for metric, percent in percents.items()})
                    self.check_scenarios(name, golden, each, model)

    def check_scenarios(self, name, golden, each, model):
        rules = {rule["name"]: rule for rule in each.get("scenario", [])}
        bounds = {scenario: bound // 1000000 for scenario, bound in model.get("latency_bound_ns", {}).items()}
        tokens = token_bounds(model)
        if name == "v0.5":
            bounds = dict(zip(("Server", "MultiStream"), BOUNDS_V05[each["name"]]))
        if name == "v4.0" and each["name"].startswith("llama2-70b"):  # mlperf.conf; the checker has none
            tokens = {"Server": {key: int(golden["mlperf_conf"][f"llama2-70b.Server.{key}_latency"]) * 1000000
                                 for key in ("ttft", "tpot")}}
        states = {scenario: {category: state for state in ("required", "optional") for category in CATEGORIES
                             if scenario in model.get(state, {}).get(category, [])} for scenario in SCENARIOS}
        expected = {scenario for scenario in SCENARIOS
                    if states[scenario] or scenario in bounds or scenario in tokens}
        if name == "v0.5":
            expected = {"SingleStream", "MultiStream", "Server", "Offline"}
        self.assertEqual(set(rules), expected)
        for scenario, rule in rules.items():
            self.assertEqual({category: rule[category.replace("-", "_")] for category in CATEGORIES
                              if category.replace("-", "_") in rule}, states[scenario], scenario)
            self.assertEqual(rule.get("latency_bound_ms"), bounds.get(scenario), scenario)
            for key in ("ttft", "tpot"):
                bound = rule.get(f"{key}_p99_ms")
                self.assertEqual(bound and bound * 1000000, tokens.get(scenario, {}).get(key), scenario)
            queries = model.get("min_queries", {})
            self.assertEqual(rule.get("min_queries"), queries.get("Server" if scenario == "Interactive" else scenario))
            samples = model.get("accuracy_sample_count")
            self.assertEqual(rule.get("accuracy_samples"),
                             samples.get(scenario) if isinstance(samples, dict) else samples)
            self.assertEqual(rule["unit"], unit_of(name, each["name"], model, scenario), scenario)


class ReferenceTasks(unittest.TestCase):
    def test_sizes_that_are_a_gates_reference_equal_it(self):
        checked = 0
        for family, facts in load(SOURCE / "rounds/reference_tasks.toml").items():
            for fact in facts:
                if "TOKENS_PER_SAMPLE" not in fact["source"]:
                    continue
                name = fact["source"].split("rounds/")[1].split(".toml")[0]
                models = [model for model_name, model in GOLDEN[name]["models"].items()
                          if model_name in (family, family + "-99", family + "-99.9")]
                self.assertTrue(models, fact)
                for model in models:
                    self.assertEqual(fact["number"], gates_of(model)[("TOKENS_PER_SAMPLE", None)]["reference"], family)
                    checked += 1
        self.assertEqual(checked, 7)  # llama2-70b and its interactive form twice each, for both gates; three others


# file, text, what stands there instead, part of the message
FAULTS = [
    ("v5.1.toml", "percentile = 0.9\n", "percentil = 0.9\n", "'percentil' isn't a key"),
    ("v5.1.toml", "performance_sample_count = 1024", 'performance_sample_count = "1024"', "wrong type"),
    ("v5.1.toml", "performance_sample_count = 1024\n", "", "has no 'performance_sample_count'"),
    ("v5.1.toml", 'unit = "Tokens/s"', 'unit = "Tokens"', "isn't a unit"),
    ("v5.1.toml", 'name = "Offline"', 'name = "offline"', "isn't a scenario"),
    ("v5.1.toml", "target = 75.6954", "target = 75.6", "isn't reference × share"),
    ("v5.1.toml", 'published = "2025-09-09"', 'published = "Sept 9"', "isn't a date"),
    ("v5.1.toml", 'qsl = "1780908523862526354"', 'qsl = "99999999999999999999"', "64 bits"),
    ("v5.1.toml", '"resnet50" = "resnet"', '"resnet50" = "resnet18"', "isn't a benchmark of this round"),
    ("v5.1.toml", 'edge = "required"', 'edge = "yes"', "'required' or 'optional'"),
    ("v5.1.toml", "audit_tests = [", "audit_tests = (", "v5.1.toml:"),
    ("compatibility.toml", 'first = "v0.5"', 'first = "v0.6"', "there is no round v0.6"),
    ("compatibility.toml", 'benchmark = "resnet"', 'benchmark = "resnet18"', "no round has a benchmark"),
    ("names.toml", '"resnet" =', '"resnet18" =', "no round has a benchmark"),
    ("reference_tasks.toml", 'axis = "data"', 'axis = "date"', "isn't an axis"),
]


class Reader(unittest.TestCase):
    def make(self, folder):
        return subprocess.run([sys.executable, "-B", SOURCE / "tools/round_tables.py", folder, folder / "tables.cc"],
                              capture_output=True, text=True, timeout=60)

    def test_refuses_faulty_files_with_file_and_line(self):
        for file, old, new, message in FAULTS:
            with self.subTest(f"{file}: {new}"), tempfile.TemporaryDirectory() as home:
                folder = pathlib.Path(home)
                for path in (SOURCE / "rounds").glob("*.toml"):
                    shutil.copy(path, folder)
                content = (folder / file).read_text()
                self.assertIn(old, content)
                (folder / file).write_text(content.replace(old, new, 1))
                ran = self.make(folder)
                self.assertEqual(ran.returncode, 1, ran.stderr)
                self.assertRegex(ran.stderr, rf"rounds/{file}:\d+: ")
                self.assertIn(message, ran.stderr)
                self.assertFalse((folder / "tables.cc").exists())


unittest.main(verbosity=0)
