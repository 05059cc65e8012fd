#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns rounds/*.toml into constant C++ tables for src/round. Usage: round_tables.py ROUNDS_DIR OUTPUT.cc

Every key is checked: its name, its type, what it refers to. A fault is printed as FILE:LINE: text, and nothing is
written. The standard library's TOML reader keeps no lines; they come from a second, simple pass over the text, which is
why a key must stand at the start of its line (checked: what that pass doesn't find has no line and is a fault).
"""
import pathlib
import re
import sys
import tomllib

SCENARIOS = {"SingleStream": "kSingleStream", "MultiStream": "kMultiStream", "Server": "kServer",
             "Interactive": "kInteractive", "Offline": "kOffline"}
UNITS = {"Samples/s": "kSamplesPerSecond", "Queries/s": "kQueriesPerSecond", "Tokens/s": "kTokensPerSecond",
         "Latency (ms)": "kLatencyMs", "Latency (s)": "kLatencyS", "Streams": "kStreams"}
AXES = {"task", "model", "data", "class_balance", "input_size", "output_size", "quality_bar", "pipeline"}
NUMBER = (int, float)

# key: (type, must be there)
ROUND_KEYS = {"name": (str, True), "published": (str, True), "published_source": (str, True), "source": (str, True),
              "results_source": (str, True), "min_duration_ms": (int, True), "offline_min_samples": (int, True),
              "seeds": (dict, True), "seeds_test05": (dict, False), "aliases": (dict, True), "benchmark": (list, True),
              "conflict": (list, False), "conf": (dict, True)}
SEED_KEYS = {"qsl": (str, True), "sample_index": (str, True), "schedule": (str, True)}
BENCHMARK_KEYS = {"name": (str, True), "task": (str, True), "dataset": (str, True), "sample": (str, True),
                  "metric_kind": (str, True), "performance_sample_count": (int, True), "dataset_size": (int, False),
                  "offline_min_samples": (int, False), "audit_tests": (list, False), "gates": (list, True),
                  "scenario": (list, False)}
GATE_KEYS = {"metric": (str, True), "reference": (NUMBER, False), "share": (NUMBER, False), "target": (NUMBER, False),
             "upper": (NUMBER, False), "scenario": (str, False), "drift": (NUMBER, False)}
SCENARIO_KEYS = {"name": (str, True), "unit": (str, True), "metric": (str, True), "percentile": (float, False),
                 "latency_bound_ms": (int, False), "ttft_p99_ms": (int, False), "tpot_p99_ms": (int, False),
                 "min_queries": (int, False), "accuracy_samples": (int, False), "datacenter": (str, False),
                 "edge": (str, False), "datacenter_edge": (str, False)}
CONFLICT_KEYS = {"item": (str, True), "rules": (str, False), "conf": (str, False), "checker": (str, False)}
COMPATIBLE_KEYS = {"benchmark": (str, True), "first": (str, True), "last": (str, False)}
BREAK_KEYS = {"benchmark": (str, False), "scenario": (str, False), "before": (str, True), "from": (str, True),
              "reason": (str, True), "source": (str, True)}
FACT_KEYS = {"axis": (str, True), "value": (str, True), "number": (NUMBER, False), "unit": (str, False),
             "source": (str, True)}


class File:
    """A TOML file, the line of each of its tables and keys, and the faults found in it."""

    def __init__(self, path, faults):
        self.path, self.faults = path, faults
        self.name = f"rounds/{path.name}"
        text = path.read_text(encoding="utf-8")
        try:
            self.values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            self.faults.append(f"{self.name}:{line[1] if line else 1}: {error}")
            self.values = {}
        self.tables = {}  # header -> [(line of the header, {key: line})]
        keys = {}
        self.tables[""] = [(1, keys)]
        for number, line in enumerate(text.splitlines(), 1):
            if header := re.match(r"\[\[?([\w.\"' -]+?)\]\]?\s*(#.*)?$", line):
                keys = {}
                self.tables.setdefault(header[1], []).append((number, keys))
            elif key := re.match(r"(?:\"([^\"]+)\"|([\w-]+))\s*=", line):
                keys[key[1] or key[2]] = number

    def line(self, header="", index=0, key=None):
        tables = self.tables.get(header, [])
        if index >= len(tables):
            return 0
        start, keys = tables[index]
        return keys.get(key, start) if key else start

    def fault(self, line, text):
        self.faults.append(f"{self.name}:{line}: {text}")

    def check(self, table, keys, header="", index=0, line=None):
        """Names and types of a table's keys."""
        for key, value in table.items():
            where = line or self.line(header, index, key)
            if key not in keys:
                self.fault(where, f"'{key}' isn't a key of {header or 'the file'}; there are: {' '.join(keys)}")
            elif not isinstance(value, keys[key][0]) or isinstance(value, bool):
                self.fault(where, f"{key} has the wrong type: {value!r}")
            elif isinstance(value, NUMBER) and value < 0:
                self.fault(where, f"{key} is below 0: {value}")
        for key, (_, needed) in keys.items():
            if needed and key not in table:
                self.fault(line or self.line(header, index), f"{header or 'the file'} has no '{key}'")


def version(name):
    return tuple(int(part) for part in name[1:].split("."))


def family(benchmark):
    return re.sub(r"-9[59](\.9)?$", "", benchmark)


def key_of(spelling):
    """Case, blanks and punctuation don't count. Must equal src/round/names.cc."""
    return re.sub(r"[^a-z0-9]", "", spelling.lower())


def check_gates(file, benchmark, line):
    for gate in benchmark.get("gates", []):
        if not isinstance(gate, dict):
            file.fault(line, f"a gate is a table, not {gate!r}")
            continue
        file.check(gate, GATE_KEYS, "gates", 0, line)
        if not 0 < gate.get("drift", 0.5) < 1:
            file.fault(line, f"gate {gate.get('metric')}: drift is a share between 0 and 1, found {gate['drift']}")
        if "target" not in gate and "upper" not in gate:
            file.fault(line, f"gate {gate.get('metric')} has neither target nor upper")
        if {"reference", "share", "target"} <= gate.keys():
            product = gate["reference"] * gate["share"]
            if abs(product - gate["target"]) > 1e-9 * abs(product):
                file.fault(line, f"gate {gate['metric']}: target {gate['target']} isn't reference × share = {product}")
        if gate.get("scenario", "Server") not in SCENARIOS:
            file.fault(line, f"'{gate['scenario']}' isn't a scenario")


def check_scenarios(file, benchmark, first):
    """`first`: how many [[benchmark.scenario]] stand before this benchmark's."""
    seen = set()
    for offset, rule in enumerate(benchmark.get("scenario", [])):
        at = ("benchmark.scenario", first + offset)
        file.check(rule, SCENARIO_KEYS, *at)
        name = rule.get("name")
        if name not in SCENARIOS:
            file.fault(file.line(*at, "name"), f"'{name}' isn't a scenario; there are: {' '.join(SCENARIOS)}")
        if name in seen:
            file.fault(file.line(*at, "name"), f"scenario {name} stands twice")
        seen.add(name)
        if rule.get("unit") not in UNITS:
            file.fault(file.line(*at, "unit"), f"'{rule.get('unit')}' isn't a unit; there are: {', '.join(UNITS)}")
        if not 0 <= rule.get("percentile", 0) < 1:
            file.fault(file.line(*at, "percentile"), f"percentile {rule['percentile']} isn't between 0 and 1")
        for category in ("datacenter", "edge", "datacenter_edge"):
            if rule.get(category, "required") not in ("required", "optional"):
                file.fault(file.line(*at, category), f"{category} is 'required' or 'optional', not '{rule[category]}'")


def check_round(file):
    values = file.values
    file.check(values, ROUND_KEYS)
    if values.get("name") != file.path.stem:
        file.fault(file.line("", 0, "name"), f"the name of this file's round is {file.path.stem}")
    if not re.fullmatch(r"(\d{4}-\d\d-\d\d)?", str(values.get("published", ""))):
        file.fault(file.line("", 0, "published"), f"'{values['published']}' isn't a date (2025-09-09) or empty")
    for header in ("seeds", "seeds_test05"):
        table = values.get(header, {})
        file.check(table, SEED_KEYS if table or header == "seeds" else {}, header)
        for key, seed in table.items():
            if not re.fullmatch(r"\d{1,20}", str(seed)) or int(seed) >= 2**64:
                file.fault(file.line(header, 0, key), f"'{seed}' isn't a number of 64 bits")
    names, scenarios = set(), 0
    for index, benchmark in enumerate(values.get("benchmark", [])):
        file.check(benchmark, BENCHMARK_KEYS, "benchmark", index)
        line = file.line("benchmark", index, "name")
        if benchmark.get("name") in names:
            file.fault(line, f"benchmark {benchmark['name']} stands twice")
        names.add(benchmark.get("name"))
        check_gates(file, benchmark, file.line("benchmark", index, "gates"))
        check_scenarios(file, benchmark, scenarios)
        scenarios += len(benchmark.get("scenario", []))
    for spelling, benchmark in values.get("aliases", {}).items():
        if benchmark not in names:
            file.fault(file.line("aliases", 0, spelling), f"'{benchmark}' isn't a benchmark of this round")
    for index, conflict in enumerate(values.get("conflict", [])):
        file.check(conflict, CONFLICT_KEYS, "conflict", index)
        if len(conflict) < 3:
            file.fault(file.line("conflict", index), "a conflict has two sides at least")
    for key, value in values.get("conf", {}).items():
        if not isinstance(value, str):
            file.fault(file.line("conf", 0, key), f"{key} is text, not {value!r}")


def check_compatibility(file, rounds, families):
    file.check(file.values, {"compatible": (list, True), "break": (list, True)})
    for header, keys in (("compatible", COMPATIBLE_KEYS), ("break", BREAK_KEYS)):
        for index, row in enumerate(file.values.get(header, [])):
            file.check(row, keys, header, index)
            for key in ("first", "last", "before", "from"):
                if key in row and row[key] not in rounds:
                    file.fault(file.line(header, index, key), f"there is no round {row[key]}")
            if row.get("benchmark", next(iter(families))) not in families:
                file.fault(file.line(header, index, "benchmark"), f"no round has a benchmark {row['benchmark']}")
            if row.get("scenario", "Server") not in SCENARIOS:
                file.fault(file.line(header, index, "scenario"), f"'{row['scenario']}' isn't a scenario")


def check_names(file, families):
    for name, spellings in file.values.items():
        if name not in families:
            file.fault(file.line("", 0, name), f"no round has a benchmark {name}")
        if not isinstance(spellings, list) or not all(isinstance(each, str) for each in spellings):
            file.fault(file.line("", 0, name), "spellings are a list of texts")


def check_facts(file, families):
    for name, facts in file.values.items():
        if name not in families:
            file.fault(file.line(name), f"no round has a benchmark {name}")
        for index, fact in enumerate(facts):
            header = f'"{name}"' if f'"{name}"' in file.tables else name
            file.check(fact, FACT_KEYS, header, index)
            if fact.get("axis") not in AXES:
                file.fault(file.line(header, index, "axis"), f"'{fact.get('axis')}' isn't an axis; there are: "
                                                             f"{' '.join(sorted(AXES))}")


def text(value):
    """A C++ string literal; bytes outside of ASCII as octal, which can't run on into the next character."""
    out = ""
    for byte in (value or "").encode():
        char = chr(byte)
        out += f"\\{char}" if char in '"\\' else char if 32 <= byte < 127 else f"\\{byte:03o}"
    return f'"{out}"'


def number(value):
    return "{}" if value is None else f"{float(value)!r}"


def nanoseconds(milliseconds):
    return "{}" if milliseconds is None else f"std::int64_t{{{milliseconds * 1000000}}}"


def count(value):
    return "{}" if value is None else f"std::uint64_t{{{value}}}"


def scenario(value):
    return f"Scenario::{SCENARIOS[value]}" if value else "{}"


class Writer:
    def __init__(self):
        self.lines, self.arrays = [], 0

    def array(self, kind, rows):
        """A named constant array, or {} when there are no rows."""
        if not rows:
            return "{}"
        self.arrays += 1
        self.lines.append(f"constexpr {kind} kArray{self.arrays}[] = {{")
        self.lines += [f"    {row}," for row in rows]
        self.lines.append("};")
        return f"kArray{self.arrays}"

    def benchmark(self, file, index, benchmark):
        gates = self.array("Gate", [
            f"{{{text(gate['metric'])}, {number(gate.get('reference'))}, {number(gate.get('share'))}, "
            f"{number(gate.get('target'))}, {number(gate.get('upper'))}, {scenario(gate.get('scenario'))}, "
            f"{number(gate.get('drift'))}}}"
            for gate in benchmark["gates"]])
        rules = []
        for rule in benchmark.get("scenario", []):
            flags = [str(rule.get(category) == state).lower()
                     for category in ("datacenter", "edge", "datacenter_edge") for state in ("required", "optional")]
            rules.append(
                f"{{Scenario::{SCENARIOS[rule['name']]}, ResultUnit::{UNITS[rule['unit']]}, {text(rule['metric'])}, "
                f"{rule.get('percentile', 0.0)!r}, {nanoseconds(rule.get('latency_bound_ms'))}, "
                f"{nanoseconds(rule.get('ttft_p99_ms'))}, {nanoseconds(rule.get('tpot_p99_ms'))}, "
                f"{count(rule.get('min_queries'))}, {', '.join(flags)}, {count(rule.get('accuracy_samples'))}}}")
        scenarios = self.array("ScenarioRule", rules)
        audits = self.array("std::string_view", [text(each) for each in benchmark.get("audit_tests", [])])
        words = ", ".join(text(benchmark[key]) for key in ("name", "task", "dataset", "sample", "metric_kind"))
        return "{" + ", ".join([words, gates, scenarios, str(benchmark["performance_sample_count"]),
                                count(benchmark.get("dataset_size")), audits,
                                text(f"{file.name}:{file.line('benchmark', index)}"),
                                count(benchmark.get("offline_min_samples"))]) + "}"

    def spellings(self, values, names):
        """Sorted (key, benchmarks): each benchmark's name, family and aliases, and rounds/names.toml; all of these also
        with the gate, and with the name of the scenario Interactive where the benchmark has it."""
        found = {}
        for benchmark in values["benchmark"]:
            name = benchmark["name"]
            gate = name[len(family(name)):]
            bases = {family(name), *names.get(family(name), [])}
            bases |= {spelling for spelling, target in values["aliases"].items() if family(target) == family(name)
                      and spelling == family(spelling)}
            spelled = {name, *bases, *(base + gate for base in bases)}
            spelled |= {spelling for spelling, target in values["aliases"].items() if target == name}
            if any(rule["name"] == "Interactive" for rule in benchmark.get("scenario", [])):
                spelled |= {each + "interactive" for each in [*spelled]} | {base + "interactive" + gate for base in bases}
            for key in {key_of(each) for each in spelled}:
                found.setdefault(key, []).append(name)
        # What is one benchmark's own name means that benchmark only.
        for benchmark in values["benchmark"]:
            found[key_of(benchmark["name"])] = [benchmark["name"]]
        return self.array("Spelling", [f"{{{text(key)}, {self.array('std::string_view', [*map(text, found[key])])}}}"
                                       for key in sorted(found)])

    def round(self, file, names):
        values = file.values
        benchmarks = self.array("Benchmark", [self.benchmark(file, index, each)
                                              for index, each in enumerate(values["benchmark"])])
        aliases = self.array("Alias", [f"{{{text(key)}, {text(value)}}}" for key, value in values["aliases"].items()])
        conf = self.array("ConfKey", [f"{{{text(key)}, {text(value)}}}" for key, value in values["conf"].items()])
        conflicts = self.array("Conflict", [
            "{" + ", ".join(text(each.get(key)) for key in CONFLICT_KEYS) + "}" for each in values.get("conflict", [])])
        seeds = [f"{int(values['seeds'][key])}u" for key in SEED_KEYS]
        other = values.get("seeds_test05")
        test05 = "Seeds{" + ", ".join(f"{int(other[key])}u" for key in SEED_KEYS) + "}" if other else "{}"
        words = [text(values[key]) for key in ("name", "published", "published_source", "source", "results_source")]
        return "{" + ", ".join([*words, *seeds, str(values["min_duration_ms"]), str(values["offline_min_samples"]),
                                benchmarks, aliases, conf, test05, conflicts, self.spellings(values, names)]) + "}"


def write_tables(rounds, names, compatibility, facts):
    writer = Writer()
    table = writer.array("Round", [writer.round(file, names.values) for file in rounds])
    stretches = writer.array("Compatibility", [
        "{" + ", ".join([*(text(row.get(key)) for key in ("benchmark", "first", "last")),
                         text("MLCommons, MLPerf_Compatibility_Table.adoc (" + compatibility.name + ":"
                              + str(compatibility.line("compatible", index)) + ")")]) + "}"
        for index, row in enumerate(compatibility.values["compatible"])])
    breaks = writer.array("MetricBreak", [
        "{" + ", ".join([text(row.get("benchmark")), scenario(row.get("scenario")),
                         *(text(row[key]) for key in ("before", "from", "reason", "source"))]) + "}"
        for row in compatibility.values["break"]])
    tasks = writer.array("ReferenceFact", [
        "{" + ", ".join([text(name), text(fact["axis"]), text(fact["value"]), number(fact.get("number")),
                         text(fact.get("unit")), text(fact["source"])]) + "}"
        for name, rows in facts.values.items() for fact in rows])
    lines = ["// Generated by tools/round_tables.py from rounds/*.toml. Do not edit.", '#include "round/round.h"', "",
             "namespace assay::round {", "namespace {", "", *writer.lines, "", "}  // namespace", "",
             f"std::span<const Round> AllRounds() {{ return {table}; }}",
             f"std::span<const Compatibility> AllCompatibilities() {{ return {stretches}; }}",
             f"std::span<const MetricBreak> AllMetricBreaks() {{ return {breaks}; }}",
             f"std::span<const ReferenceFact> AllReferenceFacts() {{ return {tasks}; }}", "",
             "}  // namespace assay::round", ""]
    return "\n".join(lines)


def main(folder, output):
    faults = []
    rounds = sorted((File(path, faults) for path in folder.glob("v*.toml")), key=lambda file: version(file.path.stem))
    if not rounds:
        sys.exit(f"{folder}: no round (v*.toml)")
    names, compatibility, facts = (File(folder / f"{stem}.toml", faults)
                                   for stem in ("names", "compatibility", "reference_tasks"))
    if not faults:
        for file in rounds:
            check_round(file)
        families = {family(each.get("name", "")) for file in rounds for each in file.values.get("benchmark", [])}
        check_compatibility(compatibility, {file.path.stem for file in rounds}, families)
        check_names(names, families)
        check_facts(facts, families)
    if faults:
        sys.exit("\n".join(faults))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(write_tables(rounds, names, compatibility, facts), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
