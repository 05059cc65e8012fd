// SPDX-License-Identifier: Apache-2.0
// The LoadGen API's free functions. They name no test, so there is one engine that they all mean: the only thing in this
// program that a process has once.
#include <cstdio>

#include "loadgen/engine.h"
#include "loadgen/loadgen.h"

namespace assay::loadgen {
namespace {

// Never destroyed: clients' threads may still answer while the process ends.
Engine& ProcessEngine() {
  static Engine* const engine = new Engine;
  return *engine;
}

}  // namespace

TestResult RunTest(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl, const mlperf::TestSettings& settings,
                   const mlperf::LogSettings& log_settings, const Options& options,
                   const std::string& audit_config_filename) {
  return ProcessEngine().Run(sut, qsl, settings, log_settings, options, audit_config_filename);
}

}  // namespace assay::loadgen

namespace mlperf {

void StartTest(SystemUnderTest* sut, QuerySampleLibrary* qsl, const TestSettings& requested_settings,
               const LogSettings& log_settings, const std::string audit_config_filename) {
  if (sut == nullptr || qsl == nullptr) {
    std::fputs("LoadGen: StartTest needs a system under test and a query sample library\n", stderr);
    return;
  }
  assay::loadgen::Options options;
  options.keep_columns = false;  // nobody would see them
  const assay::loadgen::TestResult result =
      assay::loadgen::RunTest(*sut, *qsl, requested_settings, log_settings, options, audit_config_filename);
  for (const assay::loadgen::Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.in_log && result.verdict != assay::loadgen::Verdict::kNotRun) continue;
    std::fprintf(stderr, "LoadGen: %s%s\n", diagnostic.is_error ? "" : "note: ", diagnostic.text.c_str());
  }
}

void QuerySamplesComplete(QuerySampleResponse* responses, std::size_t response_count,
                          const ResponseCallback& response_cb) {
  assay::loadgen::ProcessEngine().Complete(responses, response_count, response_cb);
}

void FirstTokenComplete(QuerySampleResponse* responses, std::size_t response_count, const ResponseCallback&) {
  assay::loadgen::ProcessEngine().FirstToken(responses, response_count);
}

void AbortTest() { assay::loadgen::ProcessEngine().Abort(); }

void RegisterIssueQueryThread() { assay::loadgen::ProcessEngine().RegisterIssueThread(); }

}  // namespace mlperf
