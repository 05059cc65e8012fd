// SPDX-License-Identifier: Apache-2.0
#include "run/mlperf_facts.h"

#include <unistd.h>

#include <utility>
#include <variant>
#include <vector>

#include "base/json_reader.h"
#include "loadgen/run_settings.h"
#include "loadgen/test_log.h"

namespace assay::run {
namespace {

using record::MlperfDetail;
using record::MlperfScenario;

constexpr std::uint64_t kNsPerMs = 1'000'000;


// Reads one effective_* key into a field; what isn't there leaves it.
class Reader {
 public:
  explicit Reader(const MlperfDetail& detail) : detail_(detail) {}
  void Take(std::string_view key, std::uint64_t& field) const {
    if (const auto value = detail_.FindCount(key)) field = *value;
  }
  void Take(std::string_view key, double& field) const {
    if (const auto value = detail_.FindNumber(key)) field = *value;
  }
  void Take(std::string_view key, bool& field) const {
    if (const auto value = detail_.FindBool(key)) field = *value;
  }

 private:
  const MlperfDetail& detail_;
};

// A schedule's planned rate: queries a second, which is what LoadGen sizes it by.
double PlannedRate(const load::Schedule& schedule) {
  if (schedule.generated_duration_ns <= 0) return 1;
  return 1e9 * static_cast<double>(schedule.queries()) / static_cast<double>(schedule.generated_duration_ns);
}

Result<loadgen::RunSettings> SettingsOf(const spec::Traffic& traffic, const CellPlan& plan) {
  const load::Schedule& schedule = plan.series.schedule;
  loadgen::RunSettings settings;
  if (const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario)) {
    if (multi->interval_ns > 0) {
      return Fail(ErrorCode::kUnsupported, "MultiStream at fixed intervals is older than LoadGen's present rule");
    }
    settings.scenario = MlperfScenario::kMultiStream;
    settings.multi_stream = {.samples_per_query = multi->samples_per_query,
                             .expected_latency_ns = 1e9 / PlannedRate(schedule)};
    settings.multi_stream_percentile = JudgedPercentile(traffic);
  } else if (const auto* server = std::get_if<spec::Server>(&traffic.scenario)) {
    settings.scenario = MlperfScenario::kServer;
    settings.server = *server;
    settings.server_percentile = JudgedPercentile(traffic);
    settings.server_rules.target_latency_ns =  // 0 = there is none: no result can be told then
        traffic.latency ? static_cast<std::uint64_t>(traffic.latency->at_most_ns) : 0;
  } else if (std::holds_alternative<spec::Offline>(traffic.scenario)) {
    settings.scenario = MlperfScenario::kOffline;
    settings.offline.expected_qps = PlannedRate(schedule);
  } else if (std::holds_alternative<spec::SingleStream>(traffic.scenario)) {
    settings.scenario = MlperfScenario::kSingleStream;
    settings.single_stream.expected_latency_ns = 1e9 / PlannedRate(schedule);
    settings.single_stream_percentile = JudgedPercentile(traffic);
  } else {
    return Fail(ErrorCode::kUnsupported, "own traffic isn't an MLPerf scenario: LoadGen has no logs of it");
  }
  settings.mode = traffic.mode == spec::Mode::kAccuracy ? record::MlperfMode::kAccuracyOnly
                                                        : record::MlperfMode::kPerformanceOnly;
  settings.min_duration_ms = static_cast<std::uint64_t>(plan.min_duration_ns) / kNsPerMs;
  settings.min_query_count = plan.min_query_count;
  settings.seeds = traffic.seeds;
  settings.equal_issue = traffic.order == spec::IssueOrder::kEqual;
  settings.issue_unique = traffic.order == spec::IssueOrder::kUnique;
  settings.issue_same = traffic.order == spec::IssueOrder::kSame;
  settings.same_index = traffic.same_index;
  settings.performance_sample_count_override = traffic.sample_count;
  return settings;
}

}  // namespace

std::string WithMlperfFacts(std::string_view header, const MlperfFacts& facts) {
  std::string member;
  base::JsonWriter json(member);
  json.BeginObject().Member("series", facts.series).Member("first_sequence", facts.first_sequence);
  if (!facts.summary.empty()) json.Member("summary", facts.summary);
  json.Key("detail").BeginArray();
  for (const record::MlperfLine& line : facts.detail.lines) {
    std::string text;
    record::AppendMlperfLine(text, line);
    text.pop_back();
    json.Value(text);
  }
  json.EndArray().EndObject();
  std::string whole(header);
  const std::size_t end = whole.rfind('}');
  if (end == whole.npos) return whole;
  const bool first = whole.find_last_not_of(" \t\n{", end - 1) == whole.npos;
  whole.insert(end, (first ? "\"mlperf\":" : ",\"mlperf\":") + member);
  return whole;
}

Result<std::optional<MlperfFacts>> FindMlperfFacts(std::string_view header, const std::string& file) {
  ASSAY_TRY(root, base::ReadJson(header, file));
  const base::JsonValue* member = root.Find("mlperf");
  if (member == nullptr) return std::nullopt;
  const base::JsonValue* lines = member->Find("detail");
  const base::JsonValue* first = member->Find("first_sequence");
  const base::JsonValue* series = member->Find("series");
  if (lines == nullptr || first == nullptr || !first->AsUint64() || series == nullptr || !series->AsUint64()) {
    return FailAt({.file = file}, ErrorCode::kBadRecord, "the LoadGen facts of the header can't be read");
  }
  std::string text;
  for (const base::JsonValue& line : lines->items()) text.append(line.AsString().value_or("")) += '\n';
  ASSAY_TRY(detail, record::ReadMlperfDetail(text, file));
  MlperfFacts facts{std::move(detail), {}, *first->AsUint64(), *series->AsUint64()};
  if (const base::JsonValue* summary = member->Find("summary")) facts.summary = summary->AsString().value_or("");
  return facts;
}

