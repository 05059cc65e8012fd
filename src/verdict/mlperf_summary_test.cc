// SPDX-License-Identifier: Apache-2.0
// Right values: tests/golden/loadgen/summaries, the official program's own texts and values for these columns.
#include "verdict/mlperf_summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/json_reader.h"
#include "random/splitmix.h"
#include "record/mlperf_log_detail.h"
#include "record/mlperf_log_summary.h"

namespace assay::verdict {
namespace {

using base::JsonValue;
using record::MlperfScenario;

std::vector<std::int64_t> Generate(const JsonValue* generator) {
  std::vector<std::int64_t> values;
  if (generator == nullptr) return values;
  const auto argument = [&](std::size_t i) { return generator->items()[i].AsUint64().value(); };
  for (std::uint64_t i = 0; i < argument(1); ++i) {
    std::uint64_t value = argument(2) + random::SplitMixAt(argument(6), i) % argument(3);
    if (argument(4) > 0 && i % argument(4) == argument(4) - 1) value += argument(5);
    values.push_back(static_cast<std::int64_t>(value));
  }
  return values;
}

struct Columns {
  std::vector<std::int64_t> latency, query, first, each, tokens;
};

class Settings {
 public:
  explicit Settings(const JsonValue& json) : json_(json) {}
  double Number(const char* key, double otherwise) const {
    const JsonValue* value = json_.Find(key);
    return value == nullptr ? otherwise : value->AsDouble().value();
  }
  std::uint64_t Count(const char* key, std::uint64_t otherwise) const {
    const JsonValue* value = json_.Find(key);
    return value == nullptr ? otherwise : value->AsUint64().value();
  }

 private:
  const JsonValue& json_;
};

// The effective settings of these cases: what LoadGen makes of them where no equal issue is asked for.
record::MlperfEffective EffectiveOf(MlperfScenario scenario, const Settings& settings) {
  record::MlperfEffective effective;
  effective.scenario = scenario;
  effective.min_duration_ms = settings.Count("min_duration_ms", 10'000);
  effective.target_duration_ms = effective.min_duration_ms;
  effective.min_query_count = settings.Count("min_query_count", 100);
  effective.performance_sample_count = 50;
  effective.accuracy_sample_count = 100;
  effective.use_token_latencies = settings.Count("use_token_latencies", 0) == 1;
  effective.ttft_latency_ns = settings.Count("server_ttft_latency", 100'000'000);
  effective.tpot_latency_ns = settings.Count("server_tpot_latency", 100'000'000);
  effective.infer_token_latencies = settings.Count("infer_token_latencies", 0) == 1;
  effective.token_latency_scaling_factor = settings.Count("token_latency_scaling_factor", 0);
  if (scenario == MlperfScenario::kSingleStream) {
    effective.target_qps = 1000;
    effective.target_latency_percentile = 0.90;
  } else if (scenario == MlperfScenario::kMultiStream) {
    effective.target_qps = 125;
    effective.samples_per_query = settings.Count("multi_stream_samples_per_query", 8);
  } else if (scenario == MlperfScenario::kServer) {
    effective.target_qps = settings.Number("server_target_qps", 1);
    effective.target_latency_ns = settings.Count("server_target_latency_ns", 100'000'000);
    effective.max_async_queries = 0;
  } else {
    effective.target_qps = settings.Number("offline_expected_qps", 1);
    const double wished = 1.1 * static_cast<double>(effective.min_duration_ms) / 1000 * effective.target_qps;
    effective.samples_per_query = std::max(effective.min_query_count, static_cast<std::uint64_t>(wished));
    effective.min_query_count = 1;
    effective.target_duration_ms = 0;
  }
  effective.min_sample_count = effective.min_query_count * effective.samples_per_query;
  return effective;
}

MlperfMeasured MeasuredOf(const Columns& columns, const Settings& settings) {
  MlperfMeasured measured;
  measured.sut_name = "SynthSUT";
  measured.queries = settings.Count("queries_issued", 0);
  measured.latency_ns = stats::OneBlock(columns.latency);
  measured.query_latency_ns = stats::OneBlock(columns.query);
  measured.first_token_ns = stats::OneBlock(columns.first);
  measured.per_token_ns = stats::OneBlock(columns.each);
  for (const std::int64_t tokens : columns.tokens) measured.token_count += static_cast<std::uint64_t>(tokens);
  measured.final_scheduled_s = settings.Number("final_sched", 0);
  measured.final_issued_s = settings.Number("final_issued", 0);
  measured.final_done_s = settings.Number("final_done", 0);
  measured.max_latency_s = settings.Number("max_latency", 0);
  return measured;
}

// Values equal as JSON, keys in the same order.
void ExpectDetail(const JsonValue& expected, const record::MlperfEntries& entries, const std::string& name) {
  const auto members = expected.members();
  ASSERT_EQ(members.size(), entries.size()) << name;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(members[i].key, entries[i].first) << name;
    std::string found, wanted;
    record::AppendMlperfValue(found, entries[i].second);
    const auto value = base::ReadJson(found, name);
    ASSERT_TRUE(value) << name << " " << entries[i].first << ": " << found;
    found.clear();
    base::JsonWriter found_writer(found), wanted_writer(wanted);
    value->WriteTo(found_writer);
    members[i].value.WriteTo(wanted_writer);
    if (value->AsDouble() && members[i].value.AsDouble()) {
      EXPECT_EQ(value->AsDouble(), members[i].value.AsDouble()) << name << " " << entries[i].first;
    } else {
      EXPECT_EQ(found, wanted) << name << " " << entries[i].first;
    }
  }
}

void ExpectCase(const JsonValue& golden) {
  const std::string name(golden.Find("name")->AsString().value());
  const JsonValue& generators = *golden.Find("latency_gen");
  const Columns columns{Generate(generators.Find("L")), Generate(generators.Find("Q")), Generate(generators.Find("ttft")),
                        Generate(generators.Find("tpot")), Generate(generators.Find("ntok"))};
  const Settings settings(*golden.Find("settings"));
  const auto scenario = record::ParseMlperfScenario(*golden.Find("settings")->Find("scenario")->AsString());
  ASSERT_TRUE(scenario) << name;
  const auto summary = SummarizeLatencies(MeasuredOf(columns, settings), EffectiveOf(*scenario, settings));
  ASSERT_TRUE(summary) << name << ": " << summary.error().what;
  const std::string text = record::FormatMlperfSummary(*summary) + record::FormatMlperfCounts({});
  EXPECT_EQ(text, golden.Find("summary")->AsString()) << name;
  ExpectDetail(*golden.Find("detail"), record::ResultEntries(*summary, 0), name);

  const auto read = record::ReadMlperfSummary(text, name);
  ASSERT_TRUE(read) << name;
  EXPECT_EQ(read->Find("Result is"), summary->Valid() ? "VALID" : "INVALID");
  EXPECT_EQ(read->Find("min_query_count"), std::to_string(summary->settings.min_query_count));
}

TEST(MlperfSummary, EqualsLoadGenByteForByte) {
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(ASSAY_GOLDEN_DIR) + "/loadgen/summaries")) {
    std::ifstream file(entry.path());
    std::stringstream bytes;
    bytes << file.rdbuf();
    const auto golden = base::ReadJson(bytes.str(), entry.path().string());
    ASSERT_TRUE(golden) << golden.error().what;
    ExpectCase(*golden);
    ++checked;
  }
  EXPECT_EQ(checked, 50);
}

