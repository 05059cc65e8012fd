// SPDX-License-Identifier: Apache-2.0
#include "verdict/bound_check.h"

#include <gtest/gtest.h>

namespace assay::verdict {
namespace {

using spec::Op;

spec::Bound BoundOf(spec::QuantityKind kind, double value, spec::Per per = spec::Per::kOne) {
  spec::Bound bound;
  bound.limit = {.kind = kind, .value = value, .currency = {}, .per = per};
  bound.text = "<= x";
  return bound;
}

std::optional<Interval> Between(double low, double high) { return Interval{low, high, 0.9, "test"}; }

TEST(BoundCheck, TheWholeIntervalDecides) {
  EXPECT_EQ(CheckBound(Op::kGreaterEqual, 0.7, 0.8, Between(0.7, 0.9)), Outcome::kPass);
  EXPECT_EQ(CheckBound(Op::kGreater, 0.7, 0.8, Between(0.7, 0.9)), Outcome::kUndecided);
  EXPECT_EQ(CheckBound(Op::kGreaterEqual, 0.7, 0.8, Between(0.6, 0.9)), Outcome::kUndecided);
  EXPECT_EQ(CheckBound(Op::kGreaterEqual, 0.7, 0.6, Between(0.5, 0.69)), Outcome::kFail);
  EXPECT_EQ(CheckBound(Op::kLessEqual, 10, 9, Between(8, 10)), Outcome::kPass);
  EXPECT_EQ(CheckBound(Op::kLess, 10, 9, Between(8, 10)), Outcome::kUndecided);
  EXPECT_EQ(CheckBound(Op::kLessEqual, 10, 12, Between(11, 13)), Outcome::kFail);
}

TEST(BoundCheck, AValueAloneStandsForItself) {
  EXPECT_EQ(CheckBound(Op::kLessEqual, 3, 3, std::nullopt), Outcome::kPass);
  EXPECT_EQ(CheckBound(Op::kLess, 3, 3, std::nullopt), Outcome::kFail);
  EXPECT_EQ(CheckBound(Op::kEqual, 3, 3, std::nullopt), Outcome::kPass);
  EXPECT_EQ(CheckBound(Op::kEqual, 3, 4, std::nullopt), Outcome::kFail);
}

TEST(BoundCheck, NoSampleShowsAnEquality) {
  EXPECT_EQ(CheckBound(Op::kEqual, 0.5, 0.5, Between(0.4, 0.6)), Outcome::kUndecided);
  EXPECT_EQ(CheckBound(Op::kEqual, 0.7, 0.5, Between(0.4, 0.6)), Outcome::kFail);
}

TEST(BoundCheck, MarginIsAShareOfTheLimit) {
  EXPECT_DOUBLE_EQ(*Margin(Op::kLessEqual, 15, 16.5), -0.1);
  EXPECT_DOUBLE_EQ(*Margin(Op::kGreaterEqual, 600, 612), 0.02);
  EXPECT_FALSE(Margin(Op::kLessEqual, 0, 1).has_value());
}

TEST(BoundCheck, LimitsComeInTheMetricsUnit) {
  using spec::Per;
  using spec::QuantityKind;
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kDuration, 1e7), Unit::kNanoseconds, {}), 1e7);
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kNumber, 0.7), Unit::kShare, {}), 0.7);
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kShare, 0.7), Unit::kShare, {}), 0.7);
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kMoney, 0.02, Per::kThousand), Unit::kMoneyPer1000, {}), 0.02);
  EXPECT_DOUBLE_EQ(*LimitInUnit(BoundOf(QuantityKind::kMoney, 0.02, Per::kOne), Unit::kMoneyPer1000, {}), 20);
  EXPECT_DOUBLE_EQ(*LimitInUnit(BoundOf(QuantityKind::kMoney, 0.02, Per::kThousand), Unit::kMoney, {}), 0.00002);
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kNumber, 10), Unit::kNanoseconds, {}).error().code,
            ErrorCode::kBadBound);
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kDuration, 10), Unit::kShare, {}).error().code, ErrorCode::kBadBound);
  EXPECT_EQ(LimitInUnit(BoundOf(QuantityKind::kMoney, 1, Per::kHour), Unit::kMoney, {}).error().code,
            ErrorCode::kBadBound);
}

TEST(BoundCheck, AGateIsAShareOfTheOther) {
  spec::Bound gate = BoundOf(spec::QuantityKind::kShare, 0.99);
  gate.gate_system = "fp32";
  EXPECT_DOUBLE_EQ(*LimitInUnit(gate, Unit::kShare, 0.8), 0.792);
  EXPECT_EQ(LimitInUnit(gate, Unit::kShare, std::nullopt).error().code, ErrorCode::kNotMeasured);
  gate.gate_system.clear();
  gate.gate_number = 0.5;
  EXPECT_DOUBLE_EQ(*LimitInUnit(gate, Unit::kShare, std::nullopt), 0.495);
}

// The end of the two-sided interval at 2 x 0.95 - 1 leaves 5 % on its side.
TEST(BoundCheck, AClaimIsOneSided) { EXPECT_NEAR((1 - ClaimIntervalLevel(0.95)) / 2, 0.05, 1e-15); }

}  // namespace
}  // namespace assay::verdict
