#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scorers beside the programs that others score with: CPU time on the same inputs, in one run.

    scorers_ratio.py CLIENT [--only NAME[,NAME]] [--pairs N] [--squad evaluate_v1.1.py] [--markdown]

CLIENT is scorers_client. Each pair runs the peer once in this process and the client once, in turns; both have their
inputs in memory, and the numbers that they find must agree. Printed: the medians, the median of the pairs' ratios, and
the middle 80 % of these. PYTHONPATH names third_party/peers, and a folder with faster-coco-eval for its line. --squad
names the evaluation script of SQuAD 1.1, which no package has. Rows whose peer isn't there are left out and named.
bench.sh sets the peers up."""
import argparse
import contextlib
import importlib.util
import io
import json
import logging
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import warnings

try:
    import numpy as np
except ImportError:
    sys.exit("scorers_ratio.py: numpy and the peers must be on PYTHONPATH (third_party/peers)")

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


# --- inputs, in the peer's form and as the client reads them --------------------------------------------------------------

def pack_texts(texts):
    coded = [text.encode() for text in texts]
    lengths = np.array([len(text) for text in coded], dtype=np.uint64)
    return struct.pack("<Q", len(coded)) + lengths.tobytes() + b"".join(coded)


def pack_rows(rows, width):
    return struct.pack("<Q", len(rows)) + np.array(rows, dtype=np.float64).reshape(len(rows), width).tobytes()


def ranked(count, rate):
    """Scores without a tie: negatives N(0, 1), positives N(2.5, 1)."""
    rng = np.random.default_rng(20261130)
    label = (rng.random(count) < rate).astype(np.int32)
    score = rng.normal(size=count) + 2.5 * label
    return label, score, struct.pack("<Q", count) + score.tobytes() + label.tobytes()


def words(rng, count, vocabulary=5000):
    """Words with the frequencies of a language: the k-th is about 1/k as frequent as the first."""
    return [f"{'etaoinshr'[k % 9]}{'aeiou'[k // 9 % 5]}{k:x}" for k in
            (min(vocabulary - 1, int(math.exp(rng.random() * math.log(vocabulary)))) for _ in range(count))]


def changed(rng, said, share=0.15):
    """A share of the words replaced, left out or doubled."""
    heard = []
    for word in said:
        edit = rng.random() / share
        if edit < 1 / 3:
            heard += words(rng, 1)
        elif edit < 2 / 3:
            heard += [word, word]
        elif edit >= 1:
            heard.append(word)
    return heard


def transcripts(count, length):
    rng = random.Random(1)
    said = [words(rng, length) for _ in range(count)]
    return [" ".join(text) for text in said], [" ".join(changed(rng, text)) for text in said]


def summaries(count, length):
    """Four lines each, with capitals and full stops."""
    rng = random.Random(2)

    def lines(said):
        quarter = max(1, len(said) // 4)
        parts = [said[i:i + quarter] for i in range(0, len(said), quarter)]
        return "\n".join(" ".join(part).capitalize() + "." for part in parts)
    said = [words(rng, length) for _ in range(count)]
    return [lines(text) for text in said], [lines(changed(rng, text, 0.4)) for text in said]


def answers(count, right):
    rng = random.Random(3)

    def answer():
        said = words(rng, rng.choice([1, 1, 2, 2, 3, 4, 6, 10]))
        if rng.random() < 0.3:
            said.insert(0, rng.choice(["the", "a", "The"]))
        text = " ".join(said)
        return text + rng.choice(["", "", ".", "'s"]) if rng.random() < 0.9 else text.upper() + " né"
    golds = [[answer() for _ in range(right)] for _ in range(count)]
    return golds, [rng.choice(gold) if rng.random() < 0.6 else answer() for gold in golds]


def detections(images, classes=80, per_image=7.26, found_per_image=41.9):
    """As many boxes of as many classes as COCO's val2017 has; half of the detections lie near an annotated box."""
    rng = np.random.default_rng(4)
    truth, found = [], []
    for image in range(1, images + 1):
        present = rng.choice(classes, size=min(classes, 1 + rng.poisson(2)), replace=False) + 1
        own = []
        for _ in range(rng.poisson(per_image)):
            x, y = rng.uniform(0, 500, 2)
            w, h = np.exp(rng.uniform(np.log(8), np.log(250), 2))
            own.append([image, int(rng.choice(present)), x, y, w, h, w * h * rng.uniform(0.5, 1),
                        int(rng.random() < 0.01)])
        truth += own
        for _ in range(rng.poisson(found_per_image)):
            if own and rng.random() < 0.5:
                near = own[rng.integers(len(own))]
                box = np.array(near[2:6]) * rng.normal(1, 0.08, 4)
                found.append([image, near[1], *box, rng.beta(3, 2)])
            else:
                x, y = rng.uniform(0, 500, 2)
                w, h = np.exp(rng.uniform(np.log(8), np.log(250), 2))
                found.append([image, int(rng.integers(classes)) + 1, x, y, w, h, rng.beta(1, 4)])
    packed = (pack_rows([[i] for i in range(1, images + 1)], 1) + pack_rows([[c] for c in range(1, classes + 1)], 1)
              + pack_rows(truth, 8) + pack_rows(found, 7))
    dataset = {"images": [{"id": i} for i in range(1, images + 1)], "categories": [{"id": c} for c in range(1, classes + 1)],
               "annotations": [{"id": k + 1, "image_id": a[0], "category_id": a[1], "bbox": a[2:6], "area": a[6],
                                "iscrowd": a[7]} for k, a in enumerate(truth)]}
    results = [{"image_id": d[0], "category_id": d[1], "bbox": d[2:6], "score": d[6]} for d in found]
    return dataset, results, packed


