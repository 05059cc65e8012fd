#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts false verdicts of real comparisons: one system against itself, N times, on this machine.

  compare_trials.py ASSAY [--trials 40] [--repeat 6] [--slowdown 0] [--metric NAME] [--spec SPEC]

Each trial is `assay run --repeat R --interleave` of two equal systems and `assay compare`; without a difference, about
one trial in twenty says WORSE or BETTER. With --slowdown 0.05 the second system is that much slower, and the share of
WORSE is the power. SPEC is a spec of two systems, the second with `baseline`; without it, two synthetic ones.
Prints one line of JSON. Exit 1 when more trials are false than 98 of 100 such series would have.
"""
import argparse
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

SPEC = """assay: spec/1
task: {{name: twins, kind: binary, positive: "1"}}
systems:
  - {{id: first, executor: synthetic, options: {{mean: 1000us}}}}
  - {{id: second, executor: synthetic, options: {{mean: {mean:.0f}us}}, baseline: first}}
traffic:
  - {{name: single, scenario: SingleStream, duration: 60ms, min_queries: 64, shared_cores: declared}}
"""


def most_false(trials, level=0.05, certainty=0.98):
    """The smallest count that a Binomial(trials, level) stays at or below with that certainty."""
    total = 0.0
    for count in range(trials + 1):
        total += math.comb(trials, count) * level**count * (1 - level)**(trials - count)
        if total >= certainty:
            return count
    return trials


def one_trial(assay, spec, root, options):
    ran = subprocess.run([assay, "run", str(spec), "--mode", "performance", "--repeat", str(options.repeat), "--interleave",
                          "--seed", str(options.seed), "-q", "-o", str(root)], capture_output=True, text=True)
    if ran.returncode not in (0, 1):  # 1: a run is INVALID, which the comparison leaves out
        sys.exit(ran.stderr)
    run = next(root.iterdir())
    compared = subprocess.run([assay, "compare", str(run), "--metric", options.metric, "--format", "json"],
                              capture_output=True, text=True)
    if compared.returncode not in (0, 7):
        sys.exit(compared.stderr)
    document = json.loads(compared.stdout)
    metric = document["comparisons"][0]["parts"][0]["metrics"][0]
    return document["verdict"], metric


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--repeat", type=int, default=6)
    parser.add_argument("--slowdown", type=float, default=0)
    parser.add_argument("--metric", default="latency_mean")
    parser.add_argument("--spec")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    assay = str(pathlib.Path(options.assay).resolve())
    verdicts, differences, deviations = collections.Counter(), [], []
    with tempfile.TemporaryDirectory() as folder:
        spec = pathlib.Path(options.spec) if options.spec else pathlib.Path(folder, "twins.yaml")
        if not options.spec:
            spec.write_text(SPEC.format(mean=1000 * (1 + options.slowdown)))
        for trial in range(options.trials):
            verdict, metric = one_trial(assay, spec, pathlib.Path(folder, f"trial-{trial}"), options)
            verdicts[verdict] += 1
            differences.append(metric["difference"])
            deviations.append(metric["repeat_deviation"] or 0)
    false = verdicts["WORSE"] + verdicts["BETTER"]
    limit = most_false(options.trials)
    print(json.dumps({"trials": options.trials, "repeat": options.repeat, "metric": options.metric,
                      "slowdown": options.slowdown, "verdicts": verdicts, "false": false if options.slowdown == 0 else None,
                      "most_false": limit, "median_difference": sorted(differences)[len(differences) // 2],
                      "median_deviation": sorted(deviations)[len(deviations) // 2]}))
    sys.exit(1 if options.slowdown == 0 and false > limit else 0)


if __name__ == "__main__":
    main()
