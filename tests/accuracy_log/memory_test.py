#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An accuracy log of any size is scored in bounded memory.

  memory_test.py ASSAY images MEGABYTES MOST_MB    top-1: one label an answer, then bytes that don't count
  memory_test.py ASSAY clicks MEGABYTES MOST_MB    AUC: more pairs of score and label than memory holds

Writes a log of MEGABYTES into the working directory, scores it, and holds the program's greatest resident size against
MOST_MB. Right values by counting: how many labels are right; how many pairs of a positive and a negative are won, from the
few blocks of answers that the log repeats.
"""
import os
import resource
import struct
import subprocess
import sys
import tempfile

assay, kind, megabytes, most = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
SAMPLES = {"images": 50000, "clicks": 330067}[kind]
ENTRY = '{ "seq_id" : %d, "qsl_idx" : %d, "data" : "%s" }'


def write(path, answer):
    with open(path, "w") as log:
        log.write("[")
        for i in range(SAMPLES):
            log.write((",\n" if i else "\n") + ENTRY % (i, i, answer(i)))
        log.write("\n]\n")


def images(path):
    """Every fourth answer is wrong: 75 %."""
    padding = "AB" * (megabytes * 1000000 // SAMPLES // 2 // 4 * 4)
    write(path, lambda i: struct.pack("<i", i % 1000 if i % 4 else i % 1000 + 1).hex() + padding)
    with open("val_map.txt", "w") as truth:
        truth.writelines(f"img {i % 1000}\n" for i in range(SAMPLES))
    return ["resnet", "--truth", "val_map.txt", "--dtype", "int32"], "accuracy=75.000%, good=37500, total=50000"


def clicks(path):
    """Blocks of pairs; block b stands for the samples i with i % len(blocks) == b."""
    per_answer = max(megabytes * 1000000 // SAMPLES // 16, 1)
    blocks, state = [], 12345
    for _ in range(61):
        block = []
        for _ in range(per_answer):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            label = int(state >> 60 == 0)
            block.append(((state >> 20) % 2**22 / 2**23 + label * 0.25, label))  # exact as float32
        blocks.append(block)
    texts = [b"".join(struct.pack("<ff", *pair) for pair in block).hex() for block in blocks]
    write(path, lambda i: texts[i % len(texts)])
    times = [len(range(b, SAMPLES, len(blocks))) for b in range(len(blocks))]
    count = {}
    for block, n in zip(blocks, times):
        for score, label in block:
            count.setdefault(score, [0, 0])[label] += n
    won = below = positives = 0
    for score in sorted(count):
        negative, positive = count[score]
        won += positive * (2 * below + negative)
        below += negative
        positives += positive
    return ["dlrm-v2-99"], "AUC=%.3f%%" % (100 * won / (2 * positives * below))


with tempfile.TemporaryDirectory(dir=".") as folder:
    os.chdir(folder)
    flags, line = {"images": images, "clicks": clicks}[kind]("log.json")
    size = os.path.getsize("log.json") / 1e6
    command = [assay, "score", "log.json", "--round", "v5.1", "--benchmark", *flags]
    run = subprocess.run(command, capture_output=True, text=True)
    os.chdir("..")
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
print(f"{size:.0f} MB of log, {peak:.0f} MB resident at most, exit {run.returncode}")
if run.returncode not in (0, 1) or line not in run.stdout or peak > most:
    sys.exit(f"expected {line} in at most {most} MB\n{run.stdout}{run.stderr}")
