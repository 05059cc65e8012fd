// SPDX-License-Identifier: Apache-2.0
// The LoadGen API's free functions. They name no test, so there is one engine that they all mean, with what FromConfig
// found for its next test: the only thing in this program that a process has once.
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

#include "loadgen/engine.h"
#include "loadgen/loadgen.h"
#include "loadgen/pending_notes.h"

namespace assay::loadgen {
namespace {

// Never destroyed: clients' threads may still answer while the process ends.
struct Process {
  Engine engine;
  PendingNotes notes;
};
Process& TheProcess() {
  static Process* const process = new Process;
  return *process;
}
Engine& ProcessEngine() { return TheProcess().engine; }

// The official API returns nothing: a file says what a client can't see, unless the environment says no.
bool WantsNotes() {
  const char* const wish = std::getenv("ASSAY_LOADGEN_NOTES");
  return wish == nullptr || std::string_view(wish) != "0";
}

}  // namespace

TestResult RunTest(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl, const mlperf::TestSettings& settings,
                   const mlperf::LogSettings& log_settings, const Options& options,
                   const std::string& audit_config_filename) {
  Options with_notes = options;
  auto notes = TheProcess().notes.Take(&settings);
  with_notes.config_notes.insert(with_notes.config_notes.begin(), std::make_move_iterator(notes.begin()),
                                 std::make_move_iterator(notes.end()));
  return ProcessEngine().Run(sut, qsl, settings, log_settings, with_notes, audit_config_filename);
}

namespace {

// What FromConfig keeps to itself waits for the test that the settings are for.
int TakeConfig(mlperf::TestSettings& settings, const std::string& path, const std::string& model,
               const std::string& scenario, int conf_type) {
  const bool fresh =
      settings.qsl_rng_seed == 0 && settings.sample_index_rng_seed == 0 && settings.schedule_rng_seed == 0;
  ConfigOutcome outcome = ReadConfig(settings, path, model, scenario, conf_type);
  TheProcess().notes.Add(&settings, fresh, std::move(outcome.notes));
  return outcome.code;
}

}  // namespace

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
  options.write_notes = assay::loadgen::WantsNotes();
  const assay::loadgen::TestResult result =
      assay::loadgen::RunTest(*sut, *qsl, requested_settings, log_settings, options, audit_config_filename);
  if (result.logs_written) return;
  for (const assay::loadgen::Diagnostic& diagnostic : result.diagnostics) {  // the files don't have all of it
    if (diagnostic.is_error) std::fprintf(stderr, "LoadGen: %s\n", diagnostic.text.c_str());
  }
}

int TestSettings::FromConfig(const std::string& path, const std::string& model, const std::string& scenario_name,
                             int conf_type) {
  return assay::loadgen::TakeConfig(*this, path, model, scenario_name, conf_type);
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
