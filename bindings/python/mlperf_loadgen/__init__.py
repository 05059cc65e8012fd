# SPDX-License-Identifier: Apache-2.0
"""The MLPerf load generator: issues queries to a system under test, times the answers, writes the logs.

The names and call forms of MLPerf LoadGen 6.0.17, and beside them RunTest (the result as a value), AbortTest,
RegisterIssueQueryThread, and whole columns at once: ConstructArraySUT, QuerySamplesCompleteArrays,
FirstTokenCompleteArrays. One test at a time in a process; answers come from any thread.
"""
import dataclasses as _dataclasses
import operator as _operator

from . import _native
from ._native import (
    AbortTest, ConstructArraySUT, ConstructFastSUT, ConstructQDL, ConstructQSL, ConstructSUT, DestroyArraySUT,
    DestroyFastSUT, DestroyQDL, DestroyQSL, DestroySUT, FirstTokenComplete, FirstTokenCompleteArrays,
    LogOutputSettings, LogSettings, QuerySample, QuerySampleResponse, QuerySamplesComplete,
    QuerySamplesCompleteArrays, RegisterIssueQueryThread, StartTest, StartTestWithLogSettings, TestSettings)


class _Enumeration:
    """A number with a name. Equal to its like only; an int where one is needed."""
    __slots__ = ("_value",)

    def __init__(self, value):
        self._value = _operator.index(value)

    @property
    def value(self):
        return self._value

    @property
    def name(self):
        for name, member in type(self).__members__.items():
            if member._value == self._value:
                return name
        return "???"

    def __int__(self):
        return self._value

    __index__ = __hash__ = __int__

    def __eq__(self, other):
        return type(other) is type(self) and other._value == self._value

    def __repr__(self):
        return f"<{type(self).__name__}.{self.name}: {self._value}>"

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"

    def __reduce__(self):
        return type(self), (self._value,)

    def __getstate__(self):
        return self._value

    # The official module's pickles come through here.
    def __setstate__(self, state):
        self._value = _operator.index(state)


def _with_members(enumeration, *names):
    enumeration.__members__ = {name: enumeration(value) for value, name in enumerate(names)}
    for name, member in enumeration.__members__.items():
        setattr(enumeration, name, member)


class TestScenario(_Enumeration):
    """How queries arrive."""
    __slots__ = ()
    __test__ = False  # not a test case, whatever its name says


class TestMode(_Enumeration):
    """What is asked of a test."""
    __slots__ = ()
    __test__ = False


class LoggingMode(_Enumeration):
    """How log lines are passed on; taken and ignored."""
    __slots__ = ()


_with_members(TestScenario, "SingleStream", "MultiStream", "Server", "Offline")
_with_members(TestMode, "SubmissionRun", "AccuracyOnly", "PerformanceOnly", "FindPeakPerformance")
_with_members(LoggingMode, "AsyncPoll", "EndOfTestOnly", "Synchronous")
_native._set_enumerations(TestScenario, TestMode, LoggingMode)


class _Vector(list):
    """A list that holds objects of one type."""
    __slots__ = ()
    _element = object

    def __init__(self, items=()):
        super().__init__(map(self._checked, items))

    def _checked(self, item):
        if not isinstance(item, self._element):
            raise TypeError(f"{item!r} isn't a {self._element.__name__}")
        return item

    def append(self, x):
        super().append(self._checked(x))

    def extend(self, items):
        super().extend([self._checked(item) for item in items])

    def insert(self, i, x):
        super().insert(i, self._checked(x))

    def __iadd__(self, items):
        self.extend(items)
        return self

    def __getitem__(self, position):
        found = super().__getitem__(position)
        return type(self)(found) if isinstance(position, slice) else found

    def __setitem__(self, position, value):
        checked = [self._checked(item) for item in value] if isinstance(position, slice) else self._checked(value)
        super().__setitem__(position, checked)


class VectorQuerySample(_Vector):
    """A list of QuerySample."""
    __slots__ = ()
    _element = QuerySample


class VectorQuerySampleResponse(_Vector):
    """A list of QuerySampleResponse."""
    __slots__ = ()
    _element = QuerySampleResponse


@_dataclasses.dataclass(frozen=True)
class TestResult:
    """What came of a test. Latencies count from the scheduled time, in order of issue, -1 without an answer."""
    __test__ = False

    verdict: str  # "VALID", "INVALID", "NOT JUDGED" (accuracy only), "NOT RUN"
    ending: str  # "complete", "lost", "aborted", "stopped", "ran out", "refused"
    reason: str  # why it isn't valid; empty when it is
    min_duration_met: bool
    min_queries_met: bool
    perf_constraints_met: bool
    early_stopping_met: bool
    issued_queries: int
    issued_samples: int
    completed_samples: int
    lost_samples: int
    doubled_responses: int
    foreign_responses: int
    missing_first_tokens: int
    generator_was_bottleneck: bool
    logs_written: bool
    peak_qps: float
    values: dict  # every number of the logs, as text by its key
    errors: list
    warnings: list
    latency_ns: memoryview  # signed 64-bit
    issue_delay_ns: memoryview


def RunTest(sut, qsl, test_settings, log_settings=None, audit_config_filename="audit.config", *, write_logs=True,
            lost_after_ns=0):
    """StartTest with the result as a value. Without write_logs there are no files.

    lost_after_ns: how long nothing may arrive after the last query before what is missing counts as lost; 0 chooses by
    the run, a negative one waits for ever.
    """
    *fields, latencies, delays = _native._run_test(sut, qsl, test_settings, log_settings, audit_config_filename,
                                                   write_logs, lost_after_ns)
    return TestResult(*fields, memoryview(latencies).cast("q"), memoryview(delays).cast("q"))
