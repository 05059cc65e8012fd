// SPDX-License-Identifier: Apache-2.0
#include "loadgen/test_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "loadgen/config.h"
#include "loadgen/measured.h"
#include "loadgen/notes_text.h"
#include "loadgen/peak_search.h"
#include "loadgen/response_log.h"
#include "loadgen/series_run.h"
#include "loadgen/test_log.h"
#include "loadgen/trace_log.h"
#include "random/mt19937_stream.h"
#include "record/mlperf_log_accuracy.h"
#include "record/mlperf_log_summary.h"

namespace assay::loadgen {
namespace {

using record::MlperfMode;
using record::MlperfScenario;

constexpr std::uint64_t kDefaultSeed = 5489;  // of a Mersenne twister that nobody seeds
constexpr std::chrono::milliseconds kRegistration(10'000);
constexpr std::uint64_t kMostRepeatedLines = 1000;  // of one fault

// Longer columns, of more than 16 million values, lie in a file beside the logs.
base::ColumnPlace PlaceOf(const Options& options, const mlperf::LogSettings& logs) {
  std::string folder = options.column_folder;
  if (folder.empty() && options.write_logs) folder = logs.log_output.outdir;
  return {folder.empty() ? "." : folder, options.most_column_bytes_in_memory};
}

class TestRun {
 public:
  TestRun(Engine::Core& core, mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl, const Options& options,
          const mlperf::LogSettings& logs, LogFiles& files, TestResult& result)
      : core_(core), sut_(sut), qsl_(qsl), options_(options), files_(files), result_(result),
        log_(files, result, core.clock()), trace_(files, core.clock(), logs.enable_trace && options.write_logs),
        place_(PlaceOf(options, logs)) {}

  void Run(const mlperf::TestSettings& settings, const std::string& audit_file);
  const std::exception_ptr& thrown() const { return thrown_; }

 private:
  // A series with what came of it; for a performance series also what was measured.
  struct Finished {
    SeriesOutcome outcome;
    Measured measured;
    std::optional<record::MlperfSummary> summary;
    std::vector<std::int64_t> latency_ns, issue_delay_ns;
  };

  bool Open(mlperf::TestSettings settings, const std::string& audit_file);
  void TakeNotes(const std::vector<ConfigNote>& notes);
  void TakeAudit(mlperf::TestSettings& settings, const std::string& audit_file);
  bool Refuse(const std::string& why);
  std::optional<std::vector<load::Series>> Plan(const RunSettings& settings, const record::MlperfEffective& effective,
                                                MlperfMode mode);
  void GatherThreads();
  bool RunAccuracy();
  void RunPerformance();
  void RunPeak();
  void Load(const load::Series& series);
  void Unload(const load::Series& series);
  SeriesOutcome RunAccepting(SeriesRun& run, Answers& answers);
  void Measure(const load::Schedule& schedule, const Answers& answers, const record::MlperfEffective& effective,
               Finished& finished);
  Finished RunOne(const load::Series& series, const record::MlperfEffective& effective);
  IssueRules RulesOf(const load::Series& series, const record::MlperfEffective& effective) const;
  ResponseLogSeries ChooseResponses(const load::Series& series, const record::MlperfEffective& effective);
  void LogSeriesEnd(const SeriesOutcome& outcome, const Answers& answers, const std::string& begin,
                    const std::string& end);
  void LogTokenFaults(const Measured& measured);
  void LogMissingFirstTokens(std::uint64_t count);
  void Repeat(std::uint64_t count, const std::string& text);
  void Count(const SeriesOutcome& outcome, const Answers& answers);
  void Report(Finished& finished);
  void WriteNotes(std::string_view heading);
  void Finish();

  Engine::Core& core_;
  mlperf::SystemUnderTest& sut_;
  mlperf::QuerySampleLibrary& qsl_;
  const Options& options_;
  LogFiles& files_;
  TestResult& result_;
  TestLog log_;
  TraceLog trace_;
  RunSettings settings_;
  record::MlperfEffective effective_;
  SampleCounts counts_;
  const base::ColumnPlace place_;  // of schedules and what is measured
  std::uint64_t issue_threads_ = 0;
  std::uint64_t next_sequence_ = 0;                  // number of the next sample generated in this test
  random::Mt19937Stream accuracy_values_{kDefaultSeed};  // runs on over all series, as LoadGen's does
  bool has_responses_ = false;                       // in the accuracy log
  std::string summary_text_;
  std::size_t noted_ = 0;  // diagnostics that are in the notes
  std::exception_ptr thrown_;
};

bool TestRun::Refuse(const std::string& why) {
  log_.Line("error_invalid_test_settings", why, TestLog::Kind::kError);
  result_.verdict = Verdict::kNotRun;
  result_.ending = Ending::kRefused;
  result_.reason = why;
  return false;
}

// What was found in configuration files; the log has of it what LoadGen logs.
void TestRun::TakeNotes(const std::vector<ConfigNote>& notes) {
  for (const ConfigNote& note : notes) {
    if (!note.logged.empty()) log_.Line("error_invalid_config", note.logged, TestLog::Kind::kError);
    log_.Note(TextOf(note), note.is_error);
  }
}

// A file of that name overrides settings, whatever scenario runs.
void TestRun::TakeAudit(mlperf::TestSettings& settings, const std::string& audit_file) {
  if (audit_file.empty() || !base::FileExists(audit_file)) return;
  log_.Line("warning_generic_message",
            "Found Audit Config file (" + audit_file + "). Overriding TestSettings from " + audit_file + " file.",
            TestLog::Kind::kWarning);
  const auto scenario = static_cast<MlperfScenario>(settings.scenario);
  const ConfigOutcome outcome =
      ReadConfig(settings, audit_file, "*", std::string(record::NameOf(scenario)), 2);
  TakeNotes(outcome.notes);
}

bool TestRun::Open(mlperf::TestSettings settings, const std::string& audit_file) {
  log_.TraceTo(trace_);
  files_.Write(LogFile::kAccuracy, record::kMlperfAccuracyHead);
  record::MlperfOpening opening = BuildFacts();
  opening.test_datetime = LocalDatetime();
  const std::int64_t asked_ns = core_.clock().NowNs();
  opening.sut_name = sut_.Name();
  opening.get_sut_name_duration_ns = core_.clock().NowNs() - asked_ns;
  opening.qsl_name = qsl_.Name();
  opening.qsl_total_count = counts_.total = qsl_.TotalSampleCount();
  opening.qsl_performance_count = counts_.performance = qsl_.PerformanceSampleCount();
  log_.Entries(record::OpeningEntries(std::move(opening)));
  TakeNotes(options_.config_notes);
  TakeAudit(settings, audit_file);

  settings_ = FromTestSettings(settings);
  std::vector<SettingsMessage> messages;
  effective_ = EffectiveSettings(settings_, counts_, messages);
  for (const SettingsMessage& message : messages) log_.Message(message);
  RunSettings requested = settings_;
  if (settings_.test05) {  // the official log shows them as requested
    requested.mode = effective_.mode;
    requested.seeds = settings_.test05_seeds;
    requested.seeds.accuracy_log = settings_.seeds.accuracy_log;
  }
  log_.Entries(RequestedEntries(requested));
  log_.Entries(record::EffectiveEntries(effective_));
  if (counts_.total == 0 || counts_.performance == 0) {
    return Refuse("the query sample library has no samples: total " + std::to_string(counts_.total) +
                  ", performance " + std::to_string(counts_.performance));
  }
  for (const std::string& text : Contradictions(settings_, effective_, counts_)) log_.Note(text);
  WriteNotes("Before the run");
  return true;
}

std::optional<std::vector<load::Series>> TestRun::Plan(const RunSettings& settings,
                                                       const record::MlperfEffective& effective, MlperfMode mode) {
  auto plan_settings = PlanOf(settings, effective, counts_, mode);
  if (plan_settings) plan_settings->place = place_;
  if (!plan_settings) {
    Refuse(plan_settings.error().what);
    return std::nullopt;
  }
  std::int64_t begin_ns = core_.clock().NowNs();
  auto plan = load::PlanRun(*plan_settings, [&] {
    const std::int64_t chosen_ns = core_.clock().NowNs();
    trace_.Scope("GenerateLoadableSets", begin_ns, chosen_ns);
    begin_ns = chosen_ns;
  });
  trace_.Scope("GenerateQueries", begin_ns, core_.clock().NowNs());
  if (!plan) {
    for (const Error& error : plan.error()) {
      Refuse((error.where.empty() ? "" : error.where.front().path + ": ") + error.what);
    }
    return std::nullopt;
  }
  for (const load::Series& series : *plan) {
    if (series.schedule.sample_index.size() <= Answers::kMaxSamples) continue;
    Refuse("a series of " + std::to_string(series.schedule.sample_index.size()) + " samples is too large");
    return std::nullopt;
  }
  return *std::move(plan);
}

void TestRun::GatherThreads() {
  const std::uint64_t asked = settings_.server_rules.issue_threads;
  if (settings_.scenario != MlperfScenario::kServer || asked == 0) return;
  log_.Flush();
  const std::uint64_t found =
      core_.threads().WaitFor(asked, kRegistration, [this] { return core_.abort().load(); });
  issue_threads_ = std::min(asked, found);
  if (found == asked) return;
  log_.Line("error_runtime",
            "Mismatch between settings and number of registered IssueQueryThreads! settings.server_num_issue_query_"
            "threads: " + std::to_string(asked) + " registered: " + std::to_string(found),
            TestLog::Kind::kError);
}

void TestRun::Load(const load::Series& series) {
  log_.Flush();
  const std::int64_t begin_ns = core_.clock().NowNs();
  qsl_.LoadSamplesToRam(series.load);
  trace_.Scope("LoadSamples", begin_ns, core_.clock().NowNs(), "count", std::uint64_t{series.load.size()});
  log_.Line("loaded_qsl_set", series.load);
}

void TestRun::Unload(const load::Series& series) {
  log_.Flush();
  const std::int64_t begin_ns = core_.clock().NowNs();
  qsl_.UnloadSamplesFromRam(series.load);
  // Spelt as the official program does.
  trace_.Scope("UnloadSampes", begin_ns, core_.clock().NowNs(), "count", std::uint64_t{series.load.size()});
}

IssueRules TestRun::RulesOf(const load::Series& series, const record::MlperfEffective& effective) const {
  constexpr std::int64_t kMs = 1'000'000;
  IssueRules rules;
  rules.scenario = settings_.scenario;
  rules.accuracy = series.accuracy;
  rules.coalesce = settings_.scenario == MlperfScenario::kServer && settings_.server_rules.coalesce;
  if (settings_.scenario == MlperfScenario::kServer) rules.max_async_queries = settings_.server_rules.max_async_queries;
  rules.min_query_count = effective.min_query_count;
  rules.max_query_count = effective.max_query_count;
  rules.target_duration_ns = static_cast<std::int64_t>(effective.target_duration_ms) * kMs;
  rules.max_duration_ns = static_cast<std::int64_t>(effective.max_duration_ms) * kMs;
  rules.min_duration_ns = static_cast<std::int64_t>(effective.min_duration_ms) * kMs;
  rules.lost_after_ns = options_.lost_after_ns;
  rules.calls = trace_.enabled();
  rules.place = place_;
  return rules;
}

// Every sample draws a value from one stream that runs over all series; a series shifts its values by an offset of its
// own, and those that end below the wanted share are logged.
ResponseLogSeries TestRun::ChooseResponses(const load::Series& series, const record::MlperfEffective& effective) {
  const base::Column<std::uint64_t>& samples = series.schedule.sample_index;
  ResponseLogSeries chosen;
  chosen.all = series.accuracy;
  chosen.first_sequence = next_sequence_;
  chosen.sample_index = samples;
  chosen.token_count = settings_.use_token_latencies;
  chosen.token_data = settings_.use_token_latencies && settings_.scenario != MlperfScenario::kOffline;
  next_sequence_ += samples.size();

  double share = effective.accuracy_log_probability;
  if (effective.accuracy_log_sampling_target > 0) {
    const bool offline = settings_.scenario == MlperfScenario::kOffline;
    const double wanted = effective.target_qps * static_cast<double>(effective.min_duration_ms) / 1000.0;
    const std::uint64_t expected = std::max(
        static_cast<std::uint64_t>(std::min(wanted, 9e18)) * (offline ? 1 : effective.samples_per_query),
        effective.min_sample_count);
    share = static_cast<double>(effective.accuracy_log_sampling_target) / static_cast<double>(expected);
  }
  if (!(share > 0)) return chosen;
  const double offset = random::Mt19937Stream(effective.accuracy_log_rng_seed).Canonical();
  if (!series.accuracy) chosen.chosen.resize(samples.size());
  for (std::size_t slot = 0; slot < samples.size(); ++slot) {
    double value = accuracy_values_.Canonical() + offset;
    if (value >= 1) value -= 1;
    if (!series.accuracy) chosen.chosen[slot] = value <= share;
  }
  return chosen;
}

void TestRun::Repeat(std::uint64_t count, const std::string& text) {
  for (std::uint64_t i = 0; i < std::min(count, kMostRepeatedLines); ++i) {
    log_.Line("error_runtime", text, TestLog::Kind::kError);
  }
  if (count > kMostRepeatedLines) {
    log_.Line("error_runtime", text + " (" + std::to_string(count - kMostRepeatedLines) + " more times)",
              TestLog::Kind::kError);
  }
}

void TestRun::LogSeriesEnd(const SeriesOutcome& outcome, const Answers& answers, const std::string& begin,
                           const std::string& end) {
  for (const SettingsMessage& message : outcome.messages) log_.Message(message);
  Repeat(answers.doubled(), "Attempted to complete a sample twice.");
  if (const std::uint64_t late = core_.TakeLate(); late != 0) {
    result_.foreign_responses += late;
    log_.Line("error_runtime", std::to_string(late) + " responses came after their samples had been given up.",
              TestLog::Kind::kError);
  }
  if (const std::uint64_t foreign = answers.foreign() + core_.TakeStrays(); foreign != 0) {
    result_.foreign_responses += foreign;
    log_.Line("error_runtime",
              std::to_string(foreign) + " responses had ids that belong to no sample of this series in flight.",
              TestLog::Kind::kError);
  }
  // The official logger counts its own contention here; this one has none.
  for (const char* key : {"logger_swap_request_slots_retry_count", "logger_swap_request_slots_retry_retry_count",
                          "logger_swap_request_slots_retry_reencounter_count",
                          "logger_start_reading_entries_retry_count", "logger_tls_total_log_cas_fail_count",
                          "logger_tls_total_swap_buffers_slot_retry_count"}) {
    log_.Line(key, std::uint64_t{0});
  }
  log_.Line("power_begin", begin);
  log_.Line("power_end", end);
}

void TestRun::Count(const SeriesOutcome& outcome, const Answers& answers) {
  result_.issued_queries += outcome.issued_queries;
  result_.issued_samples += outcome.issued_samples;
  result_.completed_samples += answers.answered();
  result_.lost_samples += outcome.lost_samples;
  result_.doubled_responses += answers.doubled();
  if (result_.ending == Ending::kRefused || outcome.ending != Ending::kComplete) result_.ending = outcome.ending;
}

SeriesOutcome TestRun::RunAccepting(SeriesRun& run, Answers& answers) {
  struct Accepting {
    Engine::Core& core;
    ~Accepting() { core.Retire(); }
  } const accepting{core_};
  log_.Flush();
  core_.Accept(answers);
  return run.Run(core_.threads(), issue_threads_, [this] { core_.Retire(); });
}

TestRun::Finished TestRun::RunOne(const load::Series& series, const record::MlperfEffective& effective) {
  const load::Schedule& schedule = series.schedule;
  log_.Line("generated_query_count", schedule.queries());
  log_.Line("generated_samples_per_query", schedule.samples_per_query);
  log_.Line("generated_query_duration", schedule.generated_duration_ns);

  const std::uint64_t first_sequence = next_sequence_;
  ResponseLogSeries chosen = ChooseResponses(series, effective);
  const bool logs_responses = chosen.all || !chosen.chosen.empty();
  ResponseLog responses(std::move(chosen), !has_responses_,
                        [this](std::string_view bytes) { files_.Write(LogFile::kAccuracy, bytes); });
  Answers answers(schedule.sample_index.size(), core_.NextGeneration(),
                  {.tokens = settings_.use_token_latencies, .calls = trace_.enabled()},
                  logs_responses ? &responses : nullptr, core_.clock(), place_);
  const auto queries = std::make_shared<IssuedQueries>(schedule, answers, std::max<std::uint64_t>(1, issue_threads_));
  const IssueRules rules = RulesOf(series, effective);
  SeriesRun run(schedule, rules, *queries, answers, core_.traffic(), sut_, core_.clock(), core_.abort());
  const bool print = settings_.print_timestamps && !series.accuracy;
  const std::int64_t begin_s = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  if (print) std::printf("Loadgen :: Perf mode start. system_clock Timestamp = %lld\n", static_cast<long long>(begin_s));

  const std::string begin = PowerTimestamp();
  Finished finished;
  finished.outcome = RunAccepting(run, answers);
  const std::string end = PowerTimestamp();
  core_.KeepQueries(queries);

  if (print) {
    const std::int64_t end_s = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    const auto ms = static_cast<long long>((finished.outcome.end_ns - finished.outcome.start_ns) / 1'000'000);
    std::printf("Loadgen :: Perf mode stop. systme_clock Timestamp = %lld\nLoadgen :: PerfClock Perf duration = %lldms\n",
                static_cast<long long>(end_s), ms);
    std::fflush(stdout);
  }
  has_responses_ = responses.Finish();
  if (const std::uint64_t count = responses.without_address(); count != 0) {
    log_.Line("error_runtime", std::to_string(count) + " responses to be logged had a size but no address of data.",
              TestLog::Kind::kError);
  }
  trace_.Series(schedule, finished.outcome, answers, settings_.scenario, first_sequence);
  Count(finished.outcome, answers);
  if (!series.accuracy) {
    Measure(schedule, answers, effective, finished);
  } else if (settings_.use_token_latencies) {
    const SeriesColumns columns(schedule, finished.outcome, answers, settings_.scenario);
    LogMissingFirstTokens(columns.Measure().no_first_token);
  }
  LogSeriesEnd(finished.outcome, answers, begin, end);
  if (finished.outcome.thrown) thrown_ = finished.outcome.thrown;
  return finished;
}

void TestRun::Measure(const load::Schedule& schedule, const Answers& answers,
                      const record::MlperfEffective& effective, Finished& finished) {
  const SeriesColumns columns(schedule, finished.outcome, answers, settings_.scenario);
  finished.measured = columns.Measure();
  if (auto summary = SummaryOf(columns, finished.measured, effective, sut_.Name())) {
    finished.summary = *std::move(summary);
  }
  if (options_.keep_columns) {
    finished.latency_ns = columns.LatencyList();
    finished.issue_delay_ns = columns.IssueDelayList();
  }
  LogTokenFaults(finished.measured);
}

void TestRun::LogTokenFaults(const Measured& measured) {
  Repeat(measured.no_tokens, "n_tokens argument missing or attempted to record 0 as number of tokens");
  Repeat(measured.negative_tokens, "Attempted to record a negative number of tokens");
  Repeat(measured.one_token, "Number of tokens need to be greater than 1");
  result_.missing_first_tokens = 0;
  LogMissingFirstTokens(measured.no_first_token);
}

void TestRun::LogMissingFirstTokens(std::uint64_t count) {
  result_.missing_first_tokens += count;
  if (count == 0) return;
  log_.Line("error_runtime", std::to_string(count) + " samples were answered without a first token.",
            TestLog::Kind::kError);
}

// True when all sets ran to their end.
bool TestRun::RunAccuracy() {
  log_.Line("generic_message", std::string("Starting accuracy mode"));
  auto plan = Plan(settings_, effective_, MlperfMode::kAccuracyOnly);
  if (!plan) return false;
  for (const load::Series& series : *plan) {
    Load(series);
    const Finished finished = RunOne(series, effective_);
    Unload(series);
    if (finished.outcome.ending == Ending::kComplete) continue;
    result_.verdict = Verdict::kInvalid;
    result_.reason = finished.outcome.messages.empty() ? "" : finished.outcome.messages.back().text;
    return false;
  }
  return true;
}

void TestRun::RunPerformance() {
  log_.Line("generic_message", std::string("Starting performance mode"));
  auto plan = Plan(settings_, effective_, MlperfMode::kPerformanceOnly);
  if (!plan) return;
  result_.issued_queries = result_.issued_samples = result_.completed_samples = 0;
  const load::Series& series = plan->front();
  Load(series);
  Finished finished = RunOne(series, effective_);
  Unload(series);
  Report(finished);
}

void TestRun::RunPeak() {
  log_.Line("generic_message", std::string("Starting FindPeakPerformance mode"));
  if (settings_.scenario != MlperfScenario::kServer) {
    log_.Line("error_invalid_config", std::string("Finding peak performance is only supported in Server scenarios."),
              TestLog::Kind::kError);
    result_.reason = "find-peak is for Server only";
    return;
  }
  std::vector<load::Series> bisected;  // what stays loaded
  std::optional<Finished> last, best;
  PeakTrials trials;
  trials.run = [&](double qps, bool own_load, bool* met) {
    RunSettings at = settings_;
    at.server.target_qps = qps;
    std::vector<SettingsMessage> messages;
    const record::MlperfEffective effective = EffectiveSettings(at, counts_, messages);
    auto plan = Plan(at, effective, MlperfMode::kPerformanceOnly);
    if (!plan) return false;
    result_.issued_queries = result_.issued_samples = result_.completed_samples = 0;
    if (own_load) Load(plan->front());
    last = RunOne(plan->front(), effective);
    if (own_load) Unload(plan->front());
    bisected = std::move(*plan);
    *met = last->summary.has_value() && last->summary->perf_constraints_met;
    return last->outcome.ending == Ending::kComplete || last->outcome.ending == Ending::kStopped;
  };
  trials.load = [&] { return Load(bisected.front()), true; };
  trials.unload = [&] { return Unload(bisected.front()), true; };
  trials.say = [&](std::string text) { log_.Line("generic_message", std::move(text)); };
  trials.fail = [&](std::string text) { log_.Line("error_runtime", std::move(text), TestLog::Kind::kError); };
  trials.keep = [&] { best = std::move(last); };
  const ServerRules& rules = settings_.server_rules;
  result_.peak_qps = SearchPeak(effective_.target_qps, rules.peak_step, rules.peak_decimals, trials);
  if (best) {
    Report(*best);
  } else if (last) {
    Report(*last);
  }
}

// The performance result goes into the summary, the detail log, and the value that the caller gets.
void TestRun::Report(Finished& finished) {
  result_.generator_was_bottleneck = finished.outcome.generator_was_bottleneck;
  if (finished.outcome.generator_was_bottleneck) {
    log_.Note("the generator was the bottleneck: queries went out late although the system took each at once; the "
              "latencies are the generator's");
  }
  result_.verdict = Verdict::kInvalid;
  if (finished.summary) {
    const record::MlperfSummary& summary = *finished.summary;
    result_.min_duration_met = summary.min_duration_met;
    result_.min_queries_met = summary.min_queries_met;
    result_.perf_constraints_met = summary.perf_constraints_met;
    result_.early_stopping_met = summary.early_stopping_met;
    if (summary.Valid()) result_.verdict = Verdict::kValid;
    for (const std::string& advice : record::MlperfAdvice(summary)) {
      if (!summary.Valid()) result_.reason += (result_.reason.empty() ? "" : " ") + advice;
    }
    if (!summary.early_stopping_met) {
      result_.reason += std::string(result_.reason.empty() ? "" : " ") + "Early stopping is not satisfied.";
    }
    log_.Entries(record::ResultEntries(summary, log_.counts().errors));
    summary_text_ = record::FormatMlperfSummary(summary);
  } else {
    result_.reason = "no sample was answered";
  }
  if (finished.outcome.ending != Ending::kComplete && !finished.outcome.messages.empty()) {
    result_.reason += (result_.reason.empty() ? "" : " ") + finished.outcome.messages.back().text;
  }
  result_.latency_ns = std::move(finished.latency_ns);
  result_.issue_delay_ns = std::move(finished.issue_delay_ns);
}

void TestRun::Run(const mlperf::TestSettings& settings, const std::string& audit_file) try {
  if (Open(settings, audit_file)) {
    GatherThreads();
    switch (effective_.mode) {
      case MlperfMode::kAccuracyOnly:
        if (RunAccuracy()) result_.verdict = Verdict::kNotJudged;
        break;
      case MlperfMode::kSubmissionRun:
        if (RunAccuracy()) RunPerformance();
        break;
      case MlperfMode::kPerformanceOnly:
        RunPerformance();
        break;
      case MlperfMode::kFindPeak:
        RunPeak();
        break;
    }
  }
  Finish();
} catch (const std::bad_alloc&) {
  Refuse("the test doesn't fit in memory");
  Finish();
} catch (...) {
  log_.Line("error_runtime", std::string("The client's code threw an exception."), TestLog::Kind::kError);
  result_.verdict = Verdict::kInvalid;
  result_.ending = Ending::kAborted;
  Finish();
  thrown_ = std::current_exception();
}

// What was said since the last time.
void TestRun::WriteNotes(std::string_view heading) {
  const std::span<const Diagnostic> said = result_.diagnostics;
  files_.Write(LogFile::kNotes, NotesText(heading, said.subspan(noted_)));
  noted_ = said.size();
}

void TestRun::Finish() {
  WriteNotes("During the run and after it");
  log_.Flush();
  const std::int64_t begin_ns = core_.clock().NowNs();
  summary_text_ += record::FormatMlperfCounts(log_.counts());
  files_.Copy(LogFile::kSummary, summary_text_);
  files_.Write(LogFile::kSummary, summary_text_);
  trace_.Scope("LogSummary", begin_ns, core_.clock().NowNs());
  files_.Write(LogFile::kAccuracy, record::kMlperfAccuracyFoot);
  trace_.Finish();
}

}  // namespace

void RunTestOn(Engine::Core& core, mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl,
               const mlperf::TestSettings& settings, const mlperf::LogSettings& log_settings, const Options& options,
               const std::string& audit_file, TestResult& result) {
  LogFiles files;
  if (options.write_logs) {
    if (auto opened = files.Open(log_settings.log_output, LocalDatetime(), options.write_notes); !opened) {
      for (const Error& error : opened.error()) result.diagnostics.push_back({true, error.what});
      result.reason = "the log files can't be opened";
      return;
    }
  }
  TestRun run(core, sut, qsl, options, log_settings, files, result);
  run.Run(settings, audit_file);
  const std::vector<std::string> failures = files.Close();
  for (const std::string& failure : failures) result.diagnostics.push_back({true, failure});
  result.logs_written = options.write_logs && failures.empty();
  if (run.thrown()) std::rethrow_exception(run.thrown());
}

}  // namespace assay::loadgen
