// SPDX-License-Identifier: Apache-2.0
//
// The trace has a sample's whole story: when it was due, issued and answered. The detail log says which samples belong to
// which series, the accuracy log what was answered. A record is made of the three; the detail log's lines go into its
// header as they are, so that nothing of them is lost on the way back. Without a trace an accuracy run still is a record:
// of its answers, without times.
//
// Traces and accuracy logs have gigabytes: they are read in pieces, the accuracy log twice, and what is kept of them is
// some numbers a sample.
#include "run/convert.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "record/mlperf_log_accuracy.h"
#include "record/mlperf_log_trace.h"
#include "record/record_writer.h"
#include "run/cell_context.h"
#include "run/mlperf_facts.h"
#include "run/mlperf_logs.h"

namespace assay::run {
namespace {

using record::MlperfAnswer;
using record::MlperfDetail;
using record::MlperfTraceEvent;

constexpr std::int64_t kLongestNs = 1'000'000'000'000'000'000;  // 31 years: sums of two stay in 64 bits
// A record gives every sample as much room as the largest answer takes.
constexpr std::uint64_t kMostOutputBytes = std::uint64_t{1} << 32;

constexpr std::size_t kMostScopes = 100;  // names; the programs have a dozen
constexpr const char* kNoTimes =
    "when each sample was due, issued and answered isn't measured: the logs have no trace";

bool Sane(std::int64_t time_ns) { return time_ns >= -kLongestNs && time_ns <= kLongestNs; }

// What the trace says of one sample. Times since the trace was opened.
struct SampleTimes {
  std::uint64_t query = 0, index = 0;
  std::int64_t due_ns = 0, issued_ns = 0, done_ns = 0;
};

// An answer without its bytes.
struct Answered {
  std::uint64_t index = 0;
  std::uint32_t tokens = 0;
};

// What is kept of the logs: some numbers a sample, however large their texts and answers are.
struct Logs {
  std::string folder;
  MlperfDetail detail;
  std::string summary;
  record::MlperfEffective settings;
  bool has_trace = false;
  std::map<std::uint64_t, SampleTimes> samples, tokens;      // by sequence number
  std::vector<std::pair<std::int64_t, std::int64_t>> calls;  // into the system: begin and end
  std::set<std::string> scopes;                              // names of the trace's other stretches
  std::map<std::uint64_t, Answered> answers;                 // by sequence number
  std::size_t largest_answer = 0;
  bool token_data = false;

