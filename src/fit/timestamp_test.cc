// SPDX-License-Identifier: Apache-2.0
#include "fit/timestamp.h"

#include <gtest/gtest.h>

namespace assay::fit {
namespace {

struct Case {
  const char* text;
  double unit, seconds, resolution;
};

// Right values: `date -u -d TEXT +%s` of GNU coreutils 9.1 for the dates; the text itself for
// numbers.
constexpr Case kCases[] = {
    {"0", 1, 0, 1},
    {"12.250", 1, 12.25, 1e-3},
    {"1500", 1e-3, 1.5, 1e-3},
    {"2e3", 1, 2000, 1e-9},
    {"1970-01-01T00:00:00Z", 1, 0, 1},
    {"2026-03-02T10:15:30.250+01:00", 1, 1772442930.25, 1e-3},
    {"2026-03-02 09:15:30", 1, 1772442930, 1},
    {"2024-02-29T23:59:59-0530", 1, 1709270999, 1},
    {"10/Oct/2000:13:55:36 -0700", 1, 971211336, 1},
};

TEST(Timestamp, EqualsTheReference) {
  for (const Case& c : kCases) {
    const auto time = ParseTimestamp(c.text, c.unit);
    ASSERT_TRUE(time.has_value()) << c.text;
    EXPECT_DOUBLE_EQ(time->seconds, c.seconds) << c.text;
    EXPECT_NEAR(time->resolution, c.resolution, c.resolution * 1e-6) << c.text;
  }
}

TEST(Timestamp, RefusesWhatNoCalendarHas) {
  for (const char* text :
       {"", "-", "yesterday", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-03-02T24:00:00Z", "2026-03-02T10:15:30.Z", "2026-03-02T10:15",
        "2026-03-02T10:15:30Zulu", "32/Jan/2026:00:00:00 +0000", "10/anF/2000:13:55:36 -0700",
        "10/Oct/2000:13:55:36", "1,5", "0x10", "12 13"}) {
    const auto time = ParseTimestamp(text, 1);
    ASSERT_FALSE(time.has_value()) << text;
    EXPECT_EQ(time.error().code, ErrorCode::kBadRow) << text;
  }
}

TEST(Timestamp, RefusesWhatIsNoTime) {
  EXPECT_EQ(ParseTimestamp("nan", 1).error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(ParseTimestamp("-inf", 1).error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(ParseTimestamp("1e999", 1).error().code, ErrorCode::kNotFinite);
  // Milliseconds since 1970 taken for seconds would be the year 58 000.
  EXPECT_EQ(ParseTimestamp("1772442930250", 1).error().code, ErrorCode::kOutOfRange);
  EXPECT_TRUE(ParseTimestamp("1772442930250", 1e-3).has_value());
}

}  // namespace
}  // namespace assay::fit
