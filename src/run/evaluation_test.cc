// SPDX-License-Identifier: Apache-2.0
#include "run/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/file.h"
#include "record/record_writer.h"
#include "report/report_format.h"
#include "run/build_report.h"
#include "run/example_run_test.h"
#include "spec/resolved_yaml.h"

namespace assay::run {
namespace {

constexpr std::int64_t kMs = 1'000'000;

// A run directory written with the writers that a run uses.
class EvaluateRunTest : public testing::Test {
 protected:
  void Write(const std::string& more = "") {
    spec_ = ReadExample(more);
    ASSERT_TRUE(base::WriteFileAtomically(folder_.In("resolved.yaml"), spec::ResolvedYaml(spec_)).has_value());
    system_.judged_split = "main";
    system_.splits = {{.name = "main", .path = "cases.csv", .sha256 = "00", .n = 4, .positives = 2,
                       .classes = {"0", "1"}, .disjointness = ""}};
    ASSERT_TRUE(WriteSystemFile(system_, folder_.path()).has_value());
  }

  CellContext Context(const CellPath& cell, std::size_t queries) {
    CellContext context;
    context.cell = cell;
    context.task = "example";
    context.accuracy = cell.traffic == kAccuracyTraffic;
    context.scenario = context.accuracy ? "Offline" : "Server";
    context.split = "main";
    context.planned_queries = queries;
    context.min_query_count = queries;
    context.executor.name = "synthetic";
    return context;
  }

  // `ended` = false leaves the end block out, as a kill does.
  void AddRecord(const CellPath& cell, const std::vector<std::int64_t>& latencies_ns, bool ended = true) {
    std::filesystem::create_directories(cell.In(folder_.path()));
    auto sink = record::OpenFileSink(cell.In(folder_.path()) + "/record.assay");
    ASSERT_TRUE(sink.has_value());
    auto writer = record::RecordWriter::Create(*std::move(sink), {ToJson(Context(cell, latencies_ns.size())), 1, 0});
    ASSERT_TRUE(writer.has_value());
    const record::RunRecord record = ExampleRecord(latencies_ns);
    ASSERT_TRUE((*writer)->Append(record::IssuedBlock{0, record.due_ns, record.issued_ns, record.issue_returned_ns,
                                                      record.sample_index}).has_value());
    ASSERT_TRUE((*writer)->Append(record::DoneBlock{record.sample_index, record.done_ns, record.first_token_ns,
                                                    record.tokens, record.status, record.error, {}, {}}).has_value());
    if (ended) {
      ASSERT_TRUE((*writer)->End({.end_ns = record.end_ns}).has_value());
    }
  }

  // Case i has the label of `labels` and was answered with class "1" where `answers` says so.
  void AddCases(const CellPath& cell, const std::vector<std::int64_t>& latencies_ns, const std::string& labels,
                const std::string& answers) {
    std::vector<record::CaseLine> lines;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      record::CaseLine& line = lines.emplace_back();
      line.sample = line.index = i;
      line.id = "case " + std::to_string(i);
      line.label = std::string(1, labels[i]);
      line.predicted = std::string(1, answers[i]);
      line.score = answers[i] == '1' ? 0.9 : 0.1;
      line.correct = labels[i] == answers[i];
      line.latency_ns = latencies_ns[i];
      if (cell.traffic != kAccuracyTraffic) line.slow = latencies_ns[i] > 10 * kMs;
    }
    ASSERT_TRUE(record::WriteCases(cell.In(folder_.path()) + "/cases.jsonl", lines).has_value());
  }

  // Four queries; the second and the fourth are over the bound of 10 ms, the first and the second are wrong.
  void AddLoad(const CellPath& cell = {"a", "online", 1}) {
    const std::vector<std::int64_t> latencies = {4 * kMs, 14 * kMs, 6 * kMs, 12 * kMs};
    AddRecord(cell, latencies);
    AddCases(cell, latencies, "1010", "0110");
  }

