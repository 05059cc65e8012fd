// SPDX-License-Identifier: Apache-2.0
#include "slice/neighbours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace assay::slice {
namespace {

// 14 numbers 0, 2, …, 26: mean 13, deviation sqrt((14^2 - 1) / 12) x 2 = 2 sqrt(16.25). A step of 2 is 1 / sqrt(16.25).
TEST(CaseSpace, DistancesByHand) {
  std::vector<std::string> x, colour;
  for (int i = 0; i < 14; ++i) x.push_back(std::to_string(2 * i)), colour.emplace_back(i % 2 == 0 ? "red" : "blue");
  x.push_back(""), colour.emplace_back("red");
  const std::vector<Feature> features{MakeFeature("x", {x.begin(), x.end()}),
                                      MakeFeature("colour", {colour.begin(), colour.end()})};
  const CaseSpace space(features);
  EXPECT_NEAR(DeviationOf(features[0]), 2 * std::sqrt(16.25), 1e-12);
  EXPECT_NEAR(space.Distance(0, 2), 2 / std::sqrt(16.25), 1e-12);
  EXPECT_NEAR(space.Distance(0, 1), std::sqrt(1 / 16.25 + 1), 1e-12);
  EXPECT_EQ(space.Distance(0, 14), 1);  // missing
  EXPECT_EQ(space.Distance(14, 14), 0);

  RowSet among(15);
  for (std::size_t row = 0; row < 15; ++row) among.Add(row);
  const auto nearest = space.Nearest(4, among, 3);
  ASSERT_EQ(nearest.size(), 3u);
  EXPECT_EQ(nearest[0].row, 2u);  // as far as row 6; the earlier one first
  EXPECT_EQ(nearest[1].row, 6u);
  EXPECT_EQ(nearest[2].row, 0u);
  EXPECT_EQ(space.Nearest(4, RowSet(15), 3).size(), 0u);
}

}  // namespace
}  // namespace assay::slice
