// SPDX-License-Identifier: Apache-2.0
#include "run/judging/run_look.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "run/claims.h"
#include "run/example_run_test.h"
#include "run/opened_data.h"

namespace assay::run {
namespace {

constexpr char kClaim[] = "claims: [{id: c, metric: recall, for: {system: a}, bound: \">= 0.5\"}]\n";

class RunLookTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(base::WriteFileAtomically(folder_.In("cases.csv"), "id,y\nx,1\nz,0\n").has_value());
  }
  // A look of a run directory of its own.
  Looks Look(const std::string& run, const std::string& more) {
    spec::Spec spec = ReadExample(more);
    spec.file = folder_.In("spec.yaml");
    const auto data = OpenData(spec);
    const std::string directory = folder_.In(run);
    std::filesystem::create_directories(directory);
    EXPECT_TRUE(CountRunLook(folder_.In("looks.log"), spec, *data->judged_split(), directory).has_value());
    const auto looks = ReadRunLook(directory);
    EXPECT_TRUE(looks.has_value());
    return looks ? *looks : Looks{};
  }
  TestFolder folder_;
};

TEST_F(RunLookTest, ARunIsOneLookHoweverOftenItIsJudged) {
  EXPECT_EQ(Look("one", kClaim).count, 1u);
  EXPECT_EQ(Look("one", kClaim).count, 1u);
  EXPECT_EQ(Look("two", kClaim).count, 2u);
  const Looks third = Look("three", kClaim);
  EXPECT_EQ(third.count, 3u);
  EXPECT_EQ(third.questions, 1u);
  EXPECT_FALSE(third.fresh());
  // The same labels whatever file and program they come through.
  EXPECT_EQ(third.set, LabelSetHash(std::vector<std::string>{"z", "x"}, std::vector<std::int32_t>{0, 1}));
}

TEST_F(RunLookTest, WithoutAClaimOnQualityNothingIsCounted) {
  EXPECT_FALSE(Look("load", "claims: [{id: c, metric: latency_p99, bound: \"<= 10ms\"}]\n").counted());
  EXPECT_FALSE(base::FileExists(folder_.In("looks.log")));
}

TEST_F(RunLookTest, FromTheThirdOnVerdictsSaySo) {
  Evaluation evaluation{.spec = ReadExample(kClaim)};
  evaluation.quality = {ExampleQuality(evaluation.spec, "a", {{1, 0.9, 59}, {0, 0.1, 50}})};
  JudgeClaims(evaluation);
  evaluation.looks = {.set = "s", .count = 2, .questions = 1, .note = {}};
  QualifyByLooks(evaluation);
  EXPECT_EQ(evaluation.claims.at(0).qualification, "");
  evaluation.looks.count = 3;
  QualifyByLooks(evaluation);
  EXPECT_EQ(evaluation.claims.at(0).qualification, "no longer fresh: look 3 at these labels");
  EXPECT_EQ(evaluation.claims.at(0).outcome, verdict::Outcome::kPass);
}

TEST_F(RunLookTest, ADamagedFileIsAnError) {
  ASSERT_TRUE(base::WriteFileAtomically(folder_.In("looks.json"), "{\"count\": -1}\n").has_value());
  EXPECT_EQ(ReadRunLook(folder_.path()).error().code, ErrorCode::kBadRecord);
}

}  // namespace
}  // namespace assay::run