  TestFolder folder_;
  spec::Spec spec_;
  SystemFile system_{.created_utc = "2026-01-01 00:00:00 UTC", .program_version = "0", .command = "assay run",
                     .judged_split = "", .warnings = {}};
};

TEST_F(EvaluateRunTest, CrossesSpeedWithCorrectness) {
  Write();
  AddLoad();
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value()) << evaluation.error().at(0).what;
  ASSERT_EQ(evaluation->cells.size(), 1u);
  const CellResult& cell = evaluation->cells[0];
  EXPECT_TRUE(cell.verdict.valid) << (cell.verdict.valid ? "" : cell.verdict.invalid_reasons.at(0));
  ASSERT_TRUE(cell.slow_wrong.has_value());
  EXPECT_EQ(cell.slow_wrong->limit_ns, 1e7);
  EXPECT_EQ(cell.slow_wrong->fast_wrong, 1u);  // 4 ms, wrong
  EXPECT_EQ(cell.slow_wrong->slow_wrong, 1u);  // 14 ms, wrong
  EXPECT_EQ(cell.slow_wrong->fast_right, 1u);  // 6 ms, right
  EXPECT_EQ(cell.slow_wrong->slow_right, 1u);  // 12 ms, right
  EXPECT_EQ(cell.slow_wrong->unscored, 0u);
}

TEST_F(EvaluateRunTest, ThePercentileCurveRisesInBothAxes) {
  Write();
  AddLoad();
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value());
  const std::vector<CurvePoint>& curve = evaluation->cells.at(0).curve;
  ASSERT_GE(curve.size(), 2u);
  EXPECT_LE(curve.size(), 201u);
  EXPECT_EQ(curve.front().percentile, 0);
  EXPECT_EQ(curve.front().latency_ns, 4e6);  // the least
  EXPECT_EQ(curve.back().latency_ns, 14e6);  // the greatest: 0.9999 of 4 is the last
  EXPECT_LT(curve.back().percentile, 1);
  for (std::size_t i = 1; i < curve.size(); ++i) {
    EXPECT_GT(curve[i].percentile, curve[i - 1].percentile);
    EXPECT_GE(curve[i].latency_ns, curve[i - 1].latency_ns);
  }
}

// The record issues each query when it is due.
TEST_F(EvaluateRunTest, LatenessCountsFromTheDueTime) {
  Write();
  AddLoad();
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value());
  const CellResult& cell = evaluation->cells.at(0);
  ASSERT_EQ(cell.lateness.size(), 4u);
  EXPECT_EQ(cell.lateness.back().metric, "issue_lateness_max");
  for (const Measurement& measurement : cell.lateness) {
    EXPECT_EQ(measurement.value, 0.0) << measurement.metric;
    EXPECT_EQ(measurement.n, 4u);
  }
  EXPECT_EQ(cell.lateness_limit_ns, 1e6);  // a tenth of the bound of 10 ms
}

TEST_F(EvaluateRunTest, WithoutClaimsTheWordIsThatOfTheRuns) {
  Write();
  AddLoad();
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value());
  EXPECT_EQ(evaluation->word, "VALID");
  EXPECT_EQ(evaluation->exit_code, 0);
  EXPECT_EQ(evaluation->cells[0].qualification, "unqualified: accuracy not shown");
}

TEST_F(EvaluateRunTest, TheAccuracyPassIsScoredAndQualifiesTheLoad) {
  Write("scoring: {primary: accuracy}\n");
  AddLoad();
  AddRecord({"a", kAccuracyTraffic, 1}, {kMs, kMs, kMs, kMs});
  AddCases({"a", kAccuracyTraffic, 1}, {kMs, kMs, kMs, kMs}, "1010", "1000");
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value()) << evaluation.error().at(0).what;
  ASSERT_EQ(evaluation->quality.size(), 1u);
  const QualityResult& quality = evaluation->quality[0];
  EXPECT_TRUE(quality.complete);
  const auto accuracy = std::ranges::find(quality.measurements, "accuracy", &Measurement::metric);
  ASSERT_NE(accuracy, quality.measurements.end());
  EXPECT_EQ(accuracy->value, 0.75);  // three of four
  for (const CellResult& cell : evaluation->cells) EXPECT_EQ(cell.qualification, "") << cell.context.cell.Relative();
}

TEST_F(EvaluateRunTest, ARecordWithoutItsEndIsInterrupted) {
  Write();
  AddRecord({"a", "online", 1}, {kMs, kMs, kMs, kMs}, false);
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value()) << evaluation.error().at(0).what;
  EXPECT_EQ(evaluation->cells.at(0).end, record::EndState::kInterrupted);
  EXPECT_EQ(evaluation->word, "INVALID");
  EXPECT_EQ(evaluation->exit_code, 1);
  EXPECT_NE(evaluation->sentence.find("cut short"), std::string::npos);
}

