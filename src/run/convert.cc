// SPDX-License-Identifier: Apache-2.0
//
// The trace has a sample's whole story: when it was due, issued and answered. The detail log says which samples belong to
// which series, the accuracy log what was answered. A record is made of the three; the detail log's lines go into its
// header as they are, so that nothing of them is lost on the way back.
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

bool Sane(std::int64_t time_ns) { return time_ns >= -kLongestNs && time_ns <= kLongestNs; }

struct Logs {
  std::string folder;
  MlperfDetail detail;
  std::string summary;
  record::MlperfEffective settings;
  record::MlperfTrace trace;
  std::map<std::uint64_t, MlperfAnswer> answers;  // by sequence number
};

// One run of queries from one loaded set.
struct Series {
  bool accuracy = false;
  std::uint64_t first_sequence = 0;
  std::uint64_t planned_queries = 0, samples_per_query = 1;
};

Result<Logs> ReadLogs(const std::string& folder) {
  Logs logs;
  logs.folder = folder;
  const std::string detail_path = base::JoinPath(folder, "mlperf_log_detail.txt");
  ASSAY_TRY(detail_text, base::ReadFile(detail_path));
  ASSAY_TRY(detail, record::ReadMlperfDetail(detail_text, detail_path));
  if (!detail.damage.empty()) return std::unexpected(detail.damage.front());
  logs.detail = std::move(detail);
  ASSAY_TRY(settings, EffectiveOf(logs.detail, detail_path));
  logs.settings = settings;

  logs.summary = base::ReadFile(base::JoinPath(folder, "mlperf_log_summary.txt")).value_or("");

  const std::string trace_path = base::JoinPath(folder, "mlperf_log_trace.json");
  const std::string trace_text = base::ReadFile(trace_path).value_or("");
  if (trace_text.empty()) {
    return FailAt({.file = trace_path}, ErrorCode::kNotMeasured,
                  "there is no trace: the other logs don't say when which sample was due, issued and answered",
                  "run the test with enable_trace; the numbers of its summary can be read as they are");
  }
  ASSAY_TRY(trace, record::ReadMlperfTrace(trace_text, trace_path));
  if (!trace.damage.empty()) return std::unexpected(trace.damage.front());
  logs.trace = std::move(trace);

  const std::string accuracy_path = base::JoinPath(folder, "mlperf_log_accuracy.json");
  if (!base::FileExists(accuracy_path)) return logs;
  ASSAY_TRY(read, record::ReadMlperfAccuracy(accuracy_path, [&](MlperfAnswer&& answer) {
    const std::uint64_t sequence = answer.sequence;
    logs.answers.emplace(sequence, std::move(answer));
  }));
  if (read.damage) return std::unexpected(*read.damage);
  return logs;
}

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

// What the trace says of one sample. Times since the trace was opened.
struct SampleTimes {
  std::uint64_t query = 0, index = 0;
  std::int64_t due_ns = 0, issued_ns = 0, done_ns = 0;
};

// By sequence number.
Result<std::map<std::uint64_t, SampleTimes>> TimesOf(const Logs& logs, std::string_view name) {
  std::map<std::uint64_t, SampleTimes> times;
  for (const MlperfTraceEvent& event : logs.trace.events) {
    if (event.phase != MlperfTraceEvent::Phase::kBegin || event.name != name) continue;
    const auto sequence = Argument(event, "sample_seq"), query = Argument(event, "query_seq");
    const auto index = Argument(event, "sample_idx"), issue = Argument(event, "issue_start_ns");
    const auto done = Argument(event, "complete_ns");
    if (!sequence || !query || !index || !issue || !done || *sequence < 0 || *query < 0 || *index < 0) {
      return FailAt({.file = base::JoinPath(logs.folder, "mlperf_log_trace.json")}, ErrorCode::kBadRecord,
                    "a " + std::string(name) + " event lacks its numbers");
    }
    if (!Sane(event.start_ns) || !Sane(*issue) || !Sane(*done)) {
      return FailAt({.file = base::JoinPath(logs.folder, "mlperf_log_trace.json")}, ErrorCode::kOutOfRange,
                    "a " + std::string(name) + " event lasts longer than 31 years");
    }
    times.insert_or_assign(static_cast<std::uint64_t>(*sequence),
                           SampleTimes{static_cast<std::uint64_t>(*query), static_cast<std::uint64_t>(*index),
                                       event.start_ns, event.start_ns + *issue, event.start_ns + *done});
  }
  return times;
}

