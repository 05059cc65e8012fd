// SPDX-License-Identifier: Apache-2.0
#include "stats/early_stopping.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace assay::stats {
namespace {

TEST(EarlyStopping, MinimaEqualLoadGens) {
  // Right values: LoadGen 6.0.17's table; see tests/golden/loadgen/README.md.
  std::ifstream file(ASSAY_GOLDEN_DIR "/loadgen/early_stopping_min_passing.csv");
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    double percentile = 0;
    unsigned long over = 0, under = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lu,%lu", &percentile, &over, &under), 3) << line;
    EXPECT_EQ(MinPassing(percentile, over).value(), under) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 144);
}

TEST(EarlyStopping, MinimaInAllEqualTheBinomial) {
  // Queries in all for t = 0, 1, 2, 3, from the binomial distribution (scipy), also reported by
  // LoadGen 6.0.17.
  const struct {
    double percentile;
    std::uint64_t all[4];
  } cases[] = {{0.90, {44, 64, 81, 97}},
               {0.95, {90, 130, 165, 198}},
               {0.97, {152, 219, 277, 332}},
               {0.99, {459, 662, 838, 1001}},
               {0.999, {4603, 6636, 8403, 10042}}};
  for (const auto& c : cases) {
    for (std::uint64_t over = 0; over < 4; ++over) {
      EXPECT_EQ(CheckEarlyStopping(c.all[over], over, c.percentile)->queries_needed, c.all[over]);
      EXPECT_TRUE(CheckEarlyStopping(c.all[over], over, c.percentile)->met);
      EXPECT_FALSE(CheckEarlyStopping(c.all[over] - 1, over, c.percentile)->met);
      EXPECT_EQ(CheckEarlyStopping(c.all[over] - 1, over, c.percentile)->queries_more, 1u);
      EXPECT_EQ(MaxOver(c.all[over], c.percentile)->value(), over);
    }
  }
}

TEST(EarlyStopping, EstimatesStartAtTheSecondMinimum) {
  // LoadGen 6.0.17: SingleStream p90 with 63 queries isn't met ("at least 64"), with 64 the
  // estimate is the maximum; MultiStream p99 turns at 662.
  const auto before = EstimateEarlyStopping(63, 0.90).value();
  EXPECT_FALSE(before.met);
  EXPECT_FALSE(before.index.has_value());
  EXPECT_EQ(before.queries_needed, 64u);
  const auto after = EstimateEarlyStopping(64, 0.90).value();
  EXPECT_TRUE(after.met);
  EXPECT_EQ(after.t, 1u);
  EXPECT_EQ(after.index.value(), 63u);
  EXPECT_FALSE(EstimateEarlyStopping(661, 0.99)->met);
  EXPECT_EQ(EstimateEarlyStopping(661, 0.99)->queries_needed, 662u);
  EXPECT_EQ(EstimateEarlyStopping(662, 0.99)->index.value(), 661u);
  EXPECT_EQ(EstimateEarlyStopping(0, 0.99)->met, false);
}

TEST(EarlyStopping, LateQueriesRaiseTheMinimum) {
  // LoadGen 6.0.17: Server p99, 662 queries: one over is met; two need 838 in all, 176 more. 5000
  // with 49 over lack 1781.
  EXPECT_TRUE(CheckEarlyStopping(662, 1, 0.99)->met);
  EXPECT_EQ(CheckEarlyStopping(662, 2, 0.99)->queries_needed, 838u);
  EXPECT_EQ(CheckEarlyStopping(662, 2, 0.99)->queries_more, 176u);
  EXPECT_EQ(CheckEarlyStopping(5000, 49, 0.99)->queries_more, 1781u);
}

TEST(EarlyStopping, MaxOverIsTheInverseOfMinPassing) {
  for (double percentile : {0.5, 0.9, 0.99}) {
    for (std::uint64_t queries = 1; queries <= 3000; queries += 7) {
      const auto most = MaxOver(queries, percentile).value();
      if (!most) {
        EXPECT_LT(queries, MinPassing(percentile, 0).value());
        continue;
      }
      EXPECT_GE(queries, MinPassing(percentile, *most).value() + *most);
      EXPECT_LT(queries, MinPassing(percentile, *most + 1).value() + *most + 1);
    }
  }
  // A long run: with n = 10 million at p99, the budget is n/100 less some 2.33 standard deviations
  // (sqrt(n) * 0.0995).
  const double most = static_cast<double>(MaxOver(10'000'000, 0.99)->value());
  EXPECT_NEAR(most, 100000 - 2.326 * std::sqrt(1e7 * 0.01 * 0.99), 3);
}

TEST(EarlyStopping, RefusesWhatIsOutside) {
  for (double percentile : {0.0, 1.0, -0.5, std::nan("")}) {
    EXPECT_EQ(MinPassing(percentile, 1).error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(MaxOver(100, percentile).error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(EstimateEarlyStopping(100, percentile).error().code, ErrorCode::kOutOfRange);
  }
  EXPECT_EQ(CheckEarlyStopping(1, 2, 0.9).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::stats