Result<record::MlperfEffective> EffectiveOf(const MlperfDetail& detail, const std::string& file) {
  const auto scenario = record::ParseMlperfScenario(detail.FindText("effective_scenario").value_or(""));
  const auto mode = record::ParseMlperfMode(detail.FindText("effective_test_mode").value_or(""));
  if (!scenario || !mode) {
    return FailAt({.file = file}, ErrorCode::kMissingKey,
                  "the detail log names no effective_scenario and effective_test_mode: the test didn't start");
  }
  record::MlperfEffective settings;
  settings.scenario = *scenario;
  settings.mode = *mode;
  const Reader reader(detail);
  reader.Take("effective_samples_per_query", settings.samples_per_query);
  reader.Take("effective_target_qps", settings.target_qps);
  reader.Take("effective_target_latency_ns", settings.target_latency_ns);
  reader.Take("effective_target_latency_percentile", settings.target_latency_percentile);
  reader.Take("effective_max_async_queries", settings.max_async_queries);
  reader.Take("effective_target_duration_ms", settings.target_duration_ms);
  reader.Take("effective_min_duration_ms", settings.min_duration_ms);
  reader.Take("effective_max_duration_ms", settings.max_duration_ms);
  reader.Take("effective_min_query_count", settings.min_query_count);
  reader.Take("effective_max_query_count", settings.max_query_count);
  reader.Take("effective_min_sample_count", settings.min_sample_count);
  reader.Take("effective_qsl_rng_seed", settings.qsl_rng_seed);
  reader.Take("effective_sample_index_rng_seed", settings.sample_index_rng_seed);
  reader.Take("effective_schedule_rng_seed", settings.schedule_rng_seed);
  reader.Take("effective_accuracy_log_rng_seed", settings.accuracy_log_rng_seed);
  reader.Take("effective_accuracy_log_probability", settings.accuracy_log_probability);
  reader.Take("effective_accuracy_log_sampling_target", settings.accuracy_log_sampling_target);
  reader.Take("effective_print_timestamps", settings.print_timestamps);
  reader.Take("effective_performance_issue_unique", settings.performance_issue_unique);
  reader.Take("effective_performance_issue_same", settings.performance_issue_same);
  reader.Take("effective_performance_issue_same_index", settings.performance_issue_same_index);
  reader.Take("effective_performance_sample_count", settings.performance_sample_count);
  reader.Take("effective_accuracy_sample_count", settings.accuracy_sample_count);
  reader.Take("effective_sample_concatenate_permutation", settings.sample_concatenate_permutation);
  reader.Take("requested_use_token_latencies", settings.use_token_latencies);
  reader.Take("requested_server_ttft_latency", settings.ttft_latency_ns);
  reader.Take("requested_server_tpot_latency", settings.tpot_latency_ns);
  return settings;
}

Result<MlperfFacts> FactsOfCell(const spec::Traffic& traffic, const CellPlan& plan, const std::string& sut_name,
                                std::uint64_t dataset_size) {
  ASSAY_TRY(settings, SettingsOf(traffic, plan));
  const load::Schedule& schedule = plan.series.schedule;
  const loadgen::SampleCounts counts{dataset_size, dataset_size};
  std::vector<loadgen::SettingsMessage> messages;
  record::MlperfEffective effective = loadgen::EffectiveSettings(settings, counts, messages);
  // What was planned is what counts, where LoadGen would have sized it otherwise.
  effective.samples_per_query = schedule.samples_per_query;
  effective.min_query_count = plan.series.min_query_count;
  effective.min_sample_count = plan.series.min_sample_count;

  record::MlperfOpening opening = loadgen::BuildFacts();
  opening.test_datetime = loadgen::LocalDatetime();
  opening.sut_name = sut_name;
  opening.qsl_name = "assay";
  opening.qsl_total_count = opening.qsl_performance_count = dataset_size;

  MlperfFacts facts;
  const auto add = [&](record::MlperfEntries entries) {
    for (auto& [key, value] : entries) {
      record::MlperfLine line;
      line.key = std::move(key);
      line.value = std::move(value);
      line.file = "assay run";
      line.pid = line.tid = static_cast<std::uint64_t>(::getpid());
      facts.detail.lines.push_back(std::move(line));
    }
  };
  record::MlperfEntries opened = record::OpeningEntries(opening);
  std::erase_if(opened, [](const auto& entry) { return entry.first == "get_sut_name_duration_ns"; });  // isn't measured
  add(std::move(opened));
  add(loadgen::RequestedEntries(settings));
  add(record::EffectiveEntries(effective));
  const bool accuracy = effective.mode == record::MlperfMode::kAccuracyOnly;
  add({{"generic_message", std::string(accuracy ? "Starting accuracy mode" : "Starting performance mode")},
       {"loaded_qsl_set", plan.series.load},
       {"generated_query_count", schedule.queries()},
       {"generated_samples_per_query", schedule.samples_per_query},
       {"generated_query_duration", schedule.generated_duration_ns}});
  return facts;
}

}  // namespace assay::run
