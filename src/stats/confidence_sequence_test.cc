// SPDX-License-Identifier: Apache-2.0
#include "stats/confidence_sequence.h"

#include <gtest/gtest.h>

#include <random>

#include "stats/wilson_interval.h"

namespace assay::stats {
namespace {

// By hand: after one failure B(1/2, 3/2) / B(1/2, 1/2) = 1/2, so that 1/2 / (1 - p) < 20 holds below p = 0.975.
TEST(ConfidenceSequence, OneCaseByHand) {
  const auto interval = *ConfidenceSequence(0, 1, 0.95);
  EXPECT_EQ(interval.low, 0);
  EXPECT_NEAR(interval.high, 0.975, 1e-12);
}

TEST(ConfidenceSequence, IsWiderThanAnIntervalForOneLook) {
  const auto sequence = *ConfidenceSequence(300, 400, 0.95);
  const auto wilson = *WilsonInterval(300, 400, 0.95);
  EXPECT_LT(sequence.low, wilson.low);
  EXPECT_GT(sequence.high, wilson.high);
}

TEST(ConfidenceSequence, NothingSeenNothingSaid) {
  const auto interval = *ConfidenceSequence(0, 0, 0.95);
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 1);
  EXPECT_FALSE(ConfidenceSequence(2, 1, 0.95).has_value());
  EXPECT_FALSE(ConfidenceSequence(1, 2, 1).has_value());
  EXPECT_FALSE(ConfidenceSequence(1, 2, 0.9, {.a = 0, .b = 1}).has_value());
}

// Looked at after every one of 150 cases, in 200 runs: that the true rate is ever outside has at most probability 0.1;
// three binomial errors above that are 0.164. Wilson's interval, looked at in the same way, fails far more often.
TEST(ConfidenceSequence, HoldsAtAllTimesTogether) {
  std::mt19937 engine(7);
  int sequence_failed = 0;
  int wilson_failed = 0;
  constexpr double kRate = 0.2;
  for (int run = 0; run < 200; ++run) {
    std::uint64_t successes = 0;
    bool sequence_left = false;
    bool wilson_left = false;
    for (std::uint64_t n = 1; n <= 150; ++n) {
      successes += static_cast<double>(engine()) < kRate * 4294967296.0 ? 1 : 0;
      const auto sequence = *ConfidenceSequence(successes, n, 0.9);
      const auto wilson = *WilsonInterval(successes, n, 0.9);
      sequence_left = sequence_left || kRate < sequence.low || kRate > sequence.high;
      wilson_left = wilson_left || kRate < wilson.low || kRate > wilson.high;
    }
    sequence_failed += sequence_left ? 1 : 0;
    wilson_failed += wilson_left ? 1 : 0;
  }
  EXPECT_LE(sequence_failed, 0.164 * 200);
  EXPECT_GE(wilson_failed, 0.3 * 200);
}

}  // namespace
}  // namespace assay::stats
