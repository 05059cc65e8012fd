// SPDX-License-Identifier: Apache-2.0
#include "random/splitmix.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::random {
namespace {

TEST(SplitMix, EqualsThePublishedSequence) {
  // First outputs for seed 1234567 of S. Vigna's splitmix64.c, as widely quoted; seed 0 gives
  // 0xE220A8397B1DCDAF.
  SplitMix sequence(1234567);
  EXPECT_EQ(sequence.Next(), 6457827717110365317u);
  EXPECT_EQ(sequence.Next(), 3203168211198807973u);
  EXPECT_EQ(sequence.Next(), 9817491932198370423u);
  EXPECT_EQ(sequence.At(0), 6457827717110365317u);
  EXPECT_EQ(SplitMixAt(0, 0), 0xE220A8397B1DCDAFu);
}

TEST(SplitMix, StreamsDiffer) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    for (std::uint64_t position = 0; position < 100; ++position)
      seen.insert(SplitMix(7, stream).At(position));
  }
  EXPECT_EQ(seen.size(), 10000u);
}

TEST(SplitMix, StaysInRange) {
  EXPECT_EQ(ToUnit(0), 0.0);
  EXPECT_LT(ToUnit(~std::uint64_t{0}), 1.0);
  EXPECT_EQ(ToBelow(~std::uint64_t{0}, 10), 9u);
  EXPECT_EQ(ToBelow(0, 10), 0u);
  EXPECT_EQ(ToBelow(~std::uint64_t{0}, 1), 0u);
}

TEST(SplitMix, UnitsHaveTheMomentsOfAUniform) {
  // Mean 1/2 with standard error sqrt(1/12/n) = 0.0009 at n = 100000; 5 standard errors allowed.
  // Second moment 1/3.
  double sum = 0, squares = 0;
  const SplitMix random(1, 2);
  for (std::uint64_t i = 0; i < 100000; ++i) {
    sum += random.UnitAt(i);
    squares += random.UnitAt(i) * random.UnitAt(i);
  }
  EXPECT_NEAR(sum / 100000, 0.5, 0.0046);
  EXPECT_NEAR(squares / 100000, 1.0 / 3, 0.0048);
}

}  // namespace
}  // namespace assay::random
