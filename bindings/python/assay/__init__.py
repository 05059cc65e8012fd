# SPDX-License-Identifier: Apache-2.0
"""Quality of answers with intervals, requirements and comparisons: the numbers of the command line, as Python values.

    scores = assay.score(label, score, positive="fraud", require="recall>=0.7 @ precision>=0.25")
    scores["average_precision"].value, scores["average_precision"].interval
    assay.compare(label, old_score, new_score, positive="fraud").sentence
    assay.score(answers=said, references=right)["rouge_l"]       # also boxes, rankings, repeated tries

Columns are lists, NumPy arrays, Arrow arrays, or anything that Python can iterate. What can't be scored raises AssayError
with the rows named: no row is dropped.
"""
import html as _html
import json as _json
from array import array as _array
from dataclasses import dataclass, field

from . import _native
from ._native import AssayError

__all__ = ["AssayError", "Cases", "Comparison", "Interval", "Measurement", "MetricInfo", "Requirement", "Scores",
           "Threshold", "compare", "metrics", "score"]


@dataclass(frozen=True)
class Interval:
    low: float | None
    high: float | None
    level: float
    method: str = ""


@dataclass(frozen=True)
class Measurement:
    """One metric. `value` is None where it isn't defined for these cases; `note` says why."""
    metric: str
    value: float | None
    unit: str
    n: int | None
    interval: Interval | None
    note: str = ""


@dataclass(frozen=True)
class Requirement:
    """`outcome` is "PASS", "FAIL", "UNDECIDED" or "NOT MEASURED"; only a PASS is true. `threshold` is the certified one of
    a requirement "… @ precision>=…"; `document` is all that the command line says as JSON."""
    text: str
    outcome: str
    reason: str
    threshold: float | None = None
    document: dict = field(repr=False, default_factory=dict)

    def __bool__(self):
        return self.outcome == "PASS"


@dataclass(frozen=True)
class MetricInfo:
    name: str
    title: str
    unit: str
    definition: str
    source: str