  std::string Path(std::string_view name) const { return base::JoinPath(folder, name); }
};

// One run of queries from one loaded set.
struct Series {
  bool accuracy = false;
  std::uint64_t first_sequence = 0;
  std::uint64_t planned_queries = 0, samples_per_query = 1;
};

std::vector<Series> SeriesOf(const MlperfDetail& detail) {
  std::vector<Series> all;
  bool accuracy = false;
  std::uint64_t next = 0;
  const auto count = [](const record::MlperfValue& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr || *number < 0 ? std::uint64_t{0} : static_cast<std::uint64_t>(*number);
  };
  for (const record::MlperfLine& line : detail.lines) {
    if (const auto* text = std::get_if<std::string>(&line.value); text && line.key == "generic_message") {
      if (text->starts_with("Starting ")) accuracy = *text == "Starting accuracy mode";
    } else if (line.key == "generated_query_count") {
      all.push_back({accuracy, next, count(line.value), 1});
    } else if (line.key == "generated_samples_per_query" && !all.empty()) {
      all.back().samples_per_query = std::max<std::uint64_t>(count(line.value), 1);
      next += all.back().planned_queries * all.back().samples_per_query;
    }
  }
  return all;
}

std::optional<std::int64_t> Argument(const MlperfTraceEvent& event, std::string_view name) {
  for (const auto& [key, value] : event.arguments) {
    if (key == name) {
      const auto* number = std::get_if<std::int64_t>(&value);
      return number == nullptr ? std::nullopt : std::optional(*number);
    }
  }
  return std::nullopt;
}

// One Sample or Token event.
Result<void> TakeTimes(const MlperfTraceEvent& event, const std::string& file,
                       std::map<std::uint64_t, SampleTimes>& times) {
  const auto sequence = Argument(event, "sample_seq"), query = Argument(event, "query_seq");
  const auto index = Argument(event, "sample_idx"), issue = Argument(event, "issue_start_ns");
  const auto done = Argument(event, "complete_ns");
  if (!sequence || !query || !index || !issue || !done || *sequence < 0 || *query < 0 || *index < 0) {
    return FailAt({.file = file}, ErrorCode::kBadRecord, "a " + event.name + " event lacks its numbers");
  }
  if (!Sane(event.start_ns) || !Sane(*issue) || !Sane(*done)) {
    return FailAt({.file = file}, ErrorCode::kOutOfRange, "a " + event.name + " event lasts longer than 31 years");
  }
  times.insert_or_assign(static_cast<std::uint64_t>(*sequence),
                         SampleTimes{static_cast<std::uint64_t>(*query), static_cast<std::uint64_t>(*index),
                                     event.start_ns, event.start_ns + *issue, event.start_ns + *done});
  return {};
}

Result<void> ReadTrace(Logs& logs) {
  const std::string path = logs.Path("mlperf_log_trace.json");
  std::optional<Error> wrong;  // the first
  const auto read = record::ReadMlperfTraceFile(path, [&](MlperfTraceEvent&& event) {
    using Phase = MlperfTraceEvent::Phase;
    if (event.phase == Phase::kBegin && (event.name == "Sample" || event.name == "Token")) {
      const auto taken = TakeTimes(event, path, event.name == "Sample" ? logs.samples : logs.tokens);
      if (!taken && !wrong) wrong = taken.error();
    } else if (event.phase == Phase::kComplete && event.name == "IssueQuery") {
      if (Sane(event.start_ns) && Sane(event.duration_ns)) {
        logs.calls.emplace_back(event.start_ns, event.start_ns + event.duration_ns);
      }
    } else if (event.phase == Phase::kComplete && logs.scopes.size() < kMostScopes) {
      logs.scopes.insert(std::move(event.name));
    }
  });
  if (!read && (read.error().code == ErrorCode::kEmpty || read.error().code == ErrorCode::kNotFound)) return {};
  if (!read) return std::unexpected(read.error());
  if (!read->damage.empty()) return std::unexpected(read->damage.front());
  if (wrong) return std::unexpected(*wrong);
  std::ranges::sort(logs.calls);
  logs.has_trace = true;
  return {};
}

Result<void> ReadAnswers(Logs& logs) {
  const std::string path = logs.Path("mlperf_log_accuracy.json");
  if (!base::FileExists(path)) return {};
  ASSAY_TRY(read, record::ReadMlperfAccuracy(path, [&](MlperfAnswer&& answer) {
    logs.largest_answer = std::max(logs.largest_answer, answer.data.size());
    logs.token_data = logs.token_data || answer.token_data.has_value();
    const std::int64_t tokens = std::clamp<std::int64_t>(answer.token_count.value_or(0), 0, UINT32_MAX);
    logs.answers.emplace(answer.sequence, Answered{answer.sample_index, static_cast<std::uint32_t>(tokens)});
  }));
  if (read.damage) return std::unexpected(*read.damage);
  return {};
}

Result<Logs> ReadLogs(const std::string& folder) {
  Logs logs;
  logs.folder = folder;
  const std::string detail_path = logs.Path("mlperf_log_detail.txt");
  ASSAY_TRY(detail_text, base::ReadFile(detail_path));
  ASSAY_TRY(detail, record::ReadMlperfDetail(detail_text, detail_path));
  if (!detail.damage.empty()) return std::unexpected(detail.damage.front());
  logs.detail = std::move(detail);
  ASSAY_TRY(settings, EffectiveOf(logs.detail, detail_path));
  logs.settings = settings;
  logs.summary = base::ReadFile(logs.Path("mlperf_log_summary.txt")).value_or("");
  ASSAY_CHECK_OK(ReadTrace(logs));
  ASSAY_CHECK_OK(ReadAnswers(logs));
  return logs;
}

// The columns of one series; the bytes of its answers go into the file later.
class SeriesRecord {
 public:
  SeriesRecord(const Logs& logs, const Series& series, Conversion& conversion)
      : logs_(logs), series_(series), conversion_(conversion) {}

  Result<record::RunRecord> Make() {
    run_.samples_per_query = series_.samples_per_query;
    run_.end = record::EndState::kComplete;
    if (logs_.has_trace) {
      ASSAY_CHECK_OK(Times());
    } else {
      ASSAY_CHECK_OK(NoTimes());
    }
    const std::size_t samples = run_.samples();
    run_.status.assign(samples, SampleStatus::kOk);
    run_.error.assign(samples, 0);
    run_.tokens.assign(samples, 0);
    for (auto at = logs_.answers.lower_bound(series_.first_sequence);
         at != logs_.answers.end() && at->first - series_.first_sequence < samples; ++at) {
      run_.tokens[at->first - series_.first_sequence] = at->second.tokens;
    }
    if (logs_.settings.use_token_latencies && !series_.accuracy) {
      conversion_.left_out.push_back("how many tokens each answer had: performance logs have their sum only");
    }
    run_.output_bytes = logs_.largest_answer;
    if (run_.output_bytes > kMostOutputBytes / std::max<std::size_t>(samples, 1)) {
      conversion_.left_out.push_back("the answers: with room for the largest each they take more than 4 GiB");
      run_.output_bytes = 0;
    }
    return std::move(run_);
  }

