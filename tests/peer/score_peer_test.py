# SPDX-License-Identifier: Apache-2.0
"""`assay score` of files of answers, boxes and rankings against the programs that others score them with, on inputs made by chance.

    score_peer_test.py ASSAY [SEED]

PYTHONPATH is third_party/peers."""
import contextlib
import io
import json
import logging
import math
import os
import random
import subprocess
import sys
import tempfile

import jiwer
import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from rouge_score import rouge_scorer
from sacrebleu.metrics import BLEU, CHRF, TER
from sklearn import metrics

import peer_test

logging.disable(logging.CRITICAL)


def write_lines(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def scored(assay, *arguments):
    run = subprocess.run([assay, "score", *arguments, "--format", "json"], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"score {' '.join(arguments)} exits {run.returncode}\n{run.stderr}")
    return {one["metric"]: one for one in json.loads(run.stdout)["measurements"]}


class Comparison:
    def __init__(self):
        self.count, self.wrong = 0, 0

    def same(self, what, ours, wanted, tolerance=1e-9):
        self.count += 1
        value = ours["value"]
        if value is None or not math.isclose(value, wanted, rel_tol=tolerance, abs_tol=1e-12):
            self.wrong += 1
            print(f"{what}: peer {wanted!r}, assay {value!r} ({ours['note']})")
        interval = ours["interval"]
        if interval is not None and not interval["low"] <= interval["high"]:
            self.wrong += 1
            print(f"{what}: interval {interval}")


def texts(assay, rng, folder, comparison):
    for case in range(6):
        pairs = [pair for pair in (peer_test.pair(rng) for _ in range(25)) if pair[0].strip()]
        path = os.path.join(folder, f"texts{case}.jsonl")
        write_lines(path, [{"id": str(i), "said": said, "right": right} for i, (right, said) in enumerate(pairs)])
        ours = scored(assay, path, "--answer", "said", "--reference", "right")
        right, said = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        for stem, suffix in ((False, ""), (True, "_stemmed")):
            types = {"rouge1": "rouge_1", "rouge2": "rouge_2", "rougeL": "rouge_l", "rougeLsum": "rouge_lsum"}
            scorer = rouge_scorer.RougeScorer(list(types), use_stemmer=stem)
            scores = [scorer.score(target, predicted) for target, predicted in zip(right, said)]
            for theirs, name in types.items():
                comparison.same(name + suffix, ours[name + suffix], np.mean([score[theirs].fmeasure for score in scores]))
        comparison.same("bleu", ours["bleu"], BLEU().corpus_score(said, [right]).score)
        comparison.same("chrf", ours["chrf"], CHRF().corpus_score(said, [right]).score)
        comparison.same("ter", ours["ter"], TER().corpus_score(said, [right]).score)
        comparison.same("wer", ours["wer"], jiwer.wer(right, said))
        comparison.same("cer", ours["cer"], jiwer.cer(right, said))
        comparison.same("exact_match", ours["exact_match"], np.mean([a == b for a, b in pairs]))
        comparison.same("output_characters", ours["output_characters"], np.mean([len(text) for text in said]))
        signature = BLEU()
        signature.corpus_score(said, [right])
        if not ours["bleu"]["note"].startswith(str(signature.get_signature())):
            comparison.wrong += 1
            print(f"signature: peer {signature.get_signature()}, assay {ours['bleu']['note']}")


def boxes(assay, rng, folder, comparison):
    for case in range(6):
        truth, found = peer_test.detection_case(rng)
        if not found or not truth["annotations"]:
            continue
        truth_path, found_path = os.path.join(folder, f"truth{case}.json"), os.path.join(folder, f"found{case}.json")
        with open(truth_path, "w", encoding="utf-8") as file:
            json.dump(truth, file)
        with open(found_path, "w", encoding="utf-8") as file:
            json.dump(found, file)
        with contextlib.redirect_stdout(io.StringIO()):
            reference = COCO(truth_path)
            peer = COCOeval(reference, reference.loadRes(found_path), "bbox")
            peer.evaluate(), peer.accumulate(), peer.summarize()
        ours = scored(assay, found_path, "--truth", truth_path)
        names = ["", ".ap_50", ".ap_75", ".ap_small", ".ap_medium", ".ap_large", ".ar_1", ".ar_10", ".ar_100", ".ar_small",
                 ".ar_medium", ".ar_large"]
        for name, wanted in zip(names, peer.stats):
            one = ours["coco_map" + name]
            if wanted == -1:
                comparison.count += 1
                if one["value"] is not None:
                    comparison.wrong += 1
                    print(f"coco_map{name}: peer -1, assay {one['value']}")
            else:
                comparison.same("coco_map" + name, one, wanted)


def rankings(assay, rng, folder, comparison):
    for case in range(6):
        lines, ndcg, reciprocal = [], [], []
        for query in range(12):
            documents = [f"d{i}" for i in range(rng.choice([5, 12, 30]))]
            grades = {document: rng.choice([0, 0, 1, 2, 3]) for document in documents}
            if not any(grades.values()):
                grades[documents[0]] = 1
            rng.shuffle(documents)
            lines.append({"id": str(query), "retrieved": documents, "relevant": grades})
            relevance = [grades[document] for document in documents]
            ndcg.append(metrics.ndcg_score([relevance], [[-i for i in range(len(documents))]], k=10))
            reciprocal.append(1 / (1 + next(i for i, grade in enumerate(relevance) if grade > 0)))
        path = os.path.join(folder, f"rankings{case}.jsonl")
        write_lines(path, lines)
        ours = scored(assay, path)
        comparison.same("ndcg_at_k", ours["ndcg_at_k"], np.mean(ndcg))
        comparison.same("mrr", ours["mrr"], np.mean(reciprocal))


def trials(assay, rng, folder, comparison):
    counts = [(20, rng.randrange(21)) for _ in range(30)]
    path = os.path.join(folder, "trials.jsonl")
    write_lines(path, [{"id": str(i), "n": n, "c": c} for i, (n, c) in enumerate(counts)])
    ours = scored(assay, path, "--k", "1", "--k", "5")
    for k, name in ((1, "pass_at_k"), (5, "pass_at_k.5")):  # by the definition, in whole numbers
        comparison.same(name, ours[name], np.mean([1 - math.comb(n - c, k) / math.comb(n, k) for n, c in counts]))
    comparison.same("pass_hat_k.5", ours["pass_hat_k.5"], np.mean([math.comb(c, 5) / math.comb(n, 5) for n, c in counts]))


def main():
    assay = sys.argv[1]
    seed = sys.argv[2] if len(sys.argv) > 2 else "20261129"
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as folder:
        for kind in (texts, boxes, rankings, trials):
            kind(assay, random.Random(f"{seed} {kind.__name__}"), folder, comparison)
    print(f"seed {seed}: {comparison.count} scores, {comparison.wrong} differ")
    sys.exit(1 if comparison.wrong else 0)


if __name__ == "__main__":
    main()