// One claim passes on the half that ran: the whole is INVALID all the same.
TEST_F(EvaluateRunTest, ACellThatNeverStartedMakesTheRunInvalid) {
  system_.planned_cells = {"a/online/1", "b/online/1"};
  Write("claims: [{id: c, metric: recall, for: {system: a}, bound: \">= 0.5\", primary: true}]\n");
  AddLoad();
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value());
  EXPECT_EQ(evaluation->missing_cells, std::vector<std::string>{"b/online/1"});
  EXPECT_EQ(evaluation->word, "INVALID");
  EXPECT_EQ(evaluation->exit_code, 1);  // not 8, though the claim has no evidence
}

TEST_F(EvaluateRunTest, CasesThatWereRemovedMakeTheRunInvalid) {
  Write();
  AddRecord({"a", "online", 1}, {kMs, kMs, kMs, kMs});
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_TRUE(evaluation.has_value());
  EXPECT_FALSE(evaluation->cells.at(0).verdict.valid);
  EXPECT_NE(evaluation->cells.at(0).verdict.invalid_reasons.at(0).find("cases.jsonl isn't there"), std::string::npos);
}

TEST_F(EvaluateRunTest, ADamagedRecordIsCorrupt) {
  Write();
  AddLoad();
  const std::string path = folder_.In("a/online/1/record.assay");
  std::string bytes = *base::ReadFile(path);
  const std::string header = ToJson(Context({"a", "online", 1}, 4));
  const std::size_t after = bytes.find(header) + header.size() + 40;  // in the block of the issued queries
  ASSERT_LT(after, bytes.size());
  bytes[after] = static_cast<char>(bytes[after] ^ 1);
  ASSERT_TRUE(base::WriteFileAtomically(path, bytes).has_value());
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_FALSE(evaluation.has_value());
  EXPECT_EQ(evaluation.error().at(0).code, ErrorCode::kCorrupt);
}

TEST_F(EvaluateRunTest, ASpecOfTheRunThatDoesNotReadIsCorrupt) {
  Write();
  AddLoad();
  std::ofstream(folder_.In("resolved.yaml")) << "assay: spec/1\ntask: [\n";
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_FALSE(evaluation.has_value());
  for (const Error& error : evaluation.error()) EXPECT_EQ(error.code, ErrorCode::kCorrupt) << error.what;
}

TEST_F(EvaluateRunTest, ACellInAnothersPlaceIsRefused) {
  Write();
  AddLoad();
  std::filesystem::create_directories(folder_.In("b/online"));
  std::filesystem::copy(folder_.In("a/online/1"), folder_.In("b/online/1"));
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_FALSE(evaluation.has_value());
  EXPECT_EQ(evaluation.error().at(0).code, ErrorCode::kMismatch);
  EXPECT_NE(evaluation.error().at(0).what.find("a/online/1, found in b/online/1"), std::string::npos);
}

TEST_F(EvaluateRunTest, ACellThatTheSpecLacksIsRefused) {
  Write();
  AddLoad({"a", "offpeak", 1});
  const auto evaluation = EvaluateRun(folder_.path());
  ASSERT_FALSE(evaluation.has_value());
  EXPECT_EQ(evaluation.error().at(0).code, ErrorCode::kMismatch);
}

TEST_F(EvaluateRunTest, ADirectoryWithoutCellsIsRefused) {
  Write();
  EXPECT_EQ(EvaluateRun(folder_.path()).error().at(0).code, ErrorCode::kBadRecord);
  EXPECT_FALSE(EvaluateRun(folder_.In("nothing")).has_value());
}

TEST_F(EvaluateRunTest, TheSameFilesGiveTheSameBytes) {
  Write("scoring: {primary: accuracy}\n");
  AddLoad();
  AddRecord({"a", kAccuracyTraffic, 1}, {kMs, kMs, kMs, kMs});
  AddCases({"a", kAccuracyTraffic, 1}, {kMs, kMs, kMs, kMs}, "1010", "1000");
  const auto one = EvaluateRun(folder_.path());
  ASSERT_TRUE(one.has_value());
  ASSERT_TRUE(WriteEvaluation(*one).has_value());  // its files must not change the next evaluation
  const auto two = EvaluateRun(folder_.path());
  ASSERT_TRUE(two.has_value());
  EXPECT_EQ(VerdictJson(*one), VerdictJson(*two));
  EXPECT_EQ(VerdictJson(*one), *base::ReadFile(folder_.In("verdict.json")));
  for (const char* format : {"text", "json", "html", "markdown"}) {
    const ReportFormatInfo* found = FindReportFormat(format);
    ASSERT_NE(found, nullptr) << format;
    EXPECT_EQ(found->render(BuildReport(*one), {}), found->render(BuildReport(*two), {})) << format;
  }
}

}  // namespace
}  // namespace assay::run
