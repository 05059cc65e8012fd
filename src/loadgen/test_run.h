// SPDX-License-Identifier: Apache-2.0
// One test from its settings to its result: the modes, the series of each, the log files.
#pragma once

#include <string>

#include "loadgen/engine_core.h"

namespace assay::loadgen {

// Runs the test on `core`, which no other test uses meanwhile, and fills `result`.
// Errors   all in the result; what the client's code throws passes through after the logs are closed.
void RunTestOn(Engine::Core& core, mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl,
               const mlperf::TestSettings& settings, const mlperf::LogSettings& log_settings, const Options& options,
               const std::string& audit_file, TestResult& result);

}  // namespace assay::loadgen
