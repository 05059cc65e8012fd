# SPDX-License-Identifier: Apache-2.0
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

class AssayError(ValueError): ...

@dataclass(frozen=True)
class Interval:
    low: float | None
    high: float | None
    level: float
    method: str = ...

@dataclass(frozen=True)
class Measurement:
    metric: str
    value: float | None
    unit: str
    n: int | None
    interval: Interval | None
    note: str = ...

@dataclass(frozen=True)
class Requirement:
    text: str
    outcome: str
    reason: str
    threshold: float | None = ...
    document: dict[str, Any] = ...
    def __bool__(self) -> bool: ...

@dataclass(frozen=True)
class MetricInfo:
    name: str
    title: str
    unit: str
    definition: str
    source: str

@dataclass(frozen=True)
class Threshold:
    value: float
    document: dict[str, Any]
    def save(self, path: str | PathLike[str]) -> None: ...
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Threshold: ...

@dataclass(frozen=True)
class Cases:
    ids: Iterable[Any] | None = ...
    groups: Iterable[Any] | None = ...
    content: Iterable[Any] | None = ...

class Scores:
    document: dict[str, Any]
    n: int
    n_of: str
    unscored: int
    notes: list[str]
    in_sample: str
    leak_check: str
    leak_warning: str
    costs: dict[str, Any] | None
    threshold: Threshold | None
    positives: int | None
    measurements: dict[str, Measurement]
    requirements: list[Requirement]
    def __getitem__(self, metric: str) -> Measurement: ...
    def __iter__(self) -> Iterator[Measurement]: ...
    def __len__(self) -> int: ...

class Comparison:
    document: dict[str, Any]
    word: str
    sentence: str
    sentences: list[str]
    parts: list[dict[str, Any]]
    metrics: dict[str, dict[str, Any]]
    def __getitem__(self, metric: str) -> dict[str, Any]: ...

def score(label: Iterable[Any] | None = ..., score: Iterable[float] | None = ..., *,
          predicted: Iterable[Any] | None = ..., positive: Any = ..., ids: Iterable[Any] | None = ...,
          classes: Sequence[Any] | None = ..., threshold: float | Threshold | None = ...,
          base_rate: float | tuple[float, float] | None = ..., min_precision: float | None = ...,
          metrics: str | Iterable[str] = ..., require: str | Iterable[str] = ..., level: float = ..., alpha: float = ...,
          method: str = ..., cost_fn: float | None = ..., cost_fp: float | None = ..., cost_review: float | None = ...,
          currency: str | None = ..., amounts: Iterable[float] | None = ..., groups: Iterable[Any] | None = ...,
          content: Iterable[Any] | None = ..., tuned_on: Cases | None = ..., looks: str | None = ...,
          answers: Iterable[str | None] | None = ..., references: Iterable[Any] | None = ...,
          questions: Iterable[Any] | None = ..., tokens: Iterable[float] | None = ...,
          boxes: Iterable[dict[str, Any]] | None = ..., truth: dict[str, Any] | str | PathLike[str] | None = ...,
          retrieved: Iterable[Any] | None = ..., relevant: Iterable[Any] | None = ...,
          tries: Iterable[int] | None = ..., passes: Iterable[int] | None = ...,
          passed: Iterable[Iterable[bool | None]] | None = ..., k: int | Iterable[int] = ...) -> Scores: ...
def compare(label: Iterable[Any] | None = ..., baseline: Iterable[float] | None = ...,
            other: Iterable[float] | None = ..., *,
            predicted: tuple[Iterable[Any] | None, Iterable[Any] | None] = ..., positive: Any = ...,
            ids: Iterable[Any] | None = ..., classes: Sequence[Any] | None = ..., threshold: float | Threshold | None = ...,
            base_rate: float | tuple[float, float] | None = ..., min_precision: float | None = ...,
            metrics: str | Iterable[str] = ..., fail_if: str | None = ..., level: float = ...,
            names: tuple[str, str] = ..., answers: tuple[Iterable[Any], Iterable[Any]] | None = ...,
            references: Iterable[Any] | None = ..., questions: Iterable[Any] | None = ...,
            boxes: tuple[Iterable[Any], Iterable[Any]] | None = ...,
            truth: dict[str, Any] | str | PathLike[str] | None = ...,
            retrieved: tuple[Iterable[Any], Iterable[Any]] | None = ..., relevant: Iterable[Any] | None = ...,
            tries: tuple[Iterable[int], Iterable[int]] | None = ..., passes: tuple[Iterable[int], Iterable[int]] | None = ...,
            passed: tuple[Iterable[Any], Iterable[Any]] | None = ..., k: int | Iterable[int] = ...) -> Comparison: ...
def metrics() -> list[MetricInfo]: ...
