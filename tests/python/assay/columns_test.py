# SPDX-License-Identifier: Apache-2.0
"""The module assay: columns of every kind give the same values, those of the command line, and bad ones are refused."""
import csv
import json
import os
import pathlib
import pickle
import random
import subprocess
import tempfile
import unittest
from array import array

import assay


def sample(rows=400, seed=3):
    random.seed(seed)
    label = [int(random.random() < 0.2) for _ in range(rows)]
    return label, [random.gauss(2 * value, 1) for value in label]


class Columns(unittest.TestCase):
    def setUp(self):
        self.label, self.score = sample()
        self.expected = assay.score(self.label, self.score, looks="").document

    def same(self, *arguments, **keywords):
        self.assertEqual(assay.score(*arguments, looks="", **keywords).document, self.expected)

    def test_kinds_of_sequences(self):
        self.same(tuple(self.label), (value for value in self.score))
        self.same(array("q", self.label), array("d", self.score))

    def test_labels_as_texts(self):
        scores = assay.score(["fraud" if value else "fine" for value in self.label], self.score, positive="fraud", looks="")
        self.assertEqual([entry["value"] for entry in scores.document["measurements"]],
                         [entry["value"] for entry in self.expected["measurements"]])

    def test_a_known_value(self):
        # Precision at the positives of the order + - + is 1 and 2/3: average precision 5/6.
        scores = assay.score([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], looks="")
        self.assertAlmostEqual(scores["average_precision"].value, 5 / 6, places=15)
        self.assertEqual((scores.n, scores.positives), (4, 2))

    def test_classes(self):
        scores = assay.score(["a", "b", "c", "a"], predicted=["a", "b", "b", "a"], looks="")
        self.assertEqual(scores["accuracy"].value, 0.75)
        self.assertEqual(scores["accuracy"].interval.level, 0.95)
        self.assertIsNone(scores.positives)

    def test_requirements(self):
        scores = assay.score(self.label, self.score, require=["accuracy>=0.999", "recall>=0.1 @ precision>=0.3"], looks="")
        self.assertEqual([entry.outcome for entry in scores.requirements], ["FAIL", "PASS"])
        self.assertEqual([bool(entry) for entry in scores.requirements], [False, True])
        self.assertIsInstance(scores.requirements[1].threshold, float)
        self.assertIn("recall", scores.requirements[1].reason)

    def test_undefined_is_none(self):
        scores = assay.score([0, 1], [0.1, 0.2], metrics="precision", threshold=0.9, looks="")
        self.assertIsNone(scores["precision"].value)
        self.assertTrue(scores["precision"].note)

    def test_refused(self):
        for code, arguments, keywords in (
                ("E0405", (self.label, [float("nan")] + self.score[1:]), {}),
                ("E0405", (self.label, [None] + self.score[1:]), {}),
                ("E0101", (self.label, self.score[1:]), {}),
                ("E0101", (self.label,), {}),
                ("E0101", (["x", "y"], [0.1, 0.2]), {}),
                ("E0407", (["x", "y"], [0.1, 0.2]), {"positive": "z"}),
                ("E0404", ([None, 1], [0.1, 0.2]), {})):
            with self.subTest(code=code), self.assertRaises(assay.AssayError) as caught:
                assay.score(*arguments, looks="", **keywords)
            self.assertEqual(caught.exception.args[0], code)
            self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(assay.AssayError) as caught:
            assay.score(self.label, self.score, metrics=["no_such_metric"], looks="")
        self.assertIn("no_such_metric", caught.exception.args[1])
        with self.assertRaises(TypeError):
            assay.score(self.label, ["a"] * len(self.label))

    def test_rows_are_named(self):
        with self.assertRaises(assay.AssayError) as caught:
            assay.score([0, 1, 1], [0.1, float("inf"), 0.2], ids=["r7", "r8", "r9"], looks="")
        self.assertIn("r8", caught.exception.args[1])

    def test_looks_are_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            place = str(pathlib.Path(folder) / "looks.log")
            for look in (1, 2, 3):
                scores = assay.score(self.label, self.score, require="recall>=0.1 @ precision>=0.3", looks=place)
                self.assertEqual(scores.document["looks"]["count"], look)

    def test_html(self):
        page = assay.score(["<b>", "a"], predicted=["<b>", "a"], looks="")._repr_html_()
        self.assertIn("<table>", page)
        self.assertNotIn("<b>", page)

    def test_values_are_plain(self):
        measurement = assay.score(self.label, self.score, looks="")["recall"]
        self.assertEqual(pickle.loads(pickle.dumps(measurement)), measurement)

    def test_metrics(self):
        names = {info.name for info in assay.metrics()}
        self.assertLessEqual({"average_precision", "recall", "roc_auc"}, names)

    def test_numpy_columns(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy isn't installed")
        self.same(numpy.array(self.label), numpy.array(self.score))
        strided = numpy.array([[value, 0] for value in self.score])[:, 0]
        self.same(numpy.array(self.label, dtype="int8"), strided)

    def test_arrow_columns(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest("pyarrow isn't installed")
        self.same(pyarrow.array(self.label), pyarrow.array(self.score))
        half = len(self.label) // 2
        table = pyarrow.table({"y": pyarrow.chunked_array([self.label[:half], self.label[half:]]),
                               "p": pyarrow.chunked_array([self.score[:half], self.score[half:]])})
        self.same(table["y"], table["p"])
        self.same(pyarrow.array(self.label, pyarrow.int8()).dictionary_encode(), pyarrow.array(self.score))
        with self.assertRaises(assay.AssayError) as caught:  # a missing score is not a number and not left out
            assay.score(pyarrow.array([1, 0]), pyarrow.array([0.5, None]))
        self.assertEqual(caught.exception.args[0], "E0405")


class Comparisons(unittest.TestCase):
    def test_a_worse_system(self):
        label, score = sample(2000)
        random.seed(4)
        noisy = [value + random.gauss(0, 2) for value in score]
        compared = assay.compare(label, score, noisy, threshold=1.0)
        self.assertEqual(compared.word, "WORSE")
        self.assertLess(compared["average_precision"]["difference"], 0)
        self.assertTrue(all(compared.sentences))
        self.assertIn("<table>", compared._repr_html_())
        verdict = assay.compare(label, score, noisy, metrics="average_precision", fail_if="worse=2%")
        self.assertEqual(verdict.word, "FAIL")

    def test_the_same_system(self):
        label, score = sample(300)
        self.assertEqual(assay.compare(label, score, score, metrics="roc_auc", fail_if="worse=5%").word, "PASS")

    def test_classes(self):
        compared = assay.compare(["a", "b"] * 50, predicted=(["a", "b"] * 50, ["a"] * 100), classes=["a", "b"])
        self.assertEqual(compared["accuracy"]["difference"], -0.5)


@unittest.skipUnless(os.environ.get("ASSAY_PROGRAM"), "the program isn't named")
class CommandLine(unittest.TestCase):
    def run_program(self, *arguments, codes=(0,)):
        done = subprocess.run([os.environ["ASSAY_PROGRAM"], *map(str, arguments), "--format", "json"], capture_output=True,
                              text=True, env={**os.environ, "ASSAY_LOOKS": "off"})
        self.assertIn(done.returncode, codes, done.stderr)
        return json.loads(done.stdout)

    def test_the_same_numbers(self):
        label, score = sample(500, seed=8)
        other = [value + random.gauss(0, 1) for value in score]
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, column in (("a.csv", score), ("b.csv", other)):
                paths.append(pathlib.Path(folder) / name)
                with open(paths[-1], "w", newline="") as file:
                    writer = csv.writer(file)
                    writer.writerow(("id", "label", "p"))
                    writer.writerows((row, label[row], repr(column[row])) for row in range(len(label)))
            require = "recall>=0.2 @ precision>=0.4"
            program = self.run_program("score", paths[0], "--score", "p", "--base-rate", "0.05", "--require", require)
            ours = assay.score(label, score, ids=range(len(label)), base_rate=0.05, require=require, looks="").document
            self.assertEqual(ours["measurements"], program["measurements"])
            self.assertEqual(ours["requirements"], program["requirements"])
            program = self.run_program("compare", *paths, "--score", "p", codes=(0, 7))
            ours = assay.compare(label, score, other, ids=range(len(label)), names=paths).document
            self.assertEqual(ours, program)


if __name__ == "__main__":
    unittest.main()
