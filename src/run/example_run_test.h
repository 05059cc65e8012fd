// SPDX-License-Identifier: Apache-2.0
// Small runs made by hand, for tests: a spec, records whose times are known, answers whose counts are known.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "record/run_record.h"
#include "run/evaluation.h"
#include "run/quality.h"
#include "spec/read_spec.h"

namespace assay::run {

// A folder of the test's own, empty at the start and removed at the end.
class TestFolder {
 public:
  TestFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = testing::TempDir() + "assay_" + test->test_suite_name() + "_" + test->name();
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  std::string In(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A binary task with two systems under one Server load; `more` is further YAML at the top level.
inline std::string ExampleSpecText(const std::string& more) {
  return "assay: spec/1\n"
         "task: {name: example, kind: binary, positive: \"1\"}\n"
         "data: {main: {path: cases.csv, id: id, label: y}, output: {score: \"probabilities[1]\"}}\n"
         "systems:\n"
         "  - {id: a, executor: synthetic}\n"
         "  - {id: b, executor: synthetic, baseline: a}\n"
         "traffic:\n"
         "  - {name: online, scenario: Server, rate: 100/s, duration: 40ms, min_queries: 4,\n"
         "     latency: {percentile: 0.5, at_most: 10ms}, shared_cores: declared}\n" +
         more;
}

inline spec::Spec ReadExample(const std::string& more) {
  auto spec = spec::ReadSpecText(ExampleSpecText(more), "example.yaml", {});
  if (spec) return *std::move(spec);
  for (const Error& error : spec.error()) ADD_FAILURE() << error.what;
  return {};
}

// One query each 10 ms, issued when due and answered after `latencies_ns`; sample i asks case i.
inline record::RunRecord ExampleRecord(const std::vector<std::int64_t>& latencies_ns) {
  record::RunRecord record;
  for (std::size_t i = 0; i < latencies_ns.size(); ++i) {
    const auto due = static_cast<std::int64_t>(i) * 10'000'000;
    record.due_ns.push_back(due);
    record.issued_ns.push_back(due);
    record.issue_returned_ns.push_back(due);
    record.sample_index.push_back(i);
    record.done_ns.push_back(due + latencies_ns[i]);
    record.first_token_ns.push_back(-1);
    record.tokens.push_back(0);
    record.status.push_back(SampleStatus::kOk);
    record.error.push_back(0);
    record.end_ns = due + latencies_ns[i];
  }
  record.end = record::EndState::kComplete;
  return record;
}

// A VALID load cell with nothing measured yet.
inline CellResult ExampleCell(const std::string& system, std::uint64_t repeat,
                              const std::vector<std::int64_t>& latencies_ns) {
  CellResult cell;
  cell.context.cell = {system, "online", repeat};
  cell.context.scenario = "Server";
  cell.context.executor.model_sha256 = "the same bytes";
  cell.context.executor.precision = "fp32";
  cell.end = record::EndState::kComplete;
  cell.verdict.valid = true;
  cell.run = std::make_shared<const metric::RunColumns>(ExampleRecord(latencies_ns));
  return cell;
}

inline CellResult ExampleAccuracyCell(const std::string& system) {
  CellResult cell = ExampleCell(system, 1, {1'000'000});
  cell.context.cell.traffic = kAccuracyTraffic;
  cell.context.accuracy = true;
  return cell;
}

// `count` cases with one label and one score.
struct CaseGroup {
  std::int32_t label;
  double score;
  int count;
};

// Binary answers, decided at 0.5.
inline ScoredCases ExampleCases(const std::vector<CaseGroup>& groups) {
  ScoredCases cases;
  cases.classes = {"0", "1"};
  for (const CaseGroup& group : groups) {
    for (int i = 0; i < group.count; ++i) {
      cases.ids.push_back("case " + std::to_string(cases.ids.size()));
      cases.label.push_back(group.label);
      cases.score.push_back(group.score);
      cases.predicted.push_back(group.score >= 0.5 ? 1 : 0);
    }
  }
  return cases;
}

// The quality of a system whose accuracy pass is VALID and complete, measured.
inline QualityResult ExampleQuality(const spec::Spec& spec, const std::string& system,
                                    const std::vector<CaseGroup>& groups) {
  QualityResult quality{.system = system, .split = "main", .cases = ExampleCases(groups), .complete = true};
  EXPECT_TRUE(DecideQuality(spec, quality).has_value());
  EXPECT_TRUE(MeasureQuality(spec, quality, nullptr, {}).has_value());
  return quality;
}

}  // namespace assay::run
