// SPDX-License-Identifier: Apache-2.0
#include "metric/segmentation/dice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/metric.h"

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

// Three cases: empty and empty; five cells found where none are; ten and ten with eight in common. 1, 1e-6 / (5 + 1e-6) and
// (16 + 1e-6) / (20 + 1e-6).
TEST(Dice, MeanOverCasesByEachRule) {
  const std::vector<std::string> ids{"a", "b", "c"};
  const std::string none(12, '\0'), five = std::string(5, '\1') + std::string(7, '\0');
  const std::vector<std::string> found{none, five, std::string(10, '\1') + std::string(2, '\0')};
  const std::vector<std::string> right{none, none, std::string(2, '\0') + std::string(10, '\1')};
  const MaskColumns masks{.ids = ids, .predicted = found, .truth = right};
  const MetricInput input{.masks = &masks};
  const auto measured = FindMetric("dice")->compute(input);
  ASSERT_TRUE(measured) << measured.error().what;
  ASSERT_EQ(measured->size(), 4u);
  EXPECT_NEAR(*(*measured)[0].value, (1 + 1e-6 / (5 + 1e-6) + (16 + 1e-6) / (20 + 1e-6)) / 3, 1e-15);
  EXPECT_NEAR(*(*measured)[0].value, 0.6, 5e-7);
  EXPECT_NE((*measured)[0].note.find("add 1e-6"), std::string::npos);
  EXPECT_EQ((*measured)[1].metric, "dice.left_out");
  EXPECT_DOUBLE_EQ(*(*measured)[1].value, 0.4);
  EXPECT_DOUBLE_EQ(*(*measured)[2].value, 1.8 / 3);
  EXPECT_DOUBLE_EQ(*(*measured)[3].value, 0.8 / 3);
}

// Class 1 in one case of two with 2 x 1 / (2 + 1), class 2 in both with 1 and 0: left out are class 1 of the second.
TEST(Dice, ClassesThatSomeCasesLack) {
  const std::vector<std::string> ids{"a", "b"};
  const std::vector<std::string> found{std::string("\1\1\2", 3), std::string("\0\0\2", 3)};
  const std::vector<std::string> right{std::string("\1\0\2", 3), std::string("\2\0\0", 3)};
  MaskColumns masks{.ids = ids, .predicted = found, .truth = right};
  const auto measured = FindMetric("dice")->compute({.masks = &masks});
  ASSERT_TRUE(measured) << measured.error().what;
  ASSERT_EQ(measured->size(), 6u);
  EXPECT_DOUBLE_EQ(*(*measured)[1].value, (2.0 / 3 + 1 + 0) / 3);
  EXPECT_EQ((*measured)[4].metric, "dice.class_1");
  EXPECT_NEAR(*(*measured)[5].value, 0.5, 1e-6);
  const std::vector<std::string> shorter{"\1", "\1"};
  masks.predicted = shorter;
  EXPECT_EQ(FindMetric("dice")->compute({.masks = &masks}).error().code, ErrorCode::kContradiction);
}

}  // namespace
}  // namespace assay::metric
