# SPDX-License-Identifier: Apache-2.0
"""assay's metrics against scikit-learn, pycocotools, rouge-score, jiwer and sacrebleu on inputs made by chance.

    peer_test.py ASSAY [SEED [FACTOR]]

Writes a file of vectors whose expected values the peers compute now, and has `assay vectors` compare. The seed makes the
inputs; FACTOR multiplies how many there are. PYTHONPATH is third_party/peers."""
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
import warnings

import jiwer
import numpy as np
import sacrebleu
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from rouge_score import rouge_scorer
from sacrebleu.metrics import BLEU, CHRF, TER
from sklearn import metrics

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


class Vectors:
    def __init__(self, file, factor):
        self.file = file
        self.factor = factor
        self.count = 0

    def add(self, fn, inputs, params, expected):
        self.count += 1
        line = {"id": f"{fn}_{self.count}", "fn": fn, "in": inputs, "params": params, "expected": expected}
        self.file.write(json.dumps(plain(line)) + "\n")


def plain(value):
    """JSON as the vectors write it."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(inner) for inner in value]
    if isinstance(value, (np.integer, np.bool_)):
        return value.item()
    if isinstance(value, (float, np.floating)):
        value = float(value)
        return value if math.isfinite(value) else "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def tried(compute):
    """What the peer gives, or that it refuses."""
    try:
        return {"value": compute()}
    except Exception as error:  # any refusal is the same to us
        return {"error": type(error).__name__, "message": str(error)[:200]}


# --- ranks -----------------------------------------------------------------------------------------------------------

def ranked_cases(rng):
    n = rng.choice([1, 2, 5, 20, 100, 600])
    rate = rng.choice([0.02, 0.1, 0.5])
    y = [int(rng.random() < rate) for _ in range(n)]
    digits = rng.choice([1, 2, 16])
    s = [min(1.0, max(0.0, round(rng.gauss(0.4 + 0.2 * label, 0.2), digits))) for label in y]
    case = {"y": y, "s": s}
    if rng.random() < 0.4:
        case["w"] = [rng.choice([0.0, 1.0, 2.0, round(rng.random(), 3)]) for _ in range(n)]
    return case


def recall_at_precision(y, s, w, bound):
    precision, recall, thresholds = metrics.precision_recall_curve(y, s, sample_weight=w)
    fit = [(r, p, t) for p, r, t in zip(precision, recall, thresholds) if p >= bound and r > 0]
    if not fit or not any(y_ and w_ > 0 for y_, w_ in zip(y, w if w is not None else [1] * len(y))):
        return {"recall": 0.0, "threshold": math.nan}
    r, p, t = max(fit)
    return {"recall": r, "precision": p, "threshold": t}


def ranks(vectors, rng):
    for _ in range(60 * vectors.factor):
        case = ranked_cases(rng)
        y, s, w = np.array(case["y"]), np.array(case["s"]), case.get("w")
        add = lambda fn, params, compute: vectors.add(fn, case, params, tried(compute))
        add("average_precision", {}, lambda: metrics.average_precision_score(y, s, sample_weight=w))
        add("roc_auc", {}, lambda: metrics.roc_auc_score(y, s, sample_weight=w))
        fpr = rng.choice([0.05, 0.1, 0.5])
        add("roc_auc_partial_mcclish", {"max_fpr": fpr},
            lambda: metrics.roc_auc_score(y, s, sample_weight=w, max_fpr=fpr))
        add("brier", {}, lambda: metrics.brier_score_loss(y, s, sample_weight=w))
        add("log_loss", {}, lambda: metrics.log_loss(y, s, sample_weight=w))
        bound = rng.choice([0.2, 0.5, 0.9])
        add("recall_at_precision", {"min_precision": bound}, lambda: recall_at_precision(y, s, w, bound))

        def curve():
            precision, recall, thresholds = metrics.precision_recall_curve(y, s, sample_weight=w)
            return {"precision": precision, "recall": recall, "thresholds": thresholds,
                    "trapezoid_auc": metrics.auc(recall, precision)}
        add("precision_recall_curve", {}, curve)
        if w is None:  # sums of fractions decide by their last bit if a point lies on a line
            drop = rng.random() < 0.5
            add("roc_curve", {"drop_intermediate": drop},
                lambda: dict(zip(("fpr", "tpr", "thresholds"), metrics.roc_curve(y, s, drop_intermediate=drop))))


def decisions(vectors, rng):
    for _ in range(60 * vectors.factor):
        tp, fp, fn, tn = (rng.choice([0, 0, 1, 3, 50, 900]) for _ in range(4))
        if tp + fp + fn + tn == 0:
            continue
        y = [1] * tp + [0] * fp + [1] * fn + [0] * tn
        p = [1] * (tp + fp) + [0] * (fn + tn)
        zero = rng.choice([0.0, 1.0, math.nan])
        expected = {"precision": metrics.precision_score(y, p, zero_division=zero),
                    "recall": metrics.recall_score(y, p, zero_division=zero)}
        for beta in (0.5, 1, 2):
            expected[f"fbeta_{beta}"] = metrics.fbeta_score(y, p, beta=beta, zero_division=zero)
        expected |= {"mcc": metrics.matthews_corrcoef(y, p), "balanced_accuracy": metrics.balanced_accuracy_score(y, p),
                     "kappa": metrics.cohen_kappa_score(y, p), "jaccard": metrics.jaccard_score(y, p, zero_division=0),
                     "accuracy": metrics.accuracy_score(y, p)}
        vectors.add("confusion_metrics", {"tp": tp, "fp": fp, "fn": fn, "tn": tn}, {"zero_division": zero},
                    {key: {"value": value} for key, value in expected.items()})
    for _ in range(40 * vectors.factor):
        classes, n = rng.choice([2, 3, 6]), rng.choice([1, 5, 80])
        y = [rng.randrange(classes) for _ in range(n)]
        p = [label if rng.random() < 0.6 else rng.randrange(classes) for label in y]
        average = rng.choice(["macro", "weighted", "micro", None])
        precision, recall, f1, _ = metrics.precision_recall_fscore_support(y, p, average=average, zero_division=0)
        vectors.add("multiclass_prf", {"y": y, "p": p}, {"average": average},
                    {"p": precision, "r": recall, "f1": f1, "mcc": metrics.matthews_corrcoef(y, p)})


def has_avx2():
    """numpy sorts by another network without it, and equal scores come out in another order."""
    with open("/proc/cpuinfo", encoding="ascii") as file:
        return " avx2 " in file.read()


def retrieval(vectors, rng):
    ties = has_avx2()
    for _ in range(60 * vectors.factor):
        n = rng.choice([2, 3, 8, 13, 40, 130])
        rel = [rng.choice([0, 0, 1, 2, 3]) for _ in range(n)]
        s = [rng.choice([round(rng.random(), 1), rng.random()]) for _ in range(n)]
        k = rng.choice([None, 1, 3, 10])
        expected = {"ties_averaged": tried(lambda: metrics.ndcg_score([rel], [s], k=k)),
                    "dcg": tried(lambda: metrics.dcg_score([rel], [s], k=k))}
        if ties:
            expected["ignore_ties"] = tried(lambda: metrics.ndcg_score([rel], [s], k=k, ignore_ties=True))
        vectors.add("ndcg", {"rel": rel, "s": s}, {"k": k}, expected)


# --- texts -----------------------------------------------------------------------------------------------------------

WORDS = """the a an of latency runs running runner runners measured measurement quickly cities pony ponies relational
conditional rationally digitizer happily sky skies dying news generalizations hopefulness adjustable allowance replacement
probate rate controlling controlled rolling fail failing filing agreed feed plastered motoring conflated troubled sized
hopping tanned falling hissing fizzed 3.14 1,000 U.S.A. don't state-of-the-art C++ (hi) “quoted” naïve Straße İstanbul
ΣΊΣΥΦΟΣ 中国 北京 😀 é ǅ ß K www.example.org a.b,c x-y 10-20 --- &amp; &quot; "quoted" end. wow! #tag""".split()
SPACES = [" "] * 30 + ["  ", "\t", "\n", "\u00a0", "\u2028", "\u200b", " \n"]