 private:
  std::unexpected<Error> Broken(std::string_view file, std::string what) const {
    return FailAt({.file = logs_.Path(file)}, ErrorCode::kBadRecord, std::move(what));
  }

  Result<void> Times() {
    const std::uint64_t end = series_.first_sequence + series_.planned_queries * series_.samples_per_query;
    const auto first = logs_.samples.lower_bound(series_.first_sequence), last = logs_.samples.lower_bound(end);
    if (first == last) return Broken("mlperf_log_trace.json", "the trace holds no sample of series");
    // Queries that were planned and not issued aren't there; of the issued ones none may be missing.
    const auto found = static_cast<std::uint64_t>(std::distance(first, last));
    const std::uint64_t issued = std::prev(last)->first - series_.first_sequence + 1;
    if (found != issued || found % series_.samples_per_query != 0) {
      return Broken("mlperf_log_trace.json", "the trace lacks samples: it holds " + std::to_string(found) +
                                                 " of at least " + std::to_string(issued));
    }
    const std::int64_t origin = first->second.due_ns;
    for (auto at = first; at != last; ++at) {
      const SampleTimes& times = at->second;
      if ((at->first - series_.first_sequence) % series_.samples_per_query == 0) {
        run_.due_ns.push_back(times.due_ns - origin);
        run_.issued_ns.push_back(times.issued_ns - origin);
      }
      run_.sample_index.push_back(times.index);
      run_.done_ns.push_back(times.done_ns - origin);
      const auto token = logs_.tokens.find(at->first);
      run_.first_token_ns.push_back(token == logs_.tokens.end() ? -1 : token->second.done_ns - origin);
      run_.end_ns = std::max(run_.end_ns, run_.done_ns.back());
    }
    Returned(origin);
    return {};
  }

  // Without a trace an accuracy run is known by its answers alone: which samples they are, and that each came.
  Result<void> NoTimes() {
    if (!series_.accuracy || logs_.answers.empty()) {
      return FailAt({.file = logs_.Path("mlperf_log_trace.json")}, ErrorCode::kNotMeasured,
                    "there is no trace: the other logs don't say when which sample was due, issued and answered",
                    "run the test with enable_trace; the numbers of its summary can be read as they are");
    }
    const std::uint64_t planned = series_.planned_queries * series_.samples_per_query;
    auto at = logs_.answers.lower_bound(series_.first_sequence);
    for (std::uint64_t sample = 0; sample < planned; ++sample, ++at) {
      if (at == logs_.answers.end() || at->first != series_.first_sequence + sample) {
        return Broken("mlperf_log_accuracy.json",
                      "there is no trace, and the accuracy log lacks answers: the first that isn't there is seq_id " +
                          std::to_string(series_.first_sequence + sample));
      }
      run_.sample_index.push_back(at->second.index);
    }
    run_.due_ns.assign(series_.planned_queries, -1);
    run_.issued_ns = run_.issue_returned_ns = run_.due_ns;
    run_.done_ns.assign(planned, -1);
    run_.first_token_ns = run_.done_ns;
    run_.notes.push_back(kNoTimes);
    conversion_.left_out.push_back(kNoTimes);
    return {};
  }

  // The calls into the system, when there is one for each query.
  void Returned(std::int64_t origin) {
    const std::int64_t begin = run_.issued_ns.front() + origin;
    // The scope opens some hundred ns after the time that counts as the issue.
    const std::int64_t end = std::max(run_.issued_ns.back(), run_.end_ns) + origin + 1'000'000;
    const auto first = std::ranges::lower_bound(logs_.calls, begin, {}, &std::pair<std::int64_t, std::int64_t>::first);
    const auto last = std::ranges::upper_bound(logs_.calls, end, {}, &std::pair<std::int64_t, std::int64_t>::first);
    const std::span calls(first, last);
    run_.issue_returned_ns.assign(run_.queries(), -1);
    bool each = calls.size() == run_.queries();
    for (std::size_t query = 0; each && query < calls.size(); ++query) {
      each = calls[query].first >= run_.issued_ns[query] + origin;
    }
    for (std::size_t query = 0; each && query < calls.size(); ++query) {
      run_.issue_returned_ns[query] = calls[query].second - origin;
    }
    if (!each) conversion_.left_out.push_back("which call into the system issued which query: when each returned");
  }

