// SPDX-License-Identifier: Apache-2.0
#include "run/mlperf_logs.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "base/file.h"
#include "record/mlperf_log_accuracy.h"
#include "record/mlperf_log_detail.h"
#include "record/mlperf_log_summary.h"
#include "record/mlperf_log_trace.h"
#include "record/record_writer.h"
#include "stats/rank_select.h"
#include "verdict/mlperf_summary.h"

namespace assay::run {
namespace {

using record::MlperfEffective;
using record::MlperfScenario;
using record::RunRecord;

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// Text that goes to a new file in pieces.
class LogFile {
 public:
  static Result<LogFile> Create(const std::string& folder, std::string_view name) {
    ASSAY_TRY(sink, record::OpenFileSink(base::JoinPath(folder, name)));
    LogFile file;
    file.sink_ = std::move(sink);
    return file;
  }
  std::string& text() { return text_; }
  Result<void> Flush(std::size_t above = 0) {
    if (text_.size() <= above) return {};
    ASSAY_CHECK_OK(sink_->Append(std::as_bytes(std::span(text_))));
    text_.clear();
    return {};
  }
  Result<void> Close() {
    ASSAY_CHECK_OK(Flush());
    return sink_->Close();
  }

 private:
  std::unique_ptr<record::ByteSink> sink_;
  std::string text_;
};

double Seconds(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }

// What LoadGen measures, as columns.
struct Measured {
  std::vector<std::int64_t> latency_ns;  // of answered samples
  std::vector<std::int64_t> query_latency_ns, first_token_ns, per_token_ns;
  verdict::MlperfMeasured numbers;  // all but the columns
  bool complete = true;             // every issued sample was answered
};

// One token, or none, has no time between tokens; LoadGen logs an error for it.
void MeasureTokens(const RunRecord& run, std::size_t sample, std::int64_t due_ns, Measured& measured) {
  const std::uint32_t tokens = run.tokens[sample];
  measured.numbers.token_count += tokens;
  if (run.first_token_ns[sample] < 0) return;
  measured.first_token_ns.push_back(run.first_token_ns[sample] - due_ns);
  if (tokens > 1) {
    measured.per_token_ns.push_back((run.done_ns[sample] - run.first_token_ns[sample]) / (tokens - 1));
  }
}

Measured MeasuredOf(const RunRecord& run, const MlperfEffective& settings) {
  Measured measured;
  measured.numbers.queries = run.queries();
  std::int64_t longest = 0;
  for (std::size_t query = 0; query < run.queries(); ++query) {
    const std::int64_t due_ns = run.due_ns[query];
    std::int64_t last = 0;
    bool whole = true;
    for (std::size_t i = 0; i < run.samples_per_query; ++i) {
      const std::size_t sample = query * run.samples_per_query + i;
      const bool answered = sample < run.samples() && run.done_ns[sample] >= 0;
      whole = whole && answered;
      if (!answered) continue;
      measured.latency_ns.push_back(run.done_ns[sample] - due_ns);
      longest = std::max(longest, measured.latency_ns.back());
      last = std::max(last, run.done_ns[sample]);
      if (settings.use_token_latencies) MeasureTokens(run, sample, due_ns, measured);
    }
    measured.complete = measured.complete && whole;
    if (whole && settings.scenario == MlperfScenario::kMultiStream) measured.query_latency_ns.push_back(last - due_ns);
    measured.numbers.final_scheduled_s = Seconds(due_ns);
    measured.numbers.final_issued_s = Seconds(run.issued_ns[query]);
    measured.numbers.final_done_s = Seconds(std::max(last, run.issued_ns[query]));
  }
  measured.numbers.max_latency_s = Seconds(longest);
  return measured;
}

Result<record::MlperfSummary> SummaryOf(const RunRecord& run, const MlperfEffective& settings,
                                        const std::string& sut_name) {
  const Measured measured = MeasuredOf(run, settings);
  verdict::MlperfMeasured columns = measured.numbers;
  columns.sut_name = sut_name;
  columns.latency_ns = stats::OneBlock(measured.latency_ns);
  columns.query_latency_ns = stats::OneBlock(measured.query_latency_ns);
  columns.first_token_ns = stats::OneBlock(measured.first_token_ns);
  columns.per_token_ns = stats::OneBlock(measured.per_token_ns);
  ASSAY_TRY(summary, verdict::SummarizeLatencies(columns, settings));
  if (!measured.complete) summary.min_queries_met = false;
  return summary;
}

// When may be unknown: a record of logs without a trace has no times.
bool Answered(const RunRecord& run, std::size_t sample) {
  return run.done_ns[sample] >= 0 || run.status[sample] == SampleStatus::kOk;
}

bool HasTimes(const RunRecord& run) {
  return run.queries() == 0 || std::ranges::any_of(run.issued_ns, [](std::int64_t ns) { return ns >= 0; });
}

std::vector<std::size_t> ByCompletion(const RunRecord& run) {
  std::vector<std::size_t> order(run.samples());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t sample) { return !Answered(run, sample); });
  std::ranges::stable_sort(order, {}, [&](std::size_t sample) { return run.done_ns[sample]; });
  return order;
}

