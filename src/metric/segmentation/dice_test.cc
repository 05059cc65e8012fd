// SPDX-License-Identifier: Apache-2.0
#include "metric/segmentation/dice.h"

#include <gtest/gtest.h>

namespace assay::metric {
namespace {

TEST(Dice, ByHand) {
  const std::vector<std::int32_t> predicted{1, 1, 0, 2};
  const std::vector<std::int32_t> target{1, 0, 0, 2};
  const auto counts = *CountDice(predicted, target, 1);
  EXPECT_DOUBLE_EQ(*Dice(counts, DiceSmoothing::kNone), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*Dice(counts, DiceSmoothing::kAddOne), 3.0 / 4);
  EXPECT_NEAR(*Dice(counts, DiceSmoothing::kAddEpsilon), 2.0 / 3, 1e-6);
  EXPECT_FALSE(CountDice(predicted, std::vector<std::int32_t>{1}, 1).has_value());
}

// The rules part where nothing was there and nothing was found.
TEST(Dice, EmptyAgainstEmptyIsWhatTheRuleSays) {
  const DiceCounts empty;
  EXPECT_FALSE(Dice(empty, DiceSmoothing::kNone).has_value());
  EXPECT_EQ(Dice(empty, DiceSmoothing::kEmptyIsOne), 1);
  EXPECT_EQ(Dice(empty, DiceSmoothing::kAddOne), 1);
  EXPECT_EQ(Dice(empty, DiceSmoothing::kAddEpsilon), 1);
  EXPECT_EQ(DiceSmoothingName(DiceSmoothing::kEmptyIsOne), "empty is 1");
}

}  // namespace
}  // namespace assay::metric
