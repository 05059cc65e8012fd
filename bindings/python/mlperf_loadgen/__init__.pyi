# SPDX-License-Identifier: Apache-2.0
import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, SupportsIndex, TypeVar, overload

from typing_extensions import Buffer

_Item = TypeVar("_Item")

class _Enumeration:
    __members__: ClassVar[dict[str, Any]]
    def __init__(self, value: SupportsIndex) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...

class TestScenario(_Enumeration):
    SingleStream: ClassVar[TestScenario]
    MultiStream: ClassVar[TestScenario]
    Server: ClassVar[TestScenario]
    Offline: ClassVar[TestScenario]

class TestMode(_Enumeration):
    SubmissionRun: ClassVar[TestMode]
    AccuracyOnly: ClassVar[TestMode]
    PerformanceOnly: ClassVar[TestMode]
    FindPeakPerformance: ClassVar[TestMode]

class LoggingMode(_Enumeration):
    AsyncPoll: ClassVar[LoggingMode]
    EndOfTestOnly: ClassVar[LoggingMode]
    Synchronous: ClassVar[LoggingMode]

class QuerySample:
    id: int
    index: int
    @overload
    def __init__(self) -> None: ...
    @overload
    def __init__(self, id: SupportsIndex, index: SupportsIndex, /) -> None: ...

class QuerySampleResponse:
    id: int
    data: int
    size: int
    n_tokens: int
    @overload
    def __init__(self) -> None: ...
    @overload
    def __init__(
        self, id: SupportsIndex, data: SupportsIndex, size: SupportsIndex, n_tokens: SupportsIndex = ..., /
    ) -> None: ...

class _Vector(list[_Item], Generic[_Item]):
    def __init__(self, items: Iterable[_Item] = ...) -> None: ...
    def append(self, x: _Item) -> None: ...
    def extend(self, items: Iterable[_Item]) -> None: ...
    def insert(self, i: SupportsIndex, x: _Item) -> None: ...

class VectorQuerySample(_Vector[QuerySample]): ...
class VectorQuerySampleResponse(_Vector[QuerySampleResponse]): ...

class TestSettings:
    scenario: TestScenario
    mode: TestMode
    single_stream_expected_latency_ns: float
    single_stream_target_latency_percentile: float
    multi_stream_expected_latency_ns: float
    multi_stream_target_latency_percentile: float
    multi_stream_samples_per_query: int
    server_target_qps: float
    server_target_latency_ns: int
    server_target_latency_percentile: float
    server_coalesce_queries: bool
    server_find_peak_qps_decimals_of_precision: int
    server_find_peak_qps_boundary_step_size: float
    server_max_async_queries: int
    server_num_issue_query_threads: int
    offline_expected_qps: float
    sample_concatenate_permutation: bool
    min_duration_ms: int
    max_duration_ms: int
    min_query_count: int
    max_query_count: int
    qsl_rng_seed: int
    sample_index_rng_seed: int
    schedule_rng_seed: int
    accuracy_log_rng_seed: int
    accuracy_log_probability: float
    accuracy_log_sampling_target: int
    test05: bool
    test05_qsl_rng_seed: int
    test05_sample_index_rng_seed: int
    test05_schedule_rng_seed: int
    print_timestamps: bool
    performance_issue_unique: bool
    performance_issue_same: bool
    performance_issue_same_index: int
    performance_sample_count_override: int
    accuracy_sample_count_override: int
    use_token_latencies: bool
    ttft_latency: int
    tpot_latency: int
    infer_token_latencies: bool
    token_latency_scaling_factor: int
    def __init__(self) -> None: ...
    def FromConfig(self, path: str, model: str, scenario: str, conf_type: int = 1) -> int: ...

class LogOutputSettings:
    outdir: str
    prefix: str
    suffix: str
    prefix_with_datetime: bool
    copy_detail_to_stdout: bool
    copy_summary_to_stdout: bool
    def __init__(self) -> None: ...

class LogSettings:
    log_output: LogOutputSettings
    log_mode: LoggingMode
    log_mode_async_poll_interval_ms: int
    enable_trace: bool
    def __init__(self) -> None: ...

@dataclasses.dataclass(frozen=True)
class TestResult:
    verdict: str
    ending: str
    reason: str
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
    values: dict[str, str]
    errors: list[str]
    warnings: list[str]
    latency_ns: memoryview
    issue_delay_ns: memoryview

_ResponseCallback = Callable[[QuerySampleResponse], object] | None

def ConstructSUT(issue_cb: Callable[[list[QuerySample]], object], flush_cb: Callable[[], object], /) -> int: ...
def DestroySUT(sut: int, /) -> None: ...
def ConstructFastSUT(issue_cb: Callable[[list[int], list[int]], object], flush_cb: Callable[[], object], /) -> int: ...
def DestroyFastSUT(sut: int, /) -> None: ...
def ConstructArraySUT(
    issue_cb: Callable[[memoryview, memoryview], object], flush_cb: Callable[[], object], /
) -> int: ...
def DestroyArraySUT(sut: int, /) -> None: ...
def ConstructQDL(
    issue_cb: Callable[[list[QuerySample]], object],
    flush_cb: Callable[[], object],
    name_cb: Callable[[], str],
    /,
) -> int: ...
def DestroyQDL(sut: int, /) -> None: ...
def ConstructQSL(
    total_sample_count: int,
    performance_sample_count: int,
    load_cb: Callable[[list[int]], object],
    unload_cb: Callable[[list[int]], object],
    /,
) -> int: ...
def DestroyQSL(qsl: int, /) -> None: ...
def StartTest(
    sut: int, qsl: int, test_settings: TestSettings, audit_config_filename: str = "audit.config"
) -> None: ...
def StartTestWithLogSettings(
    sut: int,
    qsl: int,
    test_settings: TestSettings,
    log_settings: LogSettings,
    audit_config_filename: str = "audit.config",
) -> None: ...
def RunTest(
    sut: int,
    qsl: int,
    test_settings: TestSettings,
    log_settings: LogSettings | None = None,
    audit_config_filename: str = "audit.config",
    *,
    write_logs: bool = True,
    lost_after_ns: int = 0,
) -> TestResult: ...
def QuerySamplesComplete(
    responses: Sequence[QuerySampleResponse], response_cb: _ResponseCallback = None
) -> None: ...
def FirstTokenComplete(
    responses: Sequence[QuerySampleResponse], response_cb: _ResponseCallback = None
) -> None: ...
def QuerySamplesCompleteArrays(
    ids: Buffer,
    data: Buffer | None = None,
    sizes: Buffer | None = None,
    n_tokens: Buffer | None = None,
    response_cb: _ResponseCallback = None,
    payload: Buffer | None = None,
) -> None: ...
def FirstTokenCompleteArrays(
    ids: Buffer,
    data: Buffer | None = None,
    sizes: Buffer | None = None,
    n_tokens: Buffer | None = None,
    response_cb: _ResponseCallback = None,
    payload: Buffer | None = None,
) -> None: ...
def AbortTest() -> None: ...
def RegisterIssueQueryThread() -> None: ...