def sentence(rng, longest=30):
    text = ""
    for _ in range(rng.randrange(longest)):
        text += rng.choice(WORDS) + rng.choice(SPACES)
    return text if rng.random() < 0.3 else text.strip()


def changed(rng, text):
    """The same with some words gone, doubled, replaced or moved."""
    words = text.split(" ")
    for _ in range(rng.randrange(6)):
        i = rng.randrange(len(words))
        edit = rng.randrange(4)
        if edit == 0:
            words[i] = rng.choice(WORDS)
        elif edit == 1 and len(words) > 1:
            del words[i]
        elif edit == 2:
            words.insert(i, rng.choice(WORDS))
        else:
            j = rng.randrange(len(words))
            words[i:i + 3], words[j:j + 3] = words[j:j + 3], words[i:i + 3]
    return " ".join(words)


def pair(rng, longest=30):
    first = sentence(rng, longest)
    return first, changed(rng, first) if rng.random() < 0.8 else sentence(rng, longest)


def rouge(vectors, rng):
    types = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
    for stem in (False, True):
        scorer = rouge_scorer.RougeScorer(types, use_stemmer=stem)
        for _ in range(60 * vectors.factor):
            target, predicted = pair(rng)
            scores = scorer.score(target, predicted)
            vectors.add("rouge", {"pred": predicted, "target": target}, {"use_stemmer": stem},
                        {name: [score.precision, score.recall, score.fmeasure] for name, score in scores.items()})


