# SPDX-License-Identifier: Apache-2.0
"""The module assay: texts, boxes, rankings, repeated tries, costs and tuning sets give the command line's numbers."""
import csv
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import assay

# Three sentences, one of four words another: arithmetic beside each test.
ANSWERS = ["the cat sat", "a dog", None, "7"]
REFERENCES = ["the cat sat", ["the dog", "one dog"], "rain", "7"]


class Texts(unittest.TestCase):
    def test_known_values(self):
        scores = assay.score(answers=ANSWERS, references=REFERENCES)
        self.assertEqual((scores.n, scores.n_of, scores.unscored), (3, "answers", 1))
        self.assertAlmostEqual(scores["exact_match"].value, 2 / 3, places=15)  # the first and the last of three
        self.assertAlmostEqual(scores["wer"].value, 1 / 6, places=15)          # one word of 3 + 2 + 1
        self.assertIn("answers", repr(scores))
        self.assertIn("<table>", scores._repr_html_())

    def test_a_requirement(self):
        scores = assay.score(answers=["yes"] * 190 + ["no"] * 10, references=["yes"] * 200, metrics="exact_match",
                             require=["exact_match>=0.9", "exact_match>=0.99"])
        self.assertEqual([entry.outcome for entry in scores.requirements], ["PASS", "FAIL"])

    def test_questions_and_tokens(self):
        scores = assay.score(answers=["yes", "no"] * 30, references=["yes"] * 60, questions=[row // 2 for row in range(60)],
                             tokens=[3] * 60, metrics=["exact_match", "output_tokens"])
        self.assertIn("60 answers to 30 questions", scores["exact_match"].note)
        self.assertEqual(scores["output_tokens"].value, 3)

    def test_refused(self):
        for code, keywords in (("E0101", {"answers": ["a"]}), ("E0101", {"answers": ["a"], "references": ["a", "b"]}),
                               ("E0101", {"answers": ["a"], "references": ["a"], "retrieved": [["d"]]}),
                               ("E0101", {"answers": ["a"], "references": ["a"], "label": [1]}),
                               ("E0403", {"answers": ["a", "b"], "references": ["a", "b"], "ids": [1, 1]}),
                               ("E0101", {"answers": ["a"], "references": ["a"], "metrics": "recall_at_k"})):
            with self.subTest(keywords=keywords), self.assertRaises(assay.AssayError) as caught:
                assay.score(**keywords)
            self.assertEqual(caught.exception.args[0], code)

    def test_numpy_columns(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy isn't installed")
        plain = assay.score(answers=["a", "b"], references=["a", "c"], tokens=[1, 2]).document
        arrays = assay.score(answers=numpy.array(["a", "b"]), references=numpy.array(["a", "c"]), tokens=numpy.array([1, 2]))
        self.assertEqual(arrays.document, plain)
        ranked = assay.score(retrieved=[numpy.array(["d", "g"])], relevant=[["g"]], k=numpy.int64(2))
        self.assertEqual(ranked["recall_at_k"].value, 1)
        tried = assay.score(tries=numpy.array([3, 3]), passes=numpy.array([1, 2]), k=numpy.array([1, 2]))
        self.assertEqual(tried["pass_at_k.1"].value, 0.5)

    def test_arrow_columns(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest("pyarrow isn't installed")
        plain = assay.score(answers=["a", None], references=["a", ["c", "d"]], ids=["x", "y"]).document
        arrow = assay.score(answers=pyarrow.array(["a", None]), references=pyarrow.array([["a"], ["c", "d"]]),
                            ids=pyarrow.array(["x", "y"], pyarrow.large_string())).document
        self.assertEqual(arrow["measurements"], plain["measurements"])


class Rankings(unittest.TestCase):
    def test_known_values(self):
        # Of q0 one of two right ones is first, both are among three; q1 has its one in second place.
        scores = assay.score(retrieved=[["d1", "d9", "d2"], ["d8", "d4"]], relevant=[["d1", "d2"], {"d4": 2}], k=[1, 3])
        self.assertEqual(scores["recall_at_k.1"].value, 0.25)
        self.assertEqual(scores["recall_at_k.3"].value, 1)
        self.assertEqual(scores["mrr"].value, 0.75)


class Tries(unittest.TestCase):
    def test_both_forms(self):
        # 1 of 2 and 0 of 2: pass at 1 is a quarter, and at 2 a half.
        counts = assay.score(tries=[2, 2], passes=[1, 0], k=[1, 2])
        each = assay.score(passed=[[True, False, None], [False, False]], k=[1, 2])
        for scores in (counts, each):
            self.assertEqual((scores["pass_at_k.1"].value, scores["pass_at_k.2"].value), (0.25, 0.5))
        with self.assertRaises(assay.AssayError):
            assay.score(tries=[1], passes=[2])


TRUTH = {"images": [{"id": number, "width": 100, "height": 100} for number in range(12)],
         "categories": [{"id": 1}],
         "annotations": [{"id": number + 1, "image_id": number, "category_id": 1, "bbox": [10, 10, 40, 40], "area": 1600,
                          "iscrowd": 0} for number in range(12)]}


def found(shift):
    return [{"image_id": number, "category_id": 1, "bbox": [10 + (shift if number % 3 == 0 else 0), 10, 40, 40],
             "score": 0.9 - number / 100} for number in range(12)]


class Boxes(unittest.TestCase):
    def test_all_found(self):
        scores = assay.score(boxes=found(0), truth=TRUTH)
        self.assertEqual(scores["coco_map"].value, 1)
        self.assertEqual(scores.n_of, "images")

    def test_nan_is_refused(self):
        with self.assertRaises(assay.AssayError) as caught:
            assay.score(boxes=[{**found(0)[0], "score": float("nan")}], truth=TRUTH)
        self.assertEqual(caught.exception.args[0], "E0405")


class Costs(unittest.TestCase):
    def test_amounts(self):
        # One miss, of 250; one false alarm at 4: 254 over four cases, 63500 per 1,000.
        scores = assay.score([1, 1, 0, 0], [0.9, 0.1, 0.8, 0.2], amounts=[100, 250, 10, 10], cost_fn=1, cost_fp=4, currency="EUR",
                             looks="")
        rules = {rule["rule"]: rule for rule in scores.costs["rules"]}
        self.assertAlmostEqual(rules["as decided"]["per_1000"], 63500)
        with self.assertRaises(assay.AssayError):
            assay.score([1, 0], [0.9, 0.1], amounts=[1, float("nan")], looks="")


def cases(rows, seed):
    random.seed(seed)
    label = [int(random.random() < 0.3) for _ in range(rows)]
    return label, [random.gauss(3 * value, 1) for value in label]


class TuningSets(unittest.TestCase):
    require = "recall>=0.3 @ precision>=0.5"

    def setUp(self):
        self.label, self.score = cases(400, 1)
        self.ids = [f"t{row}" for row in range(400)]
        self.tuned = assay.score(self.label, self.score, ids=self.ids, require=self.require, looks="")

    def test_a_threshold_is_judged_by_other_cases(self):
        label, score = cases(400, 2)
        fresh = assay.score(label, score, ids=[f"c{row}" for row in range(400)], threshold=self.tuned.threshold,
                            require=self.require, looks="")
        self.assertEqual(fresh.requirements[0].outcome, "PASS")
        self.assertEqual(fresh.requirements[0].threshold, self.tuned.threshold.value)
        same = assay.score(self.label, self.score, ids=self.ids, threshold=self.tuned.threshold, require=self.require, looks="")
        self.assertEqual(same.requirements[0].outcome, "NOT MEASURED")
        self.assertIn("very labels", same.in_sample)

    def test_what_is_shared_cant_pass(self):
        label, score = cases(400, 2)
        ids = [f"c{row}" for row in range(399)] + ["t7"]
        shared = assay.score(label, score, ids=ids, tuned_on=assay.Cases(ids=self.ids), require=self.require, looks="")
        self.assertEqual(shared.requirements[0].outcome, "NOT MEASURED")
        self.assertIn("t7", shared.in_sample)
        ids[-1] = "c399"
        apart = assay.score(label, score, ids=ids, tuned_on=assay.Cases(ids=self.ids), require=self.require, looks="")
        self.assertTrue(apart.requirements[0])
        self.assertEqual(apart.leak_check, "disjoint from tuned_on by id")
        groups = assay.score(label, score, groups=["g"] * 400, tuned_on=assay.Cases(groups=["g"]), require=self.require, looks="")
        self.assertIn("share their group", groups.in_sample)

    def test_nearly_the_same_text_is_a_warning(self):
        label, score = cases(3, 5)
        text = " ".join(f"word{number}" for number in range(40))
        near = assay.score([0, 1, 1], [0.1, 0.8, 0.9], content=["a b c", text, "else"], looks="",
                           tuned_on=assay.Cases(content=[text.replace("word20", "other"), "x y z"]))
        self.assertEqual(near.in_sample, "")
        self.assertIn("1 of 3 cases is nearly one of tuned_on", near.leak_warning)
        exact = assay.score([0, 1, 1], [0.1, 0.8, 0.9], content=["a b c", text, "else"], looks="", tuned_on=assay.Cases(content=[text]))
        self.assertIn("share their content", exact.in_sample)

    def test_a_saved_threshold(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "threshold.json"
            self.tuned.threshold.save(path)
            self.assertEqual(assay.Threshold.load(path), self.tuned.threshold)
        self.assertIsNone(assay.score(self.label, self.score, looks="").threshold)


class Comparisons(unittest.TestCase):
    def test_texts(self):
        # 18 lost and 6 gained of 200: McNemar exact, 2 P(X <= 6 of 24).
        old = ["no" if row < 6 else "yes" for row in range(200)]
        new = ["no" if 10 <= row < 28 else "yes" for row in range(200)]
        compared = assay.compare(answers=(old, new), references=["yes"] * 200, metrics="exact_match")
        self.assertEqual(compared.word, "WORSE")
        self.assertAlmostEqual(compared["exact_match"]["p"], 2 * 190051 / 2 ** 24, places=12)
        self.assertIn("<table>", compared._repr_html_())

    def test_other_kinds(self):
        ranked = assay.compare(retrieved=([["d", "g"]] * 20, [["g", "d"]] * 20), relevant=[["g"]] * 20, k=1, metrics="recall_at_k")
        self.assertEqual((ranked.word, ranked["recall_at_k"]["difference"]), ("BETTER", 1))
        tried = assay.compare(tries=([4] * 12, [4] * 12), passes=([1] * 12, [1, 2, 3] * 4))
        self.assertEqual(tried["pass_at_k"]["difference"], 0.25)
        boxes = assay.compare(boxes=(found(30), found(0)), truth=TRUTH)
        self.assertEqual(boxes.word, "BETTER")

    def test_refused(self):
        with self.assertRaises(assay.AssayError) as caught:
            assay.compare(answers=(["a", None], ["a", "b"]), references=["a", "b"])
        self.assertEqual(caught.exception.args[0], "E0409")
        with self.assertRaises(assay.AssayError):
            assay.compare(answers=(["a"],), references=["a"])


@unittest.skipUnless(os.environ.get("ASSAY_PROGRAM"), "the program isn't named")
class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, *arguments, codes=(0,)):
        done = subprocess.run([os.environ["ASSAY_PROGRAM"], *map(str, arguments), "--format", "json"], capture_output=True,
                              text=True, cwd=self.folder, env={**os.environ, "ASSAY_LOOKS": "off"})
        self.assertIn(done.returncode, codes, done.stderr)
        return json.loads(done.stdout)

    def lines(self, name, rows):
        (self.folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        return name

    def same(self, ours, program):
        for key in ("n", "n_of", "unscored", "measurements", "requirements", "carried", "notes", "form"):
            self.assertEqual(ours.document[key], program[key], key)

    def test_texts(self):
        file = self.lines("a.jsonl", [{"id": str(row), "said": said, "right": right, "q": row // 2}
                                      for row, (said, right) in enumerate(zip(ANSWERS, REFERENCES))])
        program = self.program("score", file, "--answer", "said", "--reference", "right", "--question", "q",
                               "--require", "rouge_l>=0.1", codes=(0, 1, 7))
        self.same(assay.score(answers=ANSWERS, references=REFERENCES, questions=[0, 0, 1, 1], require="rouge_l>=0.1"), program)

    def test_boxes(self):
        (self.folder / "found.json").write_text(json.dumps(found(3)))
        (self.folder / "truth.json").write_text(json.dumps(TRUTH))
        program = self.program("score", "found.json", "--truth", "truth.json", "--require", "coco_map>=0.1", codes=(0, 1, 7))
        self.same(assay.score(boxes=found(3), truth=TRUTH, require="coco_map>=0.1"), program)
        self.same(assay.score(boxes=found(3), truth=self.folder / "truth.json", require="coco_map>=0.1"), program)

    def test_rankings(self):
        retrieved, relevant = [["a", "b", "c"], None, ["z"]], [["c"], ["x"], {"z": 2, "y": 1}]
        file = self.lines("r.jsonl", [{"id": str(row), "retrieved": retrieved[row], "relevant": relevant[row]} for row in range(3)])
        self.same(assay.score(retrieved=retrieved, relevant=relevant, k=[1, 5]), self.program("score", file, "--k", 1, "--k", 5))

    def test_tries(self):
        file = self.lines("t.jsonl", [{"id": str(row), "n": 10, "c": passes} for row, passes in enumerate((0, 3, 10))])
        self.same(assay.score(tries=[10] * 3, passes=[0, 3, 10], k=5), self.program("score", file, "--k", 5))

    def test_comparisons(self):
        other = ["the cat", "the dog", None, "8"]
        many, more = ANSWERS * 10, other * 10
        files = [self.lines(name, [{"id": str(row), "said": said, "right": REFERENCES[row % 4]} for row, said in enumerate(column)])
                 for name, column in (("a.jsonl", many), ("b.jsonl", more))]
        program = self.program("compare", *files, "--answer", "said", "--reference", "right", codes=(0, 7))
        self.assertEqual(assay.compare(answers=(many, more), references=REFERENCES * 10, names=files).document, program)

    def test_costs_and_tuning_files(self):
        label, score = cases(300, 4)
        tune_label, tune_score = cases(300, 6)
        amounts = [10 + row % 7 for row in range(300)]
        for name, first, labels, values in (("certify.csv", "c", label, score), ("tune.csv", "t", tune_label, tune_score)):
            with open(self.folder / name, "w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(("id", "label", "p", "amount"))
                writer.writerows((f"{first}{row}", labels[row], repr(values[row]), amounts[row]) for row in range(300))
        require = "recall>=0.2 @ precision>=0.4"
        tuned = self.program("score", "tune.csv", "--id", "id", "--score", "p", "--require", require, "--save-threshold", "t.json")
        program = self.program("score", "certify.csv", "--id", "id", "--score", "p", "--threshold", "t.json", "--require", require,
                               "--cost-fn", "2", "--cost-fp", "4", "--cost-column", "amount")
        ours_tuned = assay.score(tune_label, tune_score, ids=[f"t{row}" for row in range(300)], require=require, looks="")
        self.assertEqual(ours_tuned.document["requirements"], tuned["requirements"])
        self.assertEqual(ours_tuned.threshold.document["set"], json.loads((self.folder / "t.json").read_text())["set"])
        ours = assay.score(label, score, ids=[f"c{row}" for row in range(300)], threshold=ours_tuned.threshold, require=require,
                           amounts=amounts, cost_fn=2, cost_fp=4, looks="").document
        for key in ("measurements", "requirements", "in_sample", "costs"):
            self.assertEqual(ours[key], program[key], key)


if __name__ == "__main__":
    unittest.main()