  const Logs& logs_;
  const Series& series_;
  Conversion& conversion_;
  record::RunRecord run_;
};

// A folder name out of any text.
std::string NameFrom(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    name += plain ? c : '-';
  }
  return name.empty() ? "sut" : name;
}

std::string HeaderOf(const Logs& logs, const Series& series, std::uint64_t number, std::uint64_t output_bytes) {
  CellContext context;
  const std::string scenario(record::NameOf(logs.settings.scenario));
  context.cell = {NameFrom(logs.detail.FindText("sut_name").value_or("")), series.accuracy ? "accuracy" : scenario, number};
  context.task = "LoadGen logs";
  context.scenario = scenario;
  context.accuracy = series.accuracy;
  context.planned_queries = series.planned_queries;
  context.samples_per_query = series.samples_per_query;
  context.min_query_count = series.accuracy ? 0 : logs.settings.min_query_count;
  const std::uint64_t min_duration_ms = std::min<std::uint64_t>(logs.settings.min_duration_ms, kLongestNs / 1'000'000);
  context.min_duration_ns = series.accuracy ? 0 : static_cast<std::int64_t>(min_duration_ms) * 1'000'000;
  if (logs.settings.scenario == record::MlperfScenario::kServer) context.rate_asked = logs.settings.target_qps;
  context.size_origin = "log";
  context.clock = "LoadGen's: the wall clock";
  context.executor.name = "LoadGen client";
  context.executor.output_bytes = output_bytes;
  context.program_version = std::string(logs.detail.FindText("loadgen_version").value_or(""));
  context.notes = {"made from LoadGen's logs"};
  return WithMlperfFacts(ToJson(context), {logs.detail, logs.summary, series.first_sequence, number});
}

// Answers on their way into the record: rows of one block.
class AnswerRows {
 public:
  AnswerRows(const record::RunRecord& run, record::RecordWriter& writer) : run_(run), writer_(writer) {}

  Result<void> Add(std::uint64_t sample, std::span<const std::byte> output) {
    number_.push_back(sample);
    done_ns_.push_back(run_.done_ns[sample]);
    first_token_ns_.push_back(run_.first_token_ns[sample]);
    tokens_.push_back(run_.tokens[sample]);
    status_.push_back(run_.status[sample]);
    error_.push_back(run_.error[sample]);
    if (run_.output_bytes > 0) {
      size_.push_back(static_cast<std::uint32_t>(output.size()));
      outputs_.insert(outputs_.end(), output.begin(), output.end());
    }
    return number_.size() < kMostRows && outputs_.size() < kMostBytes ? Result<void>() : Flush();
  }

  Result<void> Flush() {
    if (number_.empty()) return {};
    ASSAY_CHECK_OK(writer_.Append(
        record::DoneBlock{number_, done_ns_, first_token_ns_, tokens_, status_, error_, size_, outputs_}));
    number_.clear(), done_ns_.clear(), first_token_ns_.clear(), tokens_.clear(), status_.clear(), error_.clear();
    size_.clear(), outputs_.clear();
    return {};
  }

