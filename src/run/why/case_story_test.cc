// SPDX-License-Identifier: Apache-2.0
#include "run/why/case_story.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/system_clock.h"
#include "base/file.h"
#include "record/record_writer.h"
#include "run/example_run_test.h"
#include "run/opened_data.h"
#include "spec/resolved_yaml.h"

namespace assay::run {
namespace {

// 40 cases: age 20 to 59, kind a or b, the label is age >= 40; case 41 (age 41) and its like in kind b were answered 0.
class CaseStoryTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string csv = "id,y,age,kind\n";
    std::vector<record::CaseLine> lines;
    for (int i = 0; i < 40; ++i) {
      const int age = 20 + i, label = age >= 40 ? 1 : 0;
      const bool wrong = age >= 40 && age < 44 && i % 2 == 1;
      csv += "p" + std::to_string(age) + "," + std::to_string(label) + "," + std::to_string(age) + "," + (i % 2 == 1 ? "b" : "a") + "\n";
      record::CaseLine& line = lines.emplace_back();
      line.sample = line.index = static_cast<std::uint64_t>(i);
      line.id = "p" + std::to_string(age);
      line.label = std::to_string(label);
      line.score = (label == 1) != wrong ? 0.9 : 0.1;
      line.predicted = *line.score >= 0.5 ? "1" : "0";
      line.correct = !wrong;
      line.latency_ns = 1'000'000;
    }
    spec::Spec spec = ReadExample("slices: {declared: [\"age >= 50\", kind]}\nscoring: {report: [accuracy]}\n");
    spec.file = folder_.In("spec.yaml");
    ASSERT_TRUE(base::WriteFileAtomically(folder_.In("cases.csv"), csv).has_value());
    ASSERT_TRUE(base::WriteFileAtomically(spec.file, spec.text).has_value());
    ASSERT_TRUE(base::WriteFileAtomically(folder_.In("resolved.yaml"), spec::ResolvedYaml(spec)).has_value());
    const auto data = OpenData(spec);
    ASSERT_TRUE(data.has_value()) << data.error().front().what;
    SystemFile system;
    system.judged_split = "main";
    system.splits = data->facts;
    ASSERT_TRUE(WriteSystemFile(system, folder_.path()).has_value());
    WriteCell({"a", std::string(kAccuracyTraffic), 1}, lines);
  }

  void WriteCell(const CellPath& cell, const std::vector<record::CaseLine>& lines) {
    CellContext context;
    context.cell = cell, context.task = "example", context.accuracy = true, context.scenario = "Offline";
    context.split = "main", context.planned_queries = context.min_query_count = lines.size();
    context.executor.name = "synthetic";
    std::filesystem::create_directories(cell.In(folder_.path()));
    auto sink = record::OpenFileSink(cell.In(folder_.path()) + "/record.assay");
    ASSERT_TRUE(sink.has_value());
    auto writer = record::RecordWriter::Create(*std::move(sink), {ToJson(context), 1, 0});
    ASSERT_TRUE(writer.has_value());
    const record::RunRecord record = ExampleRecord(std::vector<std::int64_t>(lines.size(), 1'000'000));
    ASSERT_TRUE((*writer)->Append(record::IssuedBlock{0, record.due_ns, record.issued_ns, record.issue_returned_ns,
                                                      record.sample_index}).has_value());
    ASSERT_TRUE((*writer)->Append(record::DoneBlock{record.sample_index, record.done_ns, record.first_token_ns,
                                                    record.tokens, record.status, record.error, {}, {}}).has_value());
    ASSERT_TRUE((*writer)->End({.end_ns = record.end_ns}).has_value());
    ASSERT_TRUE(record::WriteCases(cell.In(folder_.path()) + "/cases.jsonl", lines).has_value());
  }

  CaseStoryOptions Options() const { return {.spec_path = folder_.In("spec.yaml"), .threshold = {}, .ask_model = false}; }

  Results<CaseStory> Tell(const std::string& id) { return TellCase(folder_.path(), id, Options(), clock_); }

  TestFolder folder_;
  base::SystemClock clock_;
};

TEST_F(CaseStoryTest, TellsInputDecisionAndSlices) {
  const auto story = Tell("p41");
  ASSERT_TRUE(story.has_value()) << story.error().front().what;
  EXPECT_EQ(story->label, "1");
  EXPECT_EQ(story->split, "main");
  const auto age = std::ranges::find(story->columns, "age", &CaseColumn::name);
  ASSERT_NE(age, story->columns.end());
  EXPECT_EQ(age->value, "41");
  EXPECT_NEAR(*age->share_at_most, 22.0 / 40, 1e-12);
  const auto kind = std::ranges::find(story->columns, "kind", &CaseColumn::name);
  EXPECT_NEAR(*kind->share_equal, 0.5, 1e-12);
  ASSERT_EQ(story->decisions.size(), 1u);
  EXPECT_EQ(story->decisions[0].predicted, "0");
  EXPECT_EQ(story->decisions[0].right, false);
  EXPECT_NEAR(*story->overall_error_rate, 2.0 / 40, 1e-12);  // ages 41 and 43
  const auto declared = std::ranges::find(story->slices, true, &CaseSlice::declared);
  ASSERT_NE(declared, story->slices.end());
  EXPECT_EQ(declared->text, "kind = b");
  EXPECT_EQ(declared->errors.errors, 2);
  EXPECT_EQ(declared->errors.rows, 20u);
}

// The other wrong case is p43; near and right are 39 and 40 (the other kind) or 45 and 37.
TEST_F(CaseStoryTest, NeighboursAreTheNearestOfEitherOutcome) {
  const auto story = Tell("p41");
  ASSERT_TRUE(story.has_value());
  ASSERT_EQ(story->wrong.size(), 1u);
  EXPECT_EQ(story->wrong[0].id, "p43");
  ASSERT_EQ(story->right.size(), 3u);
  EXPECT_EQ(story->right[0].id, "p39");
  EXPECT_LE(story->right[0].distance, story->right[1].distance);
  EXPECT_TRUE(std::ranges::none_of(story->right, [](const CaseNeighbour& near) { return near.id == "p41"; }));
}

TEST_F(CaseStoryTest, TextAndJsonSayTheSame) {
  const auto story = Tell("p41");
  ASSERT_TRUE(story.has_value());
  const std::string text = CaseText(*story, {.width = 100}), json = CaseJson(*story);
  for (const char* part : {"p41", "kind = b", "p43"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
}

TEST_F(CaseStoryTest, AnUnknownCaseIsNamedWithANearOne) {
  const auto story = Tell("p41x");
  ASSERT_FALSE(story.has_value());
  EXPECT_EQ(story.error().front().code, ErrorCode::kBadReference);
  EXPECT_NE(story.error().front().hint.find("did you mean 'p41'?"), std::string::npos) << story.error().front().hint;
}

TEST_F(CaseStoryTest, OtherDataThanTheRunAskedIsAMismatch) {
  ASSERT_TRUE(base::WriteFileAtomically(folder_.In("cases.csv"), "id,y,age,kind\np41,1,41,b\np20,0,20,a\n").has_value());
  EXPECT_EQ(Tell("p41").error().front().code, ErrorCode::kMismatch);
}

}  // namespace
}  // namespace assay::run
