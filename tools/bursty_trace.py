#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes examples/rare-class/monday.csv: arrival times in seconds of made, bursty traffic.

Usage: python3 tools/bursty_trace.py

A two-state process: quiet stretches at 15 arrivals/s and busy ones at 120/s, each of exponential length, with
gamma-distributed gaps (shape 0.5, so more uneven than Poisson) inside. Made, not measured.
"""
import pathlib
import random

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "examples/rare-class/monday.csv"
LENGTH_S = 100.0
SHAPE = 0.5
STATES = ((15.0, 12.0), (120.0, 3.0))  # arrivals/s, mean length in s

generator = random.Random(20261129)
arrivals, now, state, until = [], 0.0, 0, 0.0
while now < LENGTH_S:
    if now >= until:
        state = 1 - state
        until = now + generator.expovariate(1 / STATES[state][1])
    now += generator.gammavariate(SHAPE, 1 / (SHAPE * STATES[state][0]))
    arrivals.append(now)
arrivals = [arrival for arrival in arrivals if arrival < LENGTH_S]
OUTPUT.write_text("t\n" + "".join(f"{arrival:.6f}\n" for arrival in arrivals))
gaps = [b - a for a, b in zip(arrivals, arrivals[1:])]
mean = sum(gaps) / len(gaps)
variation = (sum((gap - mean) ** 2 for gap in gaps) / len(gaps)) / mean ** 2
print(f"{len(arrivals)} arrivals, {len(arrivals) / LENGTH_S:.1f}/s, squared variation of the gaps {variation:.2f}")