class Writer {
 public:
  Writer(const RunRecord& run, const MlperfFacts& facts, const MlperfEffective& settings)
      : run_(run), facts_(facts), settings_(settings), detail_(facts.detail) {
    accuracy_ = settings.mode == record::MlperfMode::kAccuracyOnly ||
                detail_.FindText("generic_message") == "Starting accuracy mode";
    had_results_ = detail_.Find("result_validity") != nullptr;
    // A converted record knows its pid only from the lines that came with it.
    if (!detail_.lines.empty()) pid_ = detail_.lines.front().pid;
  }

  Result<std::vector<std::string>> Write(const std::string& folder) {
    ASSAY_CHECK_OK(base::EnsureDirectory(folder));
    if (!had_results_) Messages();
    std::string summary;
    if (!accuracy_ && facts_.summary.empty()) {
      ASSAY_CHECK_OK(Results(summary));
    }
    ASSAY_CHECK_OK(Detail(folder));
    ASSAY_CHECK_OK(Accuracy(folder));
    ASSAY_CHECK_OK(Trace(folder));
    ASSAY_TRY(file, LogFile::Create(folder, "mlperf_log_summary.txt"));
    record::MlperfMessageCounts counts;
    for (const record::MlperfLine& line : detail_.lines) {
      counts.errors += line.is_error ? 1 : 0;
      counts.warnings += line.is_warning ? 1 : 0;
    }
    file.text() = facts_.summary.empty() ? summary + record::FormatMlperfCounts(counts) : facts_.summary;
    ASSAY_CHECK_OK(file.Close());
    return std::move(left_out_);
  }

 private:
  void Line(std::string key, record::MlperfValue value, bool is_error = false) {
    record::MlperfLine line;
    line.key = std::move(key);
    line.value = std::move(value);
    line.time_ns = run_.end_ns;
    line.is_error = is_error;
    line.file = "assay run";
    line.pid = line.tid = pid_;
    detail_.lines.push_back(std::move(line));
  }

  // What went wrong while it ran, as LoadGen logs it.
  void Messages() {
    for (const record::StrayCompletion& stray : run_.strays) {
      if (stray.kind == record::StrayCompletion::Kind::kDuplicate) {
        Line("error_runtime", std::string("Attempted to complete a sample twice."), true);
      }
    }
    std::size_t lost = 0;
    for (std::size_t sample = 0; sample < run_.samples(); ++sample) lost += Answered(run_, sample) ? 0 : 1;
    if (lost > 0) Line("error_runtime", std::to_string(lost) + " samples have no answer", true);
    if (run_.end != record::EndState::kComplete) {
      Line("error_runtime", "the run didn't end by itself: " + run_.end_reason, true);
    }
  }

  // A log that came with its results keeps them; the summary is formed from the record in any case.
  Result<void> Results(std::string& text) {
    if (!had_results_ && settings_.scenario == MlperfScenario::kServer && settings_.target_latency_ns == 0 &&
        !settings_.use_token_latencies) {
      left_out_.push_back("the traffic has no latency bound, and LoadGen judges every Server run by one: no result");
      return {};
    }
    const std::string name(detail_.FindText("sut_name").value_or(""));
    auto summary = SummaryOf(run_, settings_, name);
    if (!summary) {
      left_out_.push_back("no result: " + summary.error().what);
      return {};
    }
    text = record::FormatMlperfSummary(*summary);
    if (had_results_) return {};
    const auto errors = std::ranges::count_if(detail_.lines, &record::MlperfLine::is_error);
    for (auto& [key, value] : record::ResultEntries(*summary, static_cast<std::uint64_t>(errors))) Line(key, value);
    return {};
  }

