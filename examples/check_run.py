#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_run.py CELL_FOLDER: p99, throughput, accuracy and slow x wrong from record.assay and cases.jsonl alone."""
import json, struct, sys

CODES = {"i64": "q", "u64": "Q", "i32": "i", "u32": "I", "u8": "B"}
data, at, due, per_query, answers = open(sys.argv[1] + "/record.assay", "rb").read(), 16, [], 1, []
while data[at:at + 8] == b"assayblk":
    header_size, payload_size = struct.unpack_from("<IQ", data, at + 12)
    header, place, column = json.loads(data[at + 48:at + 48 + header_size]), at + 48 + header_size, {}
    at = place + payload_size
    for name, kind, count in header["columns"] if at <= len(data) else ():
        column[name] = struct.unpack_from(f"<{count}{CODES.get(kind, 's')}", data, place)
        place += struct.calcsize(f"<{count}{CODES.get(kind, 's')}")
    per_query = column.get("samples_per_query", [per_query])[0]
    due += column.get("due_ns", ())
    answers += zip(*(column.get(name, ()) for name in ("sample", "done_ns", "status")))
latency = sorted(done - due[sample // per_query] for sample, done, status in answers if status == 1)
cases = [json.loads(line) for line in open(sys.argv[1] + "/cases.jsonl", encoding="utf-8")]
first = {case["id"]: case["correct"] for case in reversed(cases) if case["correct"] is not None}
table = {(slow, wrong): 0 for slow in (False, True) for wrong in (False, True)}
for case in cases:
    if case["slow"] is not None and case["correct"] is not None: table[case["slow"], not case["correct"]] += 1
print("latency_p99", latency[int(len(latency) * 0.99)])
print("throughput", len(latency) * 1e9 / max(done for _, done, _ in answers))
print("accuracy", sum(first.values()) / len(first) if first else None)
for (slow, wrong), count in table.items(): print("slow" if slow else "fast", "wrong" if wrong else "right", count)