 private:
  static constexpr std::size_t kMostRows = 65'536, kMostBytes = std::size_t{1} << 22;
  const record::RunRecord& run_;
  record::RecordWriter& writer_;
  std::vector<std::uint64_t> number_;
  std::vector<std::int64_t> done_ns_, first_token_ns_;
  std::vector<std::uint32_t> tokens_, size_;
  std::vector<SampleStatus> status_;
  std::vector<std::int32_t> error_;
  std::vector<std::byte> outputs_;
};

// The accuracy log is read once more: its answers go from file to file.
Result<void> WriteRecord(const Logs& logs, const Series& series, const record::RunRecord& run,
                         const std::string& header, const std::string& path) {
  ASSAY_TRY(sink, record::OpenFileSink(path));
  ASSAY_TRY(writer, record::RecordWriter::Create(std::move(sink), {header, run.samples_per_query, run.output_bytes}));
  ASSAY_CHECK_OK(writer->Append(record::IssuedBlock{0, run.due_ns, run.issued_ns, run.issue_returned_ns, run.sample_index}));
  AnswerRows rows(run, *writer);
  std::vector<bool> written(run.samples());
  Result<void> good;
  if (run.output_bytes > 0) {
    ASSAY_TRY(read, record::ReadMlperfAccuracy(logs.Path("mlperf_log_accuracy.json"), [&](MlperfAnswer&& answer) {
      const std::uint64_t sample = answer.sequence - series.first_sequence;
      if (answer.sequence < series.first_sequence || sample >= run.samples() || written[sample] || !good) return;
      written[sample] = true;
      good = rows.Add(sample, answer.data);
    }));
    if (read.damage) return std::unexpected(*read.damage);
  }
  for (std::uint64_t sample = 0; good && sample < run.samples(); ++sample) {
    if (!written[sample]) good = rows.Add(sample, {});
  }
  ASSAY_CHECK_OK(good);
  ASSAY_CHECK_OK(rows.Flush());
  record::EndBlock end{.state = run.end, .end_ns = run.end_ns};
  end.notes = run.notes;
  return writer->End(end);
}

// What a record has no room for, told by what the logs hold.
void ListUnused(const Logs& logs, Conversion& conversion) {
  if (!logs.scopes.empty()) {
    std::string names;
    for (const std::string& name : logs.scopes) names += (names.empty() ? "" : ", ") + name;
    conversion.left_out.push_back("the trace's times of LoadGen's own work: " + names);
  }
  if (logs.token_data) conversion.left_out.push_back("token_data, the bytes of first tokens");
  if (logs.settings.infer_token_latencies) conversion.left_out.push_back("the inferred token rate's factor");
}

Result<Conversion> ToRecords(const std::string& from, const std::string& to) {
  ASSAY_TRY(logs, ReadLogs(from));
  const std::vector<Series> all = SeriesOf(logs.detail);
  if (all.empty()) {
    return FailAt({.file = base::JoinPath(from, "mlperf_log_detail.txt")}, ErrorCode::kNotMeasured,
                  "the detail log has no generated_query_count: nothing was issued");
  }
  Conversion conversion;
  conversion.to_record = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSAY_TRY(run, SeriesRecord(logs, all[i], conversion).Make());
    const std::string folder = all.size() == 1 ? to : base::JoinPath(to, std::to_string(i + 1));
    ASSAY_CHECK_OK(base::EnsureDirectory(folder));
    const std::string path = base::JoinPath(folder, "record.assay");
    ASSAY_CHECK_OK(WriteRecord(logs, all[i], run, HeaderOf(logs, all[i], i + 1, run.output_bytes), path));
    conversion.written.push_back(path);
  }
  ListUnused(logs, conversion);
  std::ranges::sort(conversion.left_out);
  const auto repeats = std::ranges::unique(conversion.left_out);
  conversion.left_out.erase(repeats.begin(), repeats.end());
  return conversion;
}

Result<Conversion> ToLogs(const std::string& path, const std::string& to) {
  ASSAY_TRY(run, record::ReadRecord(path));
  ASSAY_TRY(facts, FindMlperfFacts(run.header_json, path));
  if (!facts) {
    return FailAt({.file = path}, ErrorCode::kMissingKey,
                  "the record doesn't hold LoadGen's settings, and logs can't be written without them",
                  "`assay run --mlperf-logs` keeps them in the record and writes the logs beside it");
  }
  Conversion conversion;
  ASSAY_TRY(left_out, WriteMlperfLogs(run, *facts, to));
  conversion.left_out = std::move(left_out);
  if (facts->series > 1 || SeriesOf(facts->detail).size() > 1) {
    conversion.left_out.push_back("the test's other series: accuracy log and trace are those of series " +
                                  std::to_string(facts->series));
  }
  for (const char* name : {"summary.txt", "detail.txt", "accuracy.json", "trace.json"}) {
    conversion.written.push_back(base::JoinPath(to, "mlperf_log_" + std::string(name)));
  }
  return conversion;
}

}  // namespace

Result<Conversion> Convert(const std::string& from, const std::string& to) {
  const std::string inside = base::JoinPath(from, "record.assay");
  if (base::FileExists(inside)) return ToLogs(inside, to);  // its folder may hold logs of it, too
  if (base::FileExists(base::JoinPath(from, "mlperf_log_detail.txt"))) return ToRecords(from, to);
  if (base::FileExists(from) && !base::ListDirectory(from)) return ToLogs(from, to);
  return FailAt({.file = from}, ErrorCode::kNotFound,
                "expected a folder with mlperf_log_detail.txt or record.assay, or a record, found '" + from + "'");
}

}  // namespace assay::run
