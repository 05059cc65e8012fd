#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random settings and seeds through the official wheel and through this project's load generator: equal or named.

Compared for each: loaded sets, sample order, query count, flushes, effective_* and generated_* values, error and warning
lines, the accuracy log's choice, and validity (the settings leave it to counts, not to the clock). Server's due times are
compared with a third voter. Usage: test_parity.py WHEEL_FOLDER LOADGEN_REPLAY [CASES [SEED]]"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from poisson import due_times

here = pathlib.Path(__file__).parent
BATCH = 50


def draw(rng):
    """Settings that both programs can run. What the official one can't survive is left out: no query, an index outside
    a loaded set, more unique starts than there are; so is what its own clock decides."""
    scenario = rng.choice(["SingleStream", "MultiStream", "Server", "Offline"])
    mode = rng.choice(["PerformanceOnly"] * 3 + ["AccuracyOnly", "SubmissionRun"])
    case = {"scenario": scenario, "mode": mode, "total": rng.choice([1, 2, 3, rng.randint(1, 40), rng.randint(1, 400)])}
    case["perf"] = rng.randint(1, case["total"])
    for name in ("qsl", "sample_index", "schedule", "accuracy_log"):
        case[name + "_rng_seed"] = rng.choice([0, rng.randint(0, 2**32 - 1), rng.randint(0, 2**64 - 1)])
    case["min_query_count"] = rng.choice([1, rng.randint(1, 50), rng.randint(1, 700)])
    case["min_duration_ms"] = 0
    if scenario == "Server":
        case["server_target_qps"] = rng.choice([2e4, 123456.7, 1e6, rng.uniform(2e4, 2e6)])
        case["server_target_latency_ns"] = 10**12
        case["min_duration_ms"] = rng.choice([0, rng.randint(1, 15)])
    elif scenario == "Offline":
        # Its one query ends when it ends: a duration that it could reach by chance would leave validity to the clock.
        case["min_duration_ms"] = rng.choice([0, rng.randint(60_000, 600_000)])
        case["offline_expected_qps"] = rng.choice([1.0, 0.9995, rng.uniform(0.1, 5 if case["min_duration_ms"] else 5e4)])
    elif scenario == "MultiStream":
        case["multi_stream_samples_per_query"] = rng.randint(1, 12)
    if rng.random() < 0.15:
        case["performance_sample_count_override"] = rng.randint(1, case["total"] + 5)
    if rng.random() < 0.15:
        case["accuracy_sample_count_override"] = rng.randint(1, case["total"] + 5)
    order = rng.random()
    if order < 0.15 and not (scenario == "Offline" and "performance_sample_count_override" in case):
        case["performance_issue_unique"] = True
    elif order < 0.25:
        case["performance_issue_same"] = True  # index 0 is in every set
        if mode == "PerformanceOnly":
            loaded = min(case.get("performance_sample_count_override", case["perf"]), case["total"])
            case["performance_issue_same_index"] = rng.randrange(loaded)
    # Unique and equal issue together ask MultiStream for more starts than there are: the official program throws.
    if rng.random() < 0.25 and not (scenario == "MultiStream" and case.get("performance_issue_unique")):
        case["sample_concatenate_permutation"] = True
    if rng.random() < 0.2:
        case["accuracy_log_probability"] = rng.choice([0.05, 0.5, 1.0, rng.random()])
    if rng.random() < 0.2:
        case["accuracy_log_sampling_target"] = rng.randint(1, 100)
    if rng.random() < 0.1 and scenario != "Offline":
        case["max_query_count"] = rng.randint(1, 300)
    if rng.random() < 0.1:
        case["test05"] = True
        for name in ("qsl", "sample_index", "schedule"):
            case[f"test05_{name}_rng_seed"] = rng.randint(0, 2**64 - 1)
    return case


def logged(folder):
    """What the four files say that doesn't depend on the clock."""
    values, generated, said, validity = {}, [], [], None
    for line in (folder / "mlperf_log_detail.txt").read_text().splitlines():
        if "loadgen_file_sha1" in line:
            continue
        # The official log has bare nan and inf, which aren't JSON; neither is compared.
        entry = json.loads(re.sub(r'"value": -?(nan|inf),', '"value": null,', line[line.index("{"):]))
        key, value = entry["key"], entry["value"]
        if key.startswith("effective_"):
            values[key] = value
        elif key.startswith("generated_") or key == "loaded_qsl_set":
            generated.append((key, value))
        elif key == "result_validity":
            validity = value
        # Of the official logger itself, about its buffers and the races between its threads.
        if str(value).startswith("Logging allocation detected") or value == "CAS failed.":
            continue
        if entry["metadata"]["is_error"] or entry["metadata"]["is_warning"]:
            said.append((key, value))
    chosen = sorted((e["seq_id"], e["qsl_idx"]) for e in json.loads((folder / "mlperf_log_accuracy.json").read_text()))
    return {"effective": values, "generated": generated, "messages": said, "accuracy log": chosen, "validity": validity}


def run_official(wheel, root, cases):
    """What the official program did in each case, None where it died; and the cases where it did."""
    results, died = [], []
    while len(results) < len(cases):
        first, end = len(results), min(len(results) + BATCH, len(cases))
        done = subprocess.run([sys.executable, here / "official.py", wheel, root / "cases.json", root / "theirs",
                               str(first), str(end)], capture_output=True, text=True, timeout=600)
        results += [json.loads(line) for line in done.stdout.splitlines()]
        if len(results) < end:
            died.append(cases[len(results)])
            results.append(None)
    return results, died


def main():
    wheel, program = sys.argv[1], sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 520
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 20260820
    rng = random.Random(seed)
    cases = [draw(rng) for _ in range(count)]
    differences, voted = [], 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "cases.json").write_text(json.dumps(cases))
        done = subprocess.run([program, root / "cases.json", root / "ours"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} ended with {done.returncode}: {done.stderr}")
        ours = [json.loads(line) for line in done.stdout.splitlines()]
        theirs, died = run_official(wheel, root, cases)
        for number, case in enumerate(cases):
            if theirs[number] is None:
                continue
            mine, other = logged(root / "ours" / str(number)), logged(root / "theirs" / str(number))
            mine["flushes"], other["flushes"] = ours[number]["flushes"], theirs[number]["flushes"]
            mine["order"] = [(r["load"], r["queries"]) for r in ours[number]["runs"]]
            other["order"] = [(r["load"], r["queries"]) for r in theirs[number]["runs"]]
            for what in mine:
                if mine[what] != other[what]:
                    differences.append(f"case {number} {case}\n  {what}: {str(mine[what])[:300]}\n  official: {str(other[what])[:300]}")
            if case["scenario"] != "Server":
                continue
            seed_name = "test05_schedule_rng_seed" if case.get("test05") else "schedule_rng_seed"
            for run in ours[number]["runs"]:
                voted += 1
                if run["due_ns"] != due_times(case[seed_name], case["server_target_qps"], len(run["due_ns"]))[:-1]:
                    differences.append(f"case {number}: due times differ from the definition")
    print("\n".join(differences[:20]))
    for case in died:
        print(f"the official program died in {case}")
    compared = count - len(died)
    print(f"{compared} cases compared (seed {seed}), {voted} schedules with a third voter, "
          f"{len(differences)} differences; the official program died in {len(died)} more")
    sys.exit(1 if differences or compared < 0.98 * count else 0)


main()
