// SPDX-License-Identifier: Apache-2.0
// The right values come from sorting a copy.
#include "stats/rank_select.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace assay::stats {
namespace {

// In pieces of 1000, so that no pass can rely on one block.
Int64Blocks InPieces(std::span<const std::int64_t> values) {
  return [values](const TakeBlock& take) {
    for (std::size_t at = 0; at < values.size(); at += 1000) {
      take(values.subspan(at, std::min<std::size_t>(1000, values.size() - at)));
    }
  };
}

void ExpectAsSorted(const std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> sorted = values;
  std::ranges::sort(sorted);
  const std::uint64_t n = values.size();
  const std::vector<std::uint64_t> ranks = {n - 1, 0, n / 2, n / 2, n * 9 / 10, n * 99 / 100, n * 999 / 1000};
  const ColumnTotals totals = TotalsOf(InPieces(values));
  EXPECT_EQ(totals.count, n);
  EXPECT_EQ(totals.min, sorted.front());
  EXPECT_EQ(totals.max, sorted.back());
  for (const Int64Blocks& blocks : {InPieces(values), OneBlock(values)}) {
    const auto found = ValuesAtRanks(blocks, totals, ranks);
    ASSERT_TRUE(found);
    for (std::size_t i = 0; i < ranks.size(); ++i) EXPECT_EQ((*found)[i], sorted[ranks[i]]) << "rank " << ranks[i];
  }
  const std::int64_t limit = sorted[n / 3];
  EXPECT_EQ(CountAbove(InPieces(values), limit),
            static_cast<std::uint64_t>(sorted.end() - std::ranges::upper_bound(sorted, limit)));
}

TEST(RankSelect, EqualsSorting) {
  std::mt19937_64 random(7);
  for (const std::size_t n : {1, 2, 3, 1000, 20'000, 70'000}) {
    std::vector<std::int64_t> uniform, equal(n, 42), skewed, tailed, extreme;
    for (std::size_t i = 0; i < n; ++i) {
      const auto value = static_cast<std::int64_t>(random() % 1'000'000'007);
      uniform.push_back(value);
      skewed.push_back(i % 1000 == 7 ? value * 1'000'000 : value % 1000);  // a few outliers stretch the bins
      tailed.push_back(i % 20 == 3 ? 50'000 + value : 100 + value % 50);  // one in twenty beyond the fine bins
      extreme.push_back(i % 3 == 0   ? std::numeric_limits<std::int64_t>::min() + value
                        : i % 3 == 1 ? std::numeric_limits<std::int64_t>::max() - value
                                     : value);
    }
    ExpectAsSorted(uniform);
    ExpectAsSorted(equal);
    ExpectAsSorted(skewed);
    ExpectAsSorted(tailed);
    ExpectAsSorted(extreme);
  }
}

// More values in one first bin than are gathered at once. 7919 is prime to 100,000, so that each value below it comes 15
// times, and the value at rank r is r / 15.
TEST(RankSelect, NarrowsMoreThanOnce) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 1'500'000; ++i) values.push_back(i * 7919 % 100'000);
  values.push_back(1'000'000'000'000'000);
  const std::vector<std::uint64_t> ranks = {0, 14, 15, 750'000, 1'499'999, 1'500'000};
  const auto found = ValuesAtRanks(OneBlock(values), TotalsOf(OneBlock(values)), ranks);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (std::vector<std::int64_t>{0, 0, 1, 50'000, 99'999, 1'000'000'000'000'000}));
}

TEST(RankSelect, SumWrapsLikeInt64) {
  const std::vector<std::int64_t> values = {-5, 3, -10};
  EXPECT_EQ(static_cast<std::int64_t>(TotalsOf(OneBlock(values)).sum), -12);
}

TEST(RankSelect, RefusesRanksThatAreNotThere) {
  const std::vector<std::int64_t> values = {1, 2};
  const std::vector<std::uint64_t> ranks = {2};
  const auto found = ValuesAtRanks(OneBlock(values), TotalsOf(OneBlock(values)), ranks);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(TotalsOf(OneBlock({})).count, 0u);
  EXPECT_TRUE(ValuesAtRanks(OneBlock({}), {}, {}));
}

}  // namespace
}  // namespace assay::stats