def word_errors(vectors, rng):
    for _ in range(120 * vectors.factor):
        ref, hyp = pair(rng, rng.choice([3, 30, 150]))
        words = jiwer.process_words(ref, hyp)
        vectors.add("wer_family", {"ref": ref, "hyp": hyp}, {}, {
            "wer": words.wer, "mer": words.mer, "wil": words.wil, "wip": words.wip, "cer": jiwer.cer(ref, hyp)})


def translations(vectors, rng):
    for _ in range(100 * vectors.factor):
        ref, hyp = pair(rng)
        vectors.add("sacrebleu_sentence", {"hyp": hyp, "ref": ref}, {}, {
            "bleu": sacrebleu.sentence_bleu(hyp, [ref]).score, "chrf": sacrebleu.sentence_chrf(hyp, [ref]).score,
            "ter": sacrebleu.sentence_ter(hyp, [ref]).score})
    scorers = {"sacrebleu_bleu_13a": BLEU(), "sacrebleu_bleu_lower": BLEU(lowercase=True),
               "sacrebleu_bleu_intl": BLEU(tokenize="intl"), "sacrebleu_bleu_char": BLEU(tokenize="char"),
               "sacrebleu_bleu_none": BLEU(tokenize="none"), "sacrebleu_chrf": CHRF(),
               "sacrebleu_chrfpp": CHRF(word_order=2), "sacrebleu_ter": TER()}
    for name, scorer in scorers.items():
        for _ in range(5 * vectors.factor):
            pairs = [pair(rng) for _ in range(12)]
            outputs = [hyp for _, hyp in pairs]
            streams = [[ref for ref, _ in pairs]]
            if rng.random() < 0.5:
                streams.append([changed(rng, ref) for ref, _ in pairs])
            vectors.add(name, {"hyp": outputs, "refs": streams}, {},
                        {"score": scorer.corpus_score(outputs, streams).score})


# --- detection -------------------------------------------------------------------------------------------------------

def detection_case(rng):
    images = [{"id": 10 * i + 3, "width": 640, "height": 480} for i in range(rng.choice([1, 6, 15]))]
    categories = [{"id": 2 * i + 1, "name": str(i)} for i in range(rng.choice([1, 4]))]
    truth, found = [], []

    def box():
        size = rng.choice([12, 50, 150])
        return [round(rng.uniform(0, 400), 2), round(rng.uniform(0, 300), 2), round(rng.uniform(4, size), 2),
                round(rng.uniform(4, size), 2)]
    for image in images:
        for _ in range(rng.choice([0, 2, 7])):
            b = box()
            truth.append({"id": len(truth) + 1, "image_id": image["id"], "category_id": rng.choice(categories)["id"],
                          "bbox": b, "area": round(b[2] * b[3] * rng.choice([1, 1, 0.6]), 3),
                          "iscrowd": int(rng.random() < 0.1)})
            for _ in range(rng.choice([0, 1, 1, 2])):
                near = [round(v + rng.gauss(0, b[2] / 12), 2) for v in b[:2]] + [
                    round(max(2, v + rng.gauss(0, v / 12)), 2) for v in b[2:]]
                found.append({"image_id": image["id"], "category_id": truth[-1]["category_id"], "bbox": near,
                              "score": round(rng.random(), rng.choice([1, 6]))})
        for _ in range(rng.choice([0, 1, 3])):
            found.append({"image_id": image["id"], "category_id": rng.choice(categories)["id"], "bbox": box(),
                          "score": round(rng.random(), 2)})
    return {"images": images, "categories": categories, "annotations": truth}, found


def detection(vectors, rng):
    for _ in range(12 * vectors.factor):
        truth, found = detection_case(rng)
        if not truth["annotations"] or not found:
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            reference = COCO()
            reference.dataset = json.loads(json.dumps(truth))
            reference.createIndex()
            evaluation = COCOeval(reference, reference.loadRes(json.loads(json.dumps(found))), "bbox")
            evaluation.evaluate()
            evaluation.accumulate()
            evaluation.summarize()
        vectors.add("coco_bbox", {"gt": truth, "dt": found}, {}, {"value": {"stats": list(evaluation.stats)}})


def main():
    assay = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 20261129
    factor = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "peers.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            vectors = Vectors(file, factor)
            for kind in (ranks, decisions, retrieval, rouge, word_errors, translations, detection):
                kind(vectors, random.Random(f"{seed} {kind.__name__}"))
        if os.environ.get("ASSAY_KEEP_VECTORS"):
            os.replace(path, os.environ["ASSAY_KEEP_VECTORS"])
            path = os.environ["ASSAY_KEEP_VECTORS"]
        print(f"seed {seed}: {vectors.count} vectors", flush=True)
        sys.exit(subprocess.run([assay, "vectors", path]).returncode)


if __name__ == "__main__":
    main()