@dataclass(frozen=True)
class Threshold:
    """A certified threshold with the hash of the labels that set it: what it is judged by must be others."""
    value: float
    document: dict = field(repr=False)

    def save(self, path):
        """Writes the file that the command line reads as --threshold FILE."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(_json.dumps(self.document, indent=1) + "\n")

    @classmethod
    def load(cls, path):
        with open(path, encoding="utf-8") as file:
            document = _json.load(file)
        return cls(document["threshold"], document)


@dataclass(frozen=True)
class Cases:
    """What something was tuned on: ids, groups (accounts, patients), content (a text or a row each). Each may be left out."""
    ids: object = None
    groups: object = None
    content: object = None


def _interval(value):
    if value is None:
        return None
    return Interval(value.get("low"), value.get("high"), value.get("level"), value.get("method", ""))


class Scores:
    """Measurements by name, and the requirements in the order in which they were given. `threshold` is the certified one,
    where a requirement asked for it."""

    def __init__(self, document, threshold=None):
        self.document = document
        self.n = document["n"]
        self.n_of = document.get("n_of", "cases")
        self.positives = document.get("positives")
        self.unscored = document.get("unscored", 0)
        self.notes = document.get("notes", [])
        self.in_sample = document.get("in_sample", "")
        self.leak_check = document.get("leak_check", "")
        self.leak_warning = document.get("leak_warning", "")
        self.costs = document.get("costs")
        self.threshold = threshold
        self.measurements = {
            entry["metric"]: Measurement(entry["metric"], entry["value"], entry["unit"], entry["n"],
                                         _interval(entry["interval"]), entry["note"] or "")
            for entry in document["measurements"]}
        self.requirements = [Requirement(entry["require"], entry["verdict"]["outcome"], entry["verdict"]["reason"],
                                         (entry["operating_point"] or {}).get("threshold"), entry)
                             for entry in document.get("requirements") or []]

    def __getitem__(self, metric):
        return self.measurements[metric]

    def __iter__(self):
        return iter(self.measurements.values())

    def __len__(self):
        return len(self.measurements)

    def _head(self):
        return (f"{self.n} {self.n_of}" + ("" if self.positives is None else f", {self.positives} positives")
                + (f", {self.unscored} unscored" if self.unscored else ""))

    def __repr__(self):
        verdicts = "".join(f", {entry.text}: {entry.outcome}" for entry in self.requirements)
        return f"<assay.Scores: {self._head()}, {len(self)} measurements{verdicts}>"

    def _repr_html_(self):
        head = _html.escape(self._head())
        verdicts = "".join(f"<p><strong>{_html.escape(entry.outcome)}</strong> {_html.escape(entry.text)}: "
                           f"{_html.escape(entry.reason)}</p>" for entry in self.requirements)
        rows = [(entry.metric, _number(entry.value), _bounds(entry.interval), entry.unit, entry.note) for entry in self]
        return f"<p>{head}</p>{verdicts}" + _table(("metric", "value", "interval", "unit", "note"), rows)


class Comparison:
    """What differs between two systems on the same cases, in sentences."""

    def __init__(self, document):
        self.document = document
        self.word = document["verdict"]
        self.sentence = document["sentence"]
        self.parts = [part for comparison in document["comparisons"] for part in comparison["parts"]]
        self.metrics = {entry["metric"]: entry for part in self.parts for entry in part["metrics"]}
        self.sentences = [entry["sentence"] for entry in self.metrics.values()]

    def __getitem__(self, metric):
        return self.metrics[metric]

    def __repr__(self):
        return f"<assay.Comparison: {self.word}. {self.sentence}>"

    def _repr_html_(self):
        rows = [(name, _number(entry["baseline"]), _number(entry["other"]), _number(entry["difference"]),
                 _bounds(_interval(entry["interval"])), entry["sentence"]) for name, entry in self.metrics.items()]
        return (f"<p><strong>{_html.escape(self.word)}</strong> {_html.escape(self.sentence)}</p>"
                + _table(("metric", "baseline", "other", "difference", "interval", "in words"), rows))


def _number(value):
    return "" if value is None else f"{value:.6g}"


def _bounds(interval):
    if interval is None:
        return ""
    low, high = (_number(bound) or "…" for bound in (interval.low, interval.high))
    return f"{low} to {high}"


def _table(heads, rows):
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{_html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _list(values, name):
    """A column as a list of Python values."""
    for method in ("to_pylist", "tolist"):  # Arrow, NumPy
        if hasattr(values, method):
            return getattr(values, method)()
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} is one text, not a column")
    return list(values)


def _doubles(values, name):
    """A column of scores as a buffer of doubles. Without NumPy a list is read number by number."""
    if values is None:
        return None
    if hasattr(values, "to_numpy") and not hasattr(values, "dtype"):  # Arrow: missing values become NaN and are refused
        values = values.to_numpy(zero_copy_only=False)
    if hasattr(values, "astype") and hasattr(values, "dtype"):
        column = values.astype("float64", copy=False)
        column = getattr(column, "to_numpy", lambda: column)()  # a pandas column
        return column if column.flags.c_contiguous else column.copy()
    try:
        return _array("d", (float("nan") if value is None else value for value in values))
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def _codes(values, positive, name):
    """1 for the positive class, 0 for others."""
    if hasattr(values, "dtype") and hasattr(values, "astype"):
        hits = values == positive
        if getattr(hits, "dtype", None) is not None:
            column = hits.astype("int32")
            return getattr(column, "to_numpy", lambda: column)()
    return _array("i", (1 if value == positive else 0 for value in _list(values, name)))


def _columns(label, scores, predicted, positive, classes):
    """(label codes, names of classes, codes of each predicted column)"""
    if any(score is not None for score in scores):
        labels = _list(label, "label")
        distinct = set(labels)
        if None in distinct:
            missing = [str(row) for row, value in enumerate(labels) if value is None]
            raise AssayError("E0404", f"{len(missing)} rows have no label: {', '.join(missing[:20])}")
        if positive is None:
            if not distinct <= {0, 1}:
                raise AssayError("E0101", "the labels are no 0 and 1: positive says which one is the positive class")
            positive = 1
        if positive not in distinct:
            shown = ", ".join(sorted(map(str, distinct))[:20])
            raise AssayError("E0407", f"no case has the positive label {positive!r}; the labels are {shown}")
        others = distinct - {positive}
        names = [str(next(iter(others))) if len(others) == 1 else f"not {positive}", str(positive)]
        return (_codes(label, positive, "label"), names,
                [None if column is None else _codes(column, positive, "predicted") for column in predicted])
    if any(column is None for column in predicted):
        raise AssayError("E0101", "neither score nor predicted is given")
    columns = [_list(label, "label")] + [_list(column, "predicted") for column in predicted]
    for name, column in zip(["label"] + ["predicted"] * len(predicted), columns):
        missing = [str(row) for row, value in enumerate(column) if value is None]
        if missing:
            raise AssayError("E0404", f"{len(missing)} rows have no {name}: {', '.join(missing[:20])}")
    names = [str(name) for name in classes] if classes is not None else sorted(
        {str(value) for column in columns for value in column})
    numbers = {name: number for number, name in enumerate(names)}
    try:
        coded = [_array("i", (numbers[str(value)] for value in column)) for column in columns]
    except KeyError as error:
        raise AssayError("E0101", f"{error.args[0]!r} is none of the classes") from None
    return coded[0], names, coded[1:]


def _texts(values):
    return [values] if isinstance(values, str) else [str(value) for value in values]


def _options(base_rate, looks, **options):
    if isinstance(base_rate, (tuple, list)):
        options["base_rate"], options["base_rate_high"] = base_rate
    else:
        options["base_rate"] = base_rate
    options["looks"] = _native.looks_path() if looks is None else looks
    return options


def _plain(value):
    """Numbers, texts, lists and dicts of Python, whatever they were in NumPy or Arrow."""
    for method in ("to_pylist", "as_py", "tolist"):
        if hasattr(value, method):
            return _plain(getattr(value, method)())
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _same_length(**columns):
    given = {name: len(column) for name, column in columns.items() if column is not None}
    if len(set(given.values())) > 1:
        raise AssayError("E0101", "the columns differ in length: "
                         + ", ".join(f"{name} has {count} rows" for name, count in given.items()))


def _lines(**columns):
    """JSON lines of columns; one that is None has no key."""
    columns = {name: None if column is None else _plain(_list(column, name)) for name, column in columns.items()}
    _same_length(**columns)
    columns = {name: column for name, column in columns.items() if column is not None}
    rows = len(next(iter(columns.values())))
    columns.setdefault("id", [str(row) for row in range(rows)])
    try:
        return "".join(_json.dumps(dict(zip(columns, row)), allow_nan=False) + "\n" for row in zip(*columns.values()))
    except ValueError:
        raise AssayError("E0405", "a NaN or an infinity among " + ", ".join(columns)) from None


def _needs(name, value, what):
    if value is None:
        raise AssayError("E0101", f"{name} needs {what}")


def _tries_lines(ids, tries, passes, passed):
    if passed is None:
        _needs("tries", passes, "passes: how many of each problem's tries passed")
        return _lines(id=ids, n=tries, c=passes)
    passed = [_plain(_list(each, "passed")) for each in passed]
    names = [str(row) for row in range(len(passed))] if ids is None else _texts(_list(ids, "ids"))
    _same_length(ids=names, passed=passed)
    return "".join(_json.dumps({"id": name, "passed": one}) + "\n" for name, each in zip(names, passed) for one in each)


def _result_text(ids=None, answers=None, references=None, questions=None, tokens=None, boxes=None, truth=None,
                 retrieved=None, relevant=None, tries=None, passes=None, passed=None):
    """(form, results, truth) of the one kind of results that is given; None for columns of labels."""
    kinds = [name for name, value in (("answers", answers), ("boxes", boxes), ("retrieved", retrieved),
                                      ("tries", tries if passed is None else passed)) if value is not None]
    if len(kinds) > 1:
        raise AssayError("E0101", " and ".join(kinds) + " are results of different kinds: score one at a time")
    if not kinds:
        return None
    if answers is not None:
        _needs("answers", references, "references: the right answers, a text or a list of texts each")
        return "texts", _lines(id=ids, answer=answers, reference=references, question=questions, tokens=tokens), ""
    if boxes is not None:
        _needs("boxes", truth, "truth: annotations in COCO's form, or the path of their file")
        if isinstance(truth, dict):
            annotations = _json.dumps(_plain(truth))
        else:
            with open(truth, encoding="utf-8") as file:
                annotations = file.read()
        try:
            return "boxes", _json.dumps(_plain(_list(boxes, "boxes")), allow_nan=False), annotations
        except ValueError:
            raise AssayError("E0405", "boxes: a NaN or an infinity") from None
    if retrieved is not None:
        _needs("retrieved", relevant, "relevant: the right documents, or their grades")
        return "rankings", _lines(id=ids, retrieved=retrieved, relevant=relevant), ""
    return "tries", _tries_lines(ids, tries, passes, passed), ""


def _whole_numbers(values):
    values = _plain(values)
    return [str(int(value)) for value in ([values] if isinstance(values, int) else values)]


def _marks(cases):
    def column(values, name):
        if values is None:
            return None
        return ["\x1f".join(map(str, row)) if isinstance(row, (list, tuple)) else str(row)
                for row in _plain(_list(values, name))]
    return {"ids": column(cases.ids, "ids"), "groups": column(cases.groups, "groups"),
            "contents": column(cases.content, "content")}


def _threshold_options(threshold):
    if isinstance(threshold, Threshold):
        return {"threshold": threshold.value, "threshold_file": _json.dumps(threshold.document)}
    return {"threshold": threshold}


def score(label=None, score=None, *, predicted=None, positive=None, ids=None, classes=None, threshold=None, base_rate=None,
          min_precision=None, metrics=(), require=(), level=0.95, alpha=0.05, method="fixed_sequence", cost_fn=None,
          cost_fp=None, cost_review=None, currency=None, amounts=None, groups=None, content=None, tuned_on=None, looks=None,
          answers=None, references=None, questions=None, tokens=None, boxes=None, truth=None, retrieved=None, relevant=None,
          tries=None, passes=None, passed=None, k=()):
    """Every metric that these columns allow, each with its interval, and a verdict for each requirement.

    Labels:
    label       the right answers
    score       of the positive class, higher means more likely; or
    predicted   the answered classes
    positive    which label is the positive class; 1 where labels are 0 and 1
    threshold   decision: score >= threshold; without it 0.5; or the Threshold that other cases have set
    base_rate   prevalence in service: a number, or (low, high)
    require     "recall>=0.7 @ precision>=0.25", one text or several
    amounts     of money: a missed row costs cost_fn times its amount
    tuned_on    Cases that something was tuned on: what shares an id, a group or its content with them can't PASS. ids,
                groups and content are these cases'
    looks       file in which looks at these labels are counted ("" counts nowhere); without it as on the command line

    Or one of these, with metrics, require ("rouge_l>=0.3"), level and ids:
    answers     texts, None where the system gave none; references: the right ones, a text or a list each; questions: answers
                to one question share it; tokens of each answer
    boxes       [{"image_id", "category_id", "bbox": [x, y, width, height], "score"}]; truth: annotations in COCO's form, as
                a dict or a path
    retrieved   documents by rank, or {"id", "score"}, a list a query; relevant: the right ones, or {document: grade}; k
    tries       how often each problem was tried; passes: how often it passed; or passed: a list of True, False and None
                (no result) a problem; k

    Raises AssayError (a ValueError) with a code that `assay explain` knows.
    """
    results = _result_text(ids, answers, references, questions, tokens, boxes, truth, retrieved, relevant, tries, passes, passed)
    if results is not None:
        if label is not None or score is not None or predicted is not None:
            raise AssayError("E0101", "labels and other results are scored one at a time")
        options = {"metrics": _texts(metrics), "require": _texts(require), "level": level, "k": _whole_numbers(k),
                   "tokens": None if tokens is None else "tokens", "question": None if questions is None else "question"}
        return Scores(_json.loads(_native.results(*results, options)))
    _needs("score", label, "label, or answers, boxes, retrieved or tries")
    labels, names, (given,) = _columns(label, [score], [predicted], positive, classes)
    options = _options(base_rate, looks, min_precision=min_precision, metrics=_texts(metrics), require=_texts(require),
                       level=level, alpha=alpha, method=method, cost_fn=cost_fn, cost_fp=cost_fp, cost_review=cost_review,
                       currency=currency, amounts=_doubles(amounts, "amounts"), **_threshold_options(threshold))
    if tuned_on is not None:
        options["tuned_on"] = _marks(tuned_on)
        options["marks"] = _marks(Cases(ids, groups, content))
    text, certified = _native.score(labels, _doubles(score, "score"), given,
                                    None if ids is None else _texts(_list(ids, "ids")), names, options)
    document = _json.loads(certified) if certified else None
    return Scores(_json.loads(text), document and Threshold(document["threshold"], document))


def _two(value, name):
    if value is None:
        return None, None
    pair = tuple(value)
    if len(pair) != 2:
        raise AssayError("E0101", f"{name}: a pair is asked for, of the baseline's and the other's")
    return pair


def compare(label=None, baseline=None, other=None, *, predicted=(None, None), positive=None, ids=None, classes=None,
            threshold=None, base_rate=None, min_precision=None, metrics=(), fail_if=None, level=0.95,
            names=("baseline", "other"), answers=None, references=None, questions=None, boxes=None, truth=None,
            retrieved=None, relevant=None, tries=None, passes=None, passed=None, k=()):
    """What differs between two systems' answers to the same cases: paired, with intervals, in sentences.

    baseline, other   scores of the positive class; or predicted=(classes of one, classes of the other)
    fail_if           "worse=2%" of the baseline, "worse=0.02" in the metric's own unit: the word becomes a verdict
    answers, boxes, retrieved, tries with passes, or passed: a pair, of the one and of the other system, with what `score`
                      takes beside them; items are paired in their order
    """
    pairs = {"answers": answers, "boxes": boxes, "retrieved": retrieved, "tries": tries, "passes": passes, "passed": passed}
    pairs = {name: _two(pair, name) for name, pair in pairs.items()}
    sides = [_result_text(ids=ids, references=references, questions=questions, truth=truth, relevant=relevant,
                          **{name: pair[side] for name, pair in pairs.items()}) for side in (0, 1)]
    if None not in sides:
        options = {"metrics": _texts(metrics), "fail_if": fail_if, "level": level, "k": _whole_numbers(k),
                   "question": None if questions is None else "question"}
        text = _native.compare_results(sides[0][0], (sides[0][1], sides[1][1]), sides[0][2], _texts(names), options)
        return Comparison(_json.loads(text))
    _needs("compare", label, "label, or pairs of answers, boxes, retrieved or tries")
    labels, class_names, given = _columns(label, [baseline, other], list(predicted), positive, classes)
    options = _options(base_rate, "", min_precision=min_precision, metrics=_texts(metrics), fail_if=fail_if, level=level,
                       **_threshold_options(threshold))
    text = _native.compare(labels, None if ids is None else _texts(_list(ids, "ids")), class_names,
                           (_doubles(baseline, "baseline"), given[0]), (_doubles(other, "other"), given[1]),
                           _texts(names), options)
    return Comparison(_json.loads(text))


def metrics():
    """Every metric that there is, as `assay list metrics`."""
    return [MetricInfo(**entry) for entry in _json.loads(_native.metrics())]