# --- peers: (the client's scorer, its file, the peer as a function that returns the same values) ----------------------------

def average_precision(count, rate):
    from sklearn.metrics import average_precision_score
    label, score, packed = ranked(count, rate)
    return "average_precision", packed, lambda: [average_precision_score(label, score)]


def replicate(count, rate):
    """One replicate, positives and negatives drawn each among their own; the value compared is that of all rows."""
    from sklearn.metrics import average_precision_score
    label, score, packed = ranked(count, rate)
    of_all = average_precision_score(label, score)
    classes = [np.flatnonzero(label == value) for value in (0, 1)]
    rng = np.random.default_rng(5)

    def run():
        rows = np.concatenate([rows[rng.integers(len(rows), size=len(rows))] for rows in classes])
        average_precision_score(label[rows], score[rows])
        return [of_all]
    return "average_precision_bootstrap", packed, run


def detection_peer(images, module):
    dataset, results, packed = detections(images)
    with contextlib.redirect_stdout(io.StringIO()):
        if module == "pycocotools":
            from pycocotools.coco import COCO
            from pycocotools.cocoeval import COCOeval
            truth = COCO()
            truth.dataset = dataset
            truth.createIndex()
        else:
            from faster_coco_eval import COCO
            from faster_coco_eval import COCOeval_faster as COCOeval
            truth = COCO(dataset)
        found = truth.loadRes(results)

    def run():
        with contextlib.redirect_stdout(io.StringIO()):
            evaluation = COCOeval(truth, found, "bbox")
            evaluation.evaluate()
            evaluation.accumulate()
            evaluation.summarize()
        return list(evaluation.stats)[:12]
    return "detections", packed, run


def rouge(stem):
    from rouge_score import rouge_scorer
    targets, predictions = summaries(1000, 56)
    names = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    scorer = rouge_scorer.RougeScorer(names, use_stemmer=stem)

    def run():
        sums = dict.fromkeys(names, 0.0)
        for target, prediction in zip(targets, predictions):
            for name, score in scorer.score(target, prediction).items():
                sums[name] += score.fmeasure
        return [sums[name] / len(targets) for name in names]
    turns = [text for pair in zip(targets, predictions) for text in pair]
    return "rouge_stemmed" if stem else "rouge", pack_texts(turns), run