// One query: (n - 1) / 0 s. The official program prints -nan in both files; the summary keeps its word, the detail log
// stays JSON.
TEST(MlperfSummary, OneServerQueryHasNoScheduledRate) {
  const std::vector<std::int64_t> latency = {13'329};
  MlperfMeasured measured;
  measured.queries = 1;
  measured.latency_ns = stats::OneBlock(latency);
  measured.final_done_s = 13'329e-9;
  record::MlperfEffective settings;
  settings.scenario = MlperfScenario::kServer;
  const auto summary = SummarizeLatencies(measured, settings);
  ASSERT_TRUE(summary);
  EXPECT_NE(record::FormatMlperfSummary(*summary).find("Scheduled samples per second : -nan\n"), std::string::npos);
  std::string line;
  for (const auto& [key, value] : record::ResultEntries(*summary, 0)) {
    if (key == "result_scheduled_samples_per_sec") record::AppendMlperfLine(line, {.key = key, .value = value});
  }
  EXPECT_TRUE(base::ReadJson(line.substr(line.find('{')), "line")) << line;
  EXPECT_NE(line.find("\"value\": null"), std::string::npos);
}

// A token time below 0 (one-token answers as the official program counts them) has the mean that it prints: the sum
// divided as an unsigned number. 2^64 - 4 over 2 is 2^63 - 2.
TEST(MlperfSummary, NegativeMeanIsTheOfficialOne) {
  const std::vector<std::int64_t> latency = {10, 10}, each = {-2, -2};
  MlperfMeasured measured;
  measured.queries = 2;
  measured.latency_ns = stats::OneBlock(latency);
  measured.first_token_ns = stats::OneBlock(latency);
  measured.per_token_ns = stats::OneBlock(each);
  measured.final_scheduled_s = measured.final_issued_s = measured.final_done_s = 1;
  record::MlperfEffective settings;
  settings.scenario = MlperfScenario::kServer;
  settings.use_token_latencies = true;
  const auto summary = SummarizeLatencies(measured, settings);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->per_token->mean_ns, 9223372036854775806);
}

TEST(MlperfSummary, NothingMeasuredIsAnError) {
  EXPECT_EQ(SummarizeLatencies({}, {}).error().code, ErrorCode::kEmpty);
  MlperfMeasured empty;
  empty.latency_ns = stats::OneBlock({});
  EXPECT_EQ(SummarizeLatencies(empty, {}).error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::verdict
