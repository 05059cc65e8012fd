// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/score_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "random/splitmix.h"

namespace assay::metric {
namespace {

using Draw = std::function<double(const random::SplitMix&, std::size_t)>;

struct Shape {
  const char* name;
  Draw draw;
};

// Spread evenly, lumped, over 300 decades, and at the ends of what a double can hold.
const Shape kShapes[] = {
    {"even", [](const auto& draws, std::size_t i) { return draws.UnitAt(i) - 0.25; }},
    {"seven levels", [](const auto& draws, std::size_t i) { return static_cast<double>(draws.BelowAt(i, 7)); }},
    {"a thousand levels", [](const auto& draws, std::size_t i) { return 1e-3 * static_cast<double>(draws.BelowAt(i, 1000)); }},
    {"bell", [](const auto& draws, std::size_t i) { return draws.UnitAt(3 * i) + draws.UnitAt(3 * i + 1) + draws.UnitAt(3 * i + 2); }},
    {"decades", [](const auto& draws, std::size_t i) { return std::pow(10.0, 600 * draws.UnitAt(i) - 300); }},
    {"one far away", [](const auto& draws, std::size_t i) { return i == 5 ? 1e300 : draws.UnitAt(i); }},
    {"two lumps", [](const auto& draws, std::size_t i) { return (i % 2 == 0 ? 1.0 : 1e6) + 1e-9 * draws.UnitAt(i); }},
    {"all equal", [](const auto&, std::size_t) { return 0.5; }},
    {"both ends", [](const auto& draws, std::size_t i) { return (draws.UnitAt(i) < 0.5 ? -1 : 1) * std::numeric_limits<double>::max(); }},
    {"smallest", [](const auto& draws, std::size_t i) { return std::numeric_limits<double>::denorm_min() * static_cast<double>(draws.BelowAt(i, 9)); }},
    {"falling", [](const auto&, std::size_t i) { return -static_cast<double>(i); }},
    {"rising", [](const auto&, std::size_t i) { return static_cast<double>(i); }},
};

// Sizes around those at which the way of sorting changes.
constexpr std::size_t kSizes[] = {0, 1, 2, 63, 64, 65, 1000, 32768, 32769, 100000};

TEST(ScoreSort, EqualsSortingByComparison) {
  for (const Shape& shape : kShapes) {
    for (const std::size_t size : kSizes) {
      const random::SplitMix draws(7, size);
      std::vector<double> scores(size);
      for (std::size_t i = 0; i < size; ++i) scores[i] = shape.draw(draws, i);
      std::vector<double> right = scores;
      std::ranges::sort(right, std::greater());
      SortDescending(scores);
      EXPECT_EQ(scores, right) << shape.name << " " << size;
    }
  }
}

TEST(ScoreSort, KeepsTheRowsOfEqualScoresInOrder) {
  for (const Shape& shape : kShapes) {
    for (const std::size_t size : kSizes) {
      const random::SplitMix draws(8, size);
      std::vector<ScoredRow> rows(size);
      for (std::size_t i = 0; i < size; ++i) rows[i] = {shape.draw(draws, i), i};
      std::vector<ScoredRow> right = rows;
      std::ranges::stable_sort(right, std::greater(), &ScoredRow::score);
      SortDescending(rows);
      EXPECT_TRUE(std::ranges::equal(rows, right, [](const ScoredRow& a, const ScoredRow& b) {
        return a.score == b.score && a.row == b.row;
      })) << shape.name << " " << size;
    }
  }
}

}  // namespace
}  // namespace assay::metric
