// SPDX-License-Identifier: Apache-2.0
// Intervals and tests of proportions against reference values from statsmodels and scipy, and their
// properties.
#include "stats/proportion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stats/clopper_pearson.h"
#include "stats/mcnemar.h"
#include "stats/normal_quantile.h"
#include "stats/wilson_interval.h"

namespace assay::stats {
namespace {

// Cases of one function from tests/golden/stats/proportion_tests.jsonl; each line names the library
// it comes from.
std::vector<nlohmann::json> Golden(const std::string& function) {
  std::vector<nlohmann::json> cases;
  std::ifstream file(ASSAY_GOLDEN_DIR "/stats/proportion_tests.jsonl");
  for (std::string line; std::getline(file, line);) {
    auto c = nlohmann::json::parse(line);
    if (c.at("fn") == function) cases.push_back(c);
  }
  return cases;
}

void ExpectClose(double value, double right, const nlohmann::json& c) {
  EXPECT_NEAR(value, right, 1e-9 * std::max(std::abs(right), 1e-3)) << c.at("id");
}

TEST(Proportion, TwoSidedIntervalsEqualTheReference) {
  const auto cases = Golden("proportion_ci");
  ASSERT_EQ(cases.size(), 51u);
  for (const auto& c : cases) {
    const auto k = c.at("in").at("k").get<std::uint64_t>();
    const auto n = c.at("in").at("n").get<std::uint64_t>();
    const double level = 1 - c.at("params").at("alpha").get<double>();
    const auto wilson = WilsonInterval(k, n, level);
    ASSERT_TRUE(wilson.has_value());
    ExpectClose(wilson->low, c.at("expected").at("wilson")[0], c);
    ExpectClose(wilson->high, c.at("expected").at("wilson")[1], c);
    const auto exact = ClopperPearsonInterval(k, n, level);
    ASSERT_TRUE(exact.has_value());
    ExpectClose(exact->low, c.at("expected").at("beta")[0], c);
    ExpectClose(exact->high, c.at("expected").at("beta")[1], c);
    EXPECT_EQ(exact->method, "clopper-pearson");
    EXPECT_EQ(wilson->level, level);
  }
}

TEST(Proportion, OneSidedBoundEqualsTheReferenceAndIsMirrored) {
  const auto cases = Golden("clopper_pearson_one_sided_lower");
  ASSERT_EQ(cases.size(), 17u);
  for (const auto& c : cases) {
    const auto k = c.at("in").at("k").get<std::uint64_t>();
    const auto n = c.at("in").at("n").get<std::uint64_t>();
    const double confidence = 1 - c.at("params").at("alpha").get<double>();
    const double lower = ClopperPearsonLower(k, n, confidence).value();
    ExpectClose(lower, c.at("expected"), c);
    EXPECT_NEAR(ClopperPearsonUpper(n - k, n, confidence).value(), 1 - lower, 1e-12);
  }
}

TEST(Proportion, McNemarEqualsTheReference) {
  const auto cases = Golden("mcnemar");
  ASSERT_EQ(cases.size(), 7u);
  for (const auto& c : cases) {
    const McNemar test = McNemarTest(c.at("in").at("b").get<std::uint64_t>(),
                                     c.at("in").at("c").get<std::uint64_t>());
    ExpectClose(test.exact, c.at("expected").at("exact").at("value"), c);
    ExpectClose(test.mid_p, c.at("expected").at("midp"), c);
  }
}

TEST(Proportion, IntervalsHoldTheRateAndNest) {
  for (std::uint64_t n = 1; n <= 40; ++n) {
    for (std::uint64_t k = 0; k <= n; ++k) {
      const double rate = static_cast<double>(k) / static_cast<double>(n);
      const auto wilson = WilsonInterval(k, n, 0.9).value();
      const auto mirrored = WilsonInterval(n - k, n, 0.9).value();
      const auto exact = ClopperPearsonInterval(k, n, 0.9).value();
      EXPECT_LE(wilson.low, rate);
      EXPECT_GE(wilson.high, rate);
      EXPECT_LT(wilson.low, wilson.high);
      EXPECT_NEAR(wilson.low, 1 - mirrored.high, 1e-12);
      EXPECT_LE(exact.low, rate);
      EXPECT_GE(exact.high, rate);
      // The one-sided bound at 95 % is the end of the two-sided 90 % interval.
      EXPECT_NEAR(exact.low, ClopperPearsonLower(k, n, 0.95).value(), 1e-12);
    }
  }
}

TEST(Proportion, RefusesWhatIsNotAProportion) {
  EXPECT_EQ(WilsonInterval(0, 0, 0.95).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(WilsonInterval(1, 3, 1.0).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(WilsonInterval(4, 3, 0.95).error().what,
            "expected successes between 0 and the 3 trials, found 4");
  EXPECT_EQ(ClopperPearsonInterval(0, 0, 0.95).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(ClopperPearsonLower(1, 2, 0).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(ClopperPearsonUpper(1, 2, std::nan("")).error().code, ErrorCode::kOutOfRange);
}

TEST(NormalQuantile, EqualsTheReference) {
  // Right values: mpmath 1.3.0 at 40 digits, sqrt(2) erfinv(2p - 1), p taken as the double it is.
  EXPECT_NEAR(NormalQuantile(0.975), 1.9599639845400539, 1e-14);
  EXPECT_NEAR(NormalQuantile(0.95), 1.6448536269514722, 1e-14);
  EXPECT_NEAR(NormalQuantile(1e-10), -6.3613409024040562, 1e-13);
  EXPECT_EQ(NormalQuantile(0.5), 0);
  EXPECT_TRUE(std::isinf(NormalQuantile(1)));
  EXPECT_TRUE(std::isnan(NormalQuantile(1.5)));
}

}  // namespace
}  // namespace assay::stats
