// SPDX-License-Identifier: Apache-2.0
#include "run/pre_run_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "run/affinity.h"
#include "run/example_run_test.h"
#include "run/opened_data.h"
#include "run/plan_text.h"

namespace assay::run {
namespace {

struct NeedCase {
  const char* claim;
  std::optional<std::uint64_t> without_a_miss;
};

// Smallest n with bound^n <= 1 - confidence: log 0.05 / log 0.95 = 58.4; at the operating point half of alpha is left,
// log 0.025 / log 0.95 = 71.9; no n shows a rate of 1.
const NeedCase kNeeds[] = {
    {"{id: c, metric: recall, bound: \">= 0.95\"}", 59},
    {"{id: c, metric: recall, given: operating_point, bound: \">= 0.95\"}", 72},
    {"{id: c, metric: accuracy, bound: \">= 0.5\"}", 5},
    {"{id: c, metric: recall, bound: \">= 1\"}", std::nullopt},
};

OpenedData SixtyPositives() {
  OpenedData data;
  data.judged = "main";
  data.facts = {{.name = "main", .path = "", .sha256 = "", .n = 200, .positives = 60, .classes = {}, .disjointness = ""}};
  return data;
}

TEST(LabelNeeds, CountsWhatAOneSidedClaimTakes) {
  for (const NeedCase& c : kNeeds) {
    const spec::Spec spec = ReadExample(
        "operating_point: {maximize: recall, subject_to: \"precision >= 0.5\", method: fixed_sequence, alpha: 0.05}\n"
        "claims: [" + std::string(c.claim) + "]\n");
    const auto needs = LabelNeeds(spec, SixtyPositives());
    ASSERT_EQ(needs.size(), 1u) << c.claim;
    EXPECT_EQ(needs[0].without_a_miss, c.without_a_miss) << c.claim;
    EXPECT_EQ(needs[0].available, needs[0].cases == "positives" ? 60u : 200u) << c.claim;
  }
}

TEST(LabelNeeds, LeavesOutWhatIsNoShareOfCases) {
  const spec::Spec spec = ReadExample(
      "claims:\n  - {id: a, metric: latency_p99, bound: \"<= 1ms\"}\n"
      "  - {id: b, metric: recall, for: {system: b}, bound: \">= 99% of a\"}\n"
      "  - {id: c, metric: roc_auc, bound: \">= 0.9\"}\n  - {id: d, metric: recall, bound: \">= 0\"}\n");
  EXPECT_TRUE(LabelNeeds(spec, SixtyPositives()).empty());
}

// A spec beside a data file of three positives in five cases, its systems fed by nobody.
class CheckTest : public testing::Test {
 protected:
  spec::Spec Spec(const std::string& more, const std::string& system = "{id: a, executor: \"null\"}",
                  const std::string& data = "{main: {path: cases.csv, id: id, label: y}}") {
    std::ofstream(folder_.In("cases.csv")) << "id,y,x\na,1,1\nb,0,2\nc,1,3\nd,0,4\ne,1,5\n";
    auto spec = spec::ReadSpecText("assay: spec/1\ntask: {name: t, kind: binary, positive: \"1\"}\ndata: " + data +
                                       "\nsystems: [" + system + "]\n" + more,
                                   folder_.In("spec.yaml"), {});
    if (spec) return *std::move(spec);
    for (const Error& error : spec.error()) ADD_FAILURE() << error.what;
    return {};
  }
  TestFolder folder_;
};

TEST_F(CheckTest, WarnsOfAClaimThatCanNotPass) {
  const auto warnings = CheckBeforeRun(Spec("claims: [{id: c, metric: recall, bound: \">= 0.95\"}]\n"));
  ASSERT_TRUE(warnings.has_value()) << warnings.error().at(0).what;
  ASSERT_EQ(warnings->size(), 1u);
  EXPECT_EQ(warnings->at(0).what, "claim c can't PASS with 3 positives: even without a miss it takes 59");
}

TEST_F(CheckTest, WarnsOfSharedCoresUnlessDeclared) {
  const std::string core = std::to_string(*ParseCores("")->begin());
  const std::string system = "{id: a, executor: \"null\", cores: \"" + core + "\"}";
  const std::string load = "traffic: [{name: l, scenario: Server, rate: 10/s, duration: 1s, cores: \"" + core + "\"";
  const auto warned = CheckBeforeRun(Spec(load + "}]\n", system));
  ASSERT_TRUE(warned.has_value()) << warned.error().at(0).what;
  ASSERT_EQ(warned->size(), 1u);
  EXPECT_EQ(warned->at(0).code, ErrorCode::kHostUnfit);
  const auto declared = CheckBeforeRun(Spec(load + ", shared_cores: declared}]\n", system));
  ASSERT_TRUE(declared.has_value());
  EXPECT_TRUE(declared->empty());
}

TEST_F(CheckTest, RefusesACoreThatIsNotThereBeforeAnythingRuns) {
  const auto checked = CheckBeforeRun(Spec("", "{id: a, executor: \"null\", cores: \"1000\"}"));
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error().at(0).code, ErrorCode::kOutOfRange);
  EXPECT_EQ(checked.error().at(0).where.at(0).path, "systems.a.cores");
  EXPECT_EQ(checked.error().at(0).where.at(0).line, 4);
}

TEST_F(CheckTest, OpensTheDataByItsName) {
  const auto data = OpenData(Spec(""));
  ASSERT_TRUE(data.has_value()) << data.error().at(0).what;
  ASSERT_EQ(data->facts.size(), 1u);
  EXPECT_EQ(data->facts[0].n, 5u);
  EXPECT_EQ(data->facts[0].positives, 3u);
  EXPECT_EQ(data->judged, "main");
  EXPECT_EQ(data->facts[0].sha256.size(), 64u);
}

TEST_F(CheckTest, RefusesAnotherFileThanTheOneStated) {
  const auto data = OpenData(Spec("", "{id: a, executor: \"null\"}",
                                  "{main: {path: cases.csv, id: id, label: y, sha256: \"" + std::string(64, '0') + "\"}}"));
  ASSERT_FALSE(data.has_value());
  EXPECT_EQ(data.error().at(0).code, ErrorCode::kMismatch);
}

TEST_F(CheckTest, RefusesSplitsThatShareCases) {
  const auto data = OpenData(Spec("", "{id: a, executor: \"null\"}",
                                  "{tune: {path: cases.csv, id: id, label: y}, "
                                  "certify: {path: cases.csv, id: id, label: y, disjoint_by: [id]}}"));
  ASSERT_FALSE(data.has_value());
  EXPECT_EQ(data.error().at(0).code, ErrorCode::kOverlap);
}

TEST_F(CheckTest, RefusesAFormatThatItCanNotTell) {
  std::ofstream(folder_.In("cases.c")) << "id,y\na,1\nb,0\n";
  const auto data = OpenData(Spec("", "{id: a, executor: \"null\"}", "{main: {path: cases.c, id: id, label: y}}"));
  ASSERT_FALSE(data.has_value());
  EXPECT_EQ(data.error().at(0).code, ErrorCode::kUnknownName);
  EXPECT_EQ(data.error().at(0).where.at(0).line, 3);
}

// A closed loop goes on until its minima are met; an Offline query of 1.1 x 10 s x 100/s takes 11 s at that rate.
TEST_F(CheckTest, PlansTheTimeOfEachKindOfLoad) {
  const auto plan = PlanOf(Spec(
      "traffic:\n"
      "  - {name: single, scenario: SingleStream, duration: 10s, expected_latency: 1ms}\n"
      "  - {name: long, scenario: SingleStream, duration: 1s, min_queries: 500, expected_latency: 10ms}\n"
      "  - {name: offline, scenario: Offline, duration: 10s, expected_rate: 100/s}\n"));
  ASSERT_TRUE(plan.has_value()) << plan.error().at(0).what;
  ASSERT_EQ(plan->loads.size(), 3u);
  EXPECT_NEAR(*plan->loads[0].expected_seconds, 10, 1e-9);
  EXPECT_NEAR(*plan->loads[1].expected_seconds, 5, 1e-9);
  EXPECT_NEAR(*plan->loads[2].expected_seconds, 11, 1e-9);
  EXPECT_NE(PlanText(*plan).find("expected: 26.0 s of load"), std::string::npos) << PlanText(*plan);
}

}  // namespace
}  // namespace assay::run
