// SPDX-License-Identifier: Apache-2.0
#include "run/affinity.h"

#include <gtest/gtest.h>

namespace assay::run {
namespace {

TEST(ParseCores, ReadsNumbersListsAndRanges) {
  const auto usable = ParseCores("");
  ASSERT_TRUE(usable.has_value());
  ASSERT_FALSE(usable->empty());
  const std::string first = std::to_string(*usable->begin());
  EXPECT_EQ(ParseCores(first)->size(), 1u);
  EXPECT_EQ(ParseCores(first + "," + first)->size(), 1u);
  EXPECT_EQ(ParseCores(first + "-" + first)->size(), 1u);
}

TEST(ParseCores, RefusesWhatIsNoCore) {
  for (const char* text : {"x", "1-", "-1", "3-1", "0,,1", "1.5"}) {
    EXPECT_FALSE(ParseCores(text).has_value()) << text;
  }
  EXPECT_EQ(ParseCores("1000").error().code, ErrorCode::kOutOfRange);
}

TEST(Affinity, PinsAndPutsBack) {
  const auto before = ParseCores("");
  {
    const Affinity pinned({*before->begin()});
    EXPECT_EQ(ParseCores("")->size(), 1u);
  }
  EXPECT_EQ(*ParseCores(""), *before);
}

}  // namespace
}  // namespace assay::run