class SeriesRecord {
 public:
  SeriesRecord(const Logs& logs, const Series& series, Conversion& conversion)
      : logs_(logs), series_(series), conversion_(conversion) {}

  Result<record::RunRecord> Make(const std::map<std::uint64_t, SampleTimes>& samples,
                                 const std::map<std::uint64_t, SampleTimes>& tokens) {
    const std::uint64_t end = series_.first_sequence + series_.planned_queries * series_.samples_per_query;
    const auto first = samples.lower_bound(series_.first_sequence), last = samples.lower_bound(end);
    if (first == last) return Broken("the trace holds no sample of series");
    // Queries that were planned and not issued aren't there; of the issued ones none may be missing.
    const auto found = static_cast<std::uint64_t>(std::distance(first, last));
    const std::uint64_t issued = std::prev(last)->first - series_.first_sequence + 1;
    if (found != issued || found % series_.samples_per_query != 0) {
      return Broken("the trace lacks samples: it holds " + std::to_string(found) + " of at least " +
                    std::to_string(issued));
    }
    run_.samples_per_query = series_.samples_per_query;
    run_.end = record::EndState::kComplete;
    const std::int64_t origin = first->second.due_ns;
    for (auto at = first; at != last; ++at) {
      const SampleTimes& times = at->second;
      if ((at->first - series_.first_sequence) % series_.samples_per_query == 0) {
        run_.due_ns.push_back(times.due_ns - origin);
        run_.issued_ns.push_back(times.issued_ns - origin);
      }
      run_.sample_index.push_back(times.index);
      run_.done_ns.push_back(times.done_ns - origin);
      const auto token = tokens.find(at->first);
      run_.first_token_ns.push_back(token == tokens.end() ? -1 : token->second.done_ns - origin);
      run_.end_ns = std::max(run_.end_ns, run_.done_ns.back());
    }
    Returned(origin);
    Answers();
    return std::move(run_);
  }

 private:
  std::unexpected<Error> Broken(std::string what) const {
    return FailAt({.file = base::JoinPath(logs_.folder, "mlperf_log_trace.json")}, ErrorCode::kBadRecord,
                  std::move(what));
  }