  Result<void> Detail(const std::string& folder) {
    ASSAY_TRY(file, LogFile::Create(folder, "mlperf_log_detail.txt"));
    for (const record::MlperfLine& line : detail_.lines) record::AppendMlperfLine(file.text(), line);
    return file.Close();
  }

  Result<void> Accuracy(const std::string& folder) {
    ASSAY_TRY(file, LogFile::Create(folder, "mlperf_log_accuracy.json"));
    file.text() = record::kMlperfAccuracyHead;
    bool first = true;
    if (accuracy_ && run_.output_bytes == 0) {
      left_out_.push_back("the record keeps no outputs: the accuracy log is empty");
    } else if (accuracy_) {
      for (const std::size_t sample : ByCompletion(run_)) {
        record::MlperfAnswerView answer;
        answer.sequence = facts_.first_sequence + sample;
        answer.sample_index = run_.sample_index[sample];
        answer.data = run_.Output(sample);
        if (settings_.use_token_latencies) answer.token_count = run_.tokens[sample];
        record::AppendMlperfAnswer(file.text(), answer, first);
        first = false;
        ASSAY_CHECK_OK(file.Flush(kPieceBytes));
      }
      if (settings_.use_token_latencies && settings_.scenario != MlperfScenario::kOffline) {
        left_out_.push_back("a record doesn't keep the bytes of first tokens: no token_data");
      }
    }
    file.text() += record::kMlperfAccuracyFoot;
    return file.Close();
  }

  Result<void> Trace(const std::string& folder) {
    ASSAY_TRY(file, LogFile::Create(folder, "mlperf_log_trace.json"));
    if (!HasTimes(run_)) {  // as a test without trace leaves it
      left_out_.push_back("the record has no times: the trace is empty");
      return file.Close();
    }
    record::AppendTraceHead(file.text());
    const bool server = settings_.scenario == MlperfScenario::kServer;
    for (std::size_t query = 0; query < run_.queries(); ++query) {
      const std::int64_t due = run_.due_ns[query], issued = run_.issued_ns[query];
      const std::int64_t returned = run_.issue_returned_ns[query];
      if (returned >= issued) {
        record::AppendTraceScope(file.text(), "IssueQuery", pid_, pid_, issued, returned - issued);
      }
      for (std::size_t i = 0; i < run_.samples_per_query; ++i) {
        const std::size_t sample = query * run_.samples_per_query + i;
        if (sample >= run_.samples()) break;
        record::TraceSample event{.sequence = facts_.first_sequence + sample, .query = query,
                                  .index = run_.sample_index[sample], .scheduled_ns = due, .issue_ns = issued - due};
        if (run_.first_token_ns[sample] >= 0) {
          event.done_ns = run_.first_token_ns[sample] - due;
          record::AppendTraceSample(file.text(), "Token", pid_, event);
          if (server) Counter(file.text(), "Token_Latency", run_.first_token_ns[sample], due, issued);
        }
        if (run_.done_ns[sample] < 0) continue;
        event.done_ns = run_.done_ns[sample] - due;
        record::AppendTraceSample(file.text(), "Sample", pid_, event);
        if (server) Counter(file.text(), "Latency", run_.done_ns[sample], due, issued);
      }
      ASSAY_CHECK_OK(file.Flush(kPieceBytes));
    }
    record::AppendTraceFoot(file.text(), 0);
    if (had_results_) {
      left_out_.push_back("LoadGen's own work and the date aren't in a record: the trace holds issues and samples");
    }
    return file.Close();
  }

  void Counter(std::string& text, std::string_view name, std::int64_t at, std::int64_t due, std::int64_t issued) const {
    record::AppendTraceCounter(text, name, pid_, at, issued - due, at - issued);
  }

  const RunRecord& run_;
  const MlperfFacts& facts_;
  const MlperfEffective settings_;
  record::MlperfDetail detail_;
  bool accuracy_ = false, had_results_ = false;
  std::uint64_t pid_ = 0;
  std::vector<std::string> left_out_;
};

}  // namespace

Result<std::vector<std::string>> WriteMlperfLogs(const RunRecord& run, const MlperfFacts& facts,
                                                 const std::string& folder) {
  ASSAY_TRY(settings, EffectiveOf(facts.detail, folder));
  return Writer(run, facts, settings).Write(folder);
}

}  // namespace assay::run
