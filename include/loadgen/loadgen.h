// SPDX-License-Identifier: Apache-2.0
// The MLPerf LoadGen API: run a test, hand over answers. A program written for MLPerf LoadGen 6.0.17 compiles against
// it unchanged; docs/loadgen-compatibility.md says where the behaviour is deliberately better. C++14.
//
// One test at a time in a process. For the verdict in code, for two tests side by side and for diagnostics: engine.h.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "query_sample.h"
#include "query_sample_library.h"
#include "system_under_test.h"
#include "test_settings.h"

namespace mlperf {

// Called with each response whose data is about to be logged, after its time was taken and before its data is copied.
using ResponseCallback = std::function<void(QuerySampleResponse*)>;

// Runs the whole test and writes the log files; returns when all is answered. A file named `audit_config_filename` that
// exists overrides settings.
MLPERF_LOADGEN_API void StartTest(SystemUnderTest* sut, QuerySampleLibrary* qsl, const TestSettings& requested_settings,
                                  const LogSettings& log_settings,
                                  const std::string audit_config_filename = "audit.config");

// Answers samples of any queries. One time is taken for all, on entry.
// Threads  any, also inside IssueQuery.
MLPERF_LOADGEN_API void QuerySamplesComplete(QuerySampleResponse* responses, std::size_t response_count,
                                             const ResponseCallback& response_cb = {});

// The first token of these samples is there. Doesn't answer them. The callback isn't called.
MLPERF_LOADGEN_API void FirstTokenComplete(QuerySampleResponse* responses, std::size_t response_count,
                                           const ResponseCallback& response_cb = {});

// Ends the test in progress: no more queries go out, what is in flight is no longer waited for, StartTest returns.
// Threads  any.
MLPERF_LOADGEN_API void AbortTest();

// Lends the calling thread to the test for issuing Server queries (server_num_issue_query_threads); returns when the
// test ends.
MLPERF_LOADGEN_API void RegisterIssueQueryThread();

}  // namespace mlperf
