// SPDX-License-Identifier: Apache-2.0
#include "run/compare/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace assay::run {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

Groups Of(std::size_t count, const std::set<std::pair<std::size_t, std::size_t>>& differing) {
  return TieGroups(count, [&](std::size_t a, std::size_t b) { return differing.contains({a, b}); });
}

TEST(TieGroups, AreTheLargestSetsWithoutADifference) {
  EXPECT_EQ(Of(1, {}), (Groups{{0}}));
  EXPECT_EQ(Of(3, {}), (Groups{{0, 1, 2}}));
  EXPECT_EQ(Of(3, {{0, 2}}), (Groups{{0, 1}, {1, 2}}));  // the middle one is like both
  EXPECT_EQ(Of(3, {{0, 1}, {0, 2}, {1, 2}}), (Groups{{0}, {1}, {2}}));
  EXPECT_EQ(Of(4, {{0, 2}, {0, 3}, {1, 3}}), (Groups{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(Of(4, {{0, 1}}), (Groups{{0, 2, 3}, {1, 2, 3}}));
}

// For every graph of five sides: two share a group exactly where they don't differ, and no group holds another.
TEST(TieGroups, SayNoMoreAndNoLessThanTheTests) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i + 1; j < 5; ++j) pairs.emplace_back(i, j);
  }
  for (unsigned graph = 0; graph < 1u << pairs.size(); ++graph) {
    std::set<std::pair<std::size_t, std::size_t>> differing;
    for (std::size_t bit = 0; bit < pairs.size(); ++bit) {
      if ((graph >> bit & 1) != 0) differing.insert(pairs[bit]);
    }
    const Groups groups = Of(5, differing);
    std::set<std::pair<std::size_t, std::size_t>> together;
    std::set<std::size_t> members;
    for (const auto& group : groups) {
      members.insert(group.begin(), group.end());
      for (const std::size_t i : group) {
        for (const std::size_t j : group) {
          if (i < j) together.emplace(i, j);
        }
      }
    }
    ASSERT_EQ(members.size(), 5u) << graph;
    for (const auto& pair : pairs) ASSERT_NE(together.contains(pair), differing.contains(pair)) << graph;
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = 0; b < groups.size(); ++b) {
        ASSERT_TRUE(a == b || !std::ranges::includes(groups[b], groups[a])) << graph;
      }
    }
  }
}

}  // namespace
}  // namespace assay::run
