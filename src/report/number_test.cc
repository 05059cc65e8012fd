// SPDX-License-Identifier: Apache-2.0
// Right values by hand: the number, scaled to its unit and rounded half to even as to_chars does.
#include "report/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::report {
namespace {

std::string One(double value, Unit unit) {
  return FormatWithUnit(value, ChooseScale({value}, unit, "EUR"));
}

TEST(Number, EachUnitIsWrittenForPeople) {
  EXPECT_EQ(One(16.9e6, Unit::kNanoseconds), "16.9 ms");
  EXPECT_EQ(One(3'100, Unit::kNanoseconds), "3.10 µs");
  EXPECT_EQ(One(612.4e9, Unit::kNanoseconds), "612.4 s");
  EXPECT_EQ(One(73'412, Unit::kCount), "73 412");
  EXPECT_EQ(One(999, Unit::kCount), "999");
  EXPECT_EQ(One(1'000'000, Unit::kCount), "1 000 000");
  EXPECT_EQ(One(120, Unit::kPerSecond), "120.0/s");
  EXPECT_EQ(One(0.00128, Unit::kMoneyPer1000), "0.00128 EUR/1000");
  EXPECT_EQ(One(-0.25, Unit::kNumber), "−0.250");
}

TEST(Number, SharesNearTheEndsKeepTheirDifference) {
  EXPECT_EQ(One(0.5, Unit::kShare), "50.0 %");
  EXPECT_EQ(One(0.9854, Unit::kShare), "98.54 %");
  EXPECT_EQ(One(0.99954, Unit::kShare), "99.9540 %");
  EXPECT_EQ(One(0, Unit::kShare), "0.0 %");
  EXPECT_EQ(One(1, Unit::kShare), "100.0 %");
}

TEST(Number, OneScaleForAllThatStandTogether) {
  const Scale scale = ChooseScale({0.52e6, 10e6}, Unit::kNanoseconds, "");
  EXPECT_EQ(FormatWithUnit(0.52e6, scale), "0.52 ms");
  EXPECT_EQ(FormatWithUnit(10e6, scale), "10.00 ms");
  EXPECT_EQ(FormatInterval(Interval{0.5e6, 0.54e6, 0.95, ""}, scale), "0.50–0.54");
}

TEST(Number, UndefinedIsNotZero) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  for (const double value : {nan, inf, -inf}) {
    EXPECT_EQ(One(value, Unit::kNanoseconds), "–");
    EXPECT_EQ(FormatMargin(value), "");
    EXPECT_FALSE(Finite(value).has_value());
  }
  EXPECT_EQ(FormatNumber(std::nullopt, Scale{}), "–");
}

TEST(Number, MarginsHaveASign) {
  EXPECT_EQ(FormatMargin(0.021), "+2.1 %");
  EXPECT_EQ(FormatMargin(-0.13), "−13 %");
  EXPECT_EQ(FormatMargin(0.0), "±0.0 %");
  EXPECT_EQ(FormatMargin(123.45), "+12 345 %");
}

TEST(Number, SharesAsNamesHaveNoSpareZeros) {
  EXPECT_EQ(FormatShare(0.95), "95 %");
  EXPECT_EQ(FormatShare(0.999), "99.9 %");
  EXPECT_EQ(FormatShare(1), "100 %");
}

TEST(Number, AnyMagnitudeGivesAShortText) {
  for (const double value : {1e300, 1e-300, std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::denorm_min()}) {
    for (const Unit unit : {Unit::kShare, Unit::kNumber, Unit::kCount, Unit::kNanoseconds,
                            Unit::kPerSecond, Unit::kMoney}) {
      EXPECT_LT(One(value, unit).size(), 40u) << value;
      EXPECT_EQ(One(-value, unit).find("nan"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace assay::report