def squad(script):
    spec = importlib.util.spec_from_file_location("squad_script", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    golds, given = answers(10570, 4)
    dataset = [{"paragraphs": [{"qas": [{"id": str(i), "answers": [{"text": text} for text in gold]}
                                        for i, gold in enumerate(golds)]}]}]
    predictions = {str(i): text for i, text in enumerate(given)}

    def run():
        found = module.evaluate(dataset, predictions)
        return [found["exact_match"], found["f1"]]
    runs = [text for one, gold in zip(given, golds) for text in [one, *gold]]
    return "squad", struct.pack("<Q", 4) + pack_texts(runs), run


def errors(count, length, characters=False):
    import jiwer
    reference, hypothesis = transcripts(count, length)
    process = jiwer.process_characters if characters else jiwer.process_words

    def run():
        found = process(reference, hypothesis)
        return [found.cer if characters else found.wer, found.hits]
    name = "character_errors" if characters else "word_errors"
    return name, pack_texts(reference) + pack_texts(hypothesis), run


# name: (what, peer, pairs, its inputs)
CASES = {
    "ap_1e6": ("AP, 1e6 rows, 1 % positive", "scikit-learn", 15, lambda _: average_precision(10**6, 0.01)),
    "ap_1e7": ("AP, 1e7 rows, 1 % positive", "scikit-learn", 7, lambda _: average_precision(10**7, 0.01)),
    "ap_half_1e6": ("AP, 1e6 rows, half positive", "scikit-learn", 15, lambda _: average_precision(10**6, 0.5)),
    "ap_half_1e7": ("AP, 1e7 rows, half positive", "scikit-learn", 7, lambda _: average_precision(10**7, 0.5)),
    "replicate_1e6": ("AP replicate, 1e6 rows, 1 %", "scikit-learn", 9, lambda _: replicate(10**6, 0.01)),
    "replicate_1e7": ("AP replicate, 1e7 rows, 1 %", "scikit-learn", 5, lambda _: replicate(10**7, 0.01)),
    "coco": ("COCO, 5,000 images", "pycocotools", 5, lambda _: detection_peer(5000, "pycocotools")),
    "coco_fast": ("COCO, 5,000 images", "faster-coco-eval", 9, lambda _: detection_peer(5000, "faster_coco_eval")),
    "rouge": ("ROUGE, 1,000 x 56 words", "rouge-score", 9, lambda _: rouge(False)),
    "rouge_stem": ("ROUGE, the same, stemmed", "rouge-score", 9, lambda _: rouge(True)),
    "squad": ("SQuAD, 10,570 x 4 answers", "evaluate_v1.1.py", 9, lambda options: squad(options.squad)),
    "wer": ("WER, 1,000 x 56 words", "jiwer", 15, lambda _: errors(1000, 56)),
    "wer_long": ("WER, 20 x 2,000 words", "jiwer", 15, lambda _: errors(20, 2000)),
    "cer": ("CER, 20 x 2,000 words", "jiwer", 9, lambda _: errors(20, 2000, True)),
}

# A peer's module, where it has one.
MODULES = {"scikit-learn": "sklearn", "faster-coco-eval": "faster_coco_eval", "pycocotools": "pycocotools",
           "rouge-score": "rouge_score", "jiwer": "jiwer"}

REPLICATES = 200  # that the client makes each time


# --- measuring ------------------------------------------------------------------------------------------------------------

class Client:
    def __init__(self, program, scorer, path):
        self.process = subprocess.Popen([program, scorer, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the client ended")
        found = json.loads(line)
        return found["cpu_s"], found["values"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def timed(peer):
    start = time.process_time()
    values = peer()
    return time.process_time() - start, values


def agree(ours, theirs):
    return len(ours) == len(theirs) and all(abs(a - b) <= 1e-9 * max(1, abs(b)) for a, b in zip(ours, theirs))


def quantile(ordered, share):
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def measure(program, inputs, pairs):
    scorer, packed, peer = inputs
    with tempfile.NamedTemporaryFile() as file:
        file.write(packed)
        file.flush()
        client = Client(program, scorer, file.name)
        sides = (lambda: timed(peer), client.run)
        times = []
        for pair in range(-1, pairs):  # the first one warms up
            found = [None, None]
            for side in (0, 1) if pair % 2 == 0 else (1, 0):
                found[side] = sides[side]()
            if not agree(found[1][1], found[0][1]):
                sys.exit(f"{scorer}: the client finds {found[1][1]}, its peer {found[0][1]}")
            if pair >= 0:
                times.append((found[0][0], found[1][0]))
        client.close()
    if scorer == "average_precision_bootstrap":
        times = [(theirs, ours / REPLICATES) for theirs, ours in times]
    ratios = sorted(a / b for a, b in times)
    return (quantile(sorted(a for a, _ in times), 0.5), quantile(sorted(b for _, b in times), 0.5),
            *(quantile(ratios, share) for share in (0.5, 0.1, 0.9)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("client")
    parser.add_argument("--only", default=",".join(CASES))
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--squad")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    before = os.getloadavg()[0]
    form = ("| {} | {} | {} | {} | {} | {} | {} |" if options.markdown else "{:<30} {:<17} {:>11} {:>11} {:>8}   {:<16} {}")
    print(form.format("scorer", "peer", "peer, ms", "here, ms", "ratio", "middle 80 %", "pairs"))
    if options.markdown:
        print("|---" * 7 + "|")
    for name in options.only.split(","):
        what, peer, pairs, build = CASES[name]
        missing = not options.squad if name == "squad" else importlib.util.find_spec(MODULES[peer]) is None
        if missing:
            print(f"{what}: left out, {peer} isn't there", file=sys.stderr)
            continue
        pairs = options.pairs or pairs
        theirs, ours, ratio, low, high = measure(options.client, build(options), pairs)
        print(form.format(what, peer, f"{1e3 * theirs:.4g}", f"{1e3 * ours:.4g}", f"{ratio:.3g}",
                          f"{low:.3g} to {high:.3g}", pairs), flush=True)
    print(f"load average {before:.1f} at the start, {os.getloadavg()[0]:.1f} at the end, {os.cpu_count()} cores",
          file=sys.stderr)


if __name__ == "__main__":
    main()