  // The calls into the system, when there is one for each query.
  void Returned(std::int64_t origin) {
    std::vector<std::pair<std::int64_t, std::int64_t>> calls;
    const std::int64_t begin = run_.issued_ns.front() + origin, end = run_.issued_ns.back() + origin;
    for (const MlperfTraceEvent& event : logs_.trace.events) {
      // The scope opens some hundred ns after the time that counts as the issue.
      if (event.phase != MlperfTraceEvent::Phase::kComplete || event.name != "IssueQuery") continue;
      if (event.start_ns >= begin && event.start_ns <= std::max(end, run_.end_ns + origin) + 1'000'000) {
        calls.emplace_back(event.start_ns, event.start_ns + event.duration_ns);
      }
    }
    std::ranges::sort(calls);
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

  void Answers() {
    const std::size_t samples = run_.samples();
    run_.status.assign(samples, SampleStatus::kOk);
    run_.error.assign(samples, 0);
    run_.tokens.assign(samples, 0);
    run_.output_size.assign(samples, 0);
    std::size_t largest = 0;
    bool token_data = false;
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const auto found = logs_.answers.find(series_.first_sequence + sample);
      if (found == logs_.answers.end()) continue;
      largest = std::max(largest, found->second.data.size());
      if (found->second.token_count) {
        run_.tokens[sample] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(*found->second.token_count, 0, UINT32_MAX));
      }
      token_data = token_data || found->second.token_data.has_value();
    }
    if (token_data) conversion_.left_out.push_back("token_data, the bytes of first tokens");
    if (logs_.settings.use_token_latencies && !series_.accuracy) {
      conversion_.left_out.push_back("how many tokens each answer had: performance logs have their sum only");
    }
    if (largest > kMostOutputBytes / std::max<std::size_t>(samples, 1)) {
      conversion_.left_out.push_back("the answers: with room for the largest each they take more than 4 GiB");
      largest = 0;
    }
    run_.output_bytes = largest;
    run_.outputs.assign(largest * samples, std::byte{});
    for (std::size_t sample = 0; largest > 0 && sample < samples; ++sample) {
      const auto found = logs_.answers.find(series_.first_sequence + sample);
      if (found == logs_.answers.end()) continue;
      run_.output_size[sample] = static_cast<std::uint32_t>(found->second.data.size());
      std::ranges::copy(found->second.data, run_.outputs.begin() + static_cast<std::ptrdiff_t>(sample * largest));
    }
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

Result<void> WriteRecord(const record::RunRecord& run, const std::string& header, const std::string& path) {
  ASSAY_TRY(sink, record::OpenFileSink(path));
  ASSAY_TRY(writer, record::RecordWriter::Create(std::move(sink), {header, run.samples_per_query, run.output_bytes}));
  ASSAY_CHECK_OK(writer->Append(record::IssuedBlock{0, run.due_ns, run.issued_ns, run.issue_returned_ns, run.sample_index}));
  std::vector<std::uint64_t> numbers(run.samples());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::vector<std::byte> outputs;
  for (std::size_t i = 0; run.output_bytes > 0 && i < numbers.size(); ++i) {
    const auto bytes = run.Output(i);
    outputs.insert(outputs.end(), bytes.begin(), bytes.end());
  }
  record::DoneBlock done{numbers, run.done_ns, run.first_token_ns, run.tokens, run.status, run.error, {}, {}};
  if (run.output_bytes > 0) {
    done.output_size = run.output_size;
    done.outputs = outputs;
  }
  ASSAY_CHECK_OK(writer->Append(done));
  return writer->End({.state = run.end, .end_ns = run.end_ns});
}

// What a record has no room for, told by what the logs hold.
void ListUnused(const Logs& logs, Conversion& conversion) {
  std::set<std::string> scopes;
  for (const MlperfTraceEvent& event : logs.trace.events) {
    if (event.phase == MlperfTraceEvent::Phase::kComplete && event.name != "IssueQuery") scopes.insert(event.name);
  }
  if (!scopes.empty()) {
    std::string names;
    for (const std::string& name : scopes) names += (names.empty() ? "" : ", ") + name;
    conversion.left_out.push_back("the trace's times of LoadGen's own work: " + names);
  }
  if (logs.settings.infer_token_latencies) conversion.left_out.push_back("the inferred token rate's factor");
}

Result<Conversion> ToRecords(const std::string& from, const std::string& to) {
  ASSAY_TRY(logs, ReadLogs(from));
  const std::vector<Series> all = SeriesOf(logs.detail);
  if (all.empty()) {
    return FailAt({.file = base::JoinPath(from, "mlperf_log_detail.txt")}, ErrorCode::kNotMeasured,
                  "the detail log has no generated_query_count: nothing was issued");
  }
  ASSAY_TRY(samples, TimesOf(logs, "Sample"));
  ASSAY_TRY(tokens, TimesOf(logs, "Token"));
  Conversion conversion;
  conversion.to_record = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSAY_TRY(run, SeriesRecord(logs, all[i], conversion).Make(samples, tokens));
    const std::string folder = all.size() == 1 ? to : base::JoinPath(to, std::to_string(i + 1));
    ASSAY_CHECK_OK(base::EnsureDirectory(folder));
    const std::string path = base::JoinPath(folder, "record.assay");
    ASSAY_CHECK_OK(WriteRecord(run, HeaderOf(logs, all[i], i + 1, run.output_bytes), path));
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
