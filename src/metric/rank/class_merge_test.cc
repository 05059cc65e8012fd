// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/class_merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "random/splitmix.h"

namespace assay::metric {
namespace {

struct Scores {
  const char* name;
  std::function<double(const random::SplitMix&, std::size_t)> draw;
};

// Spread evenly and not, lumped, tied, at zero with either sign, next to each other, and at the ends of what fits.
const Scores kScores[] = {
    {"even", [](const auto& draws, std::size_t i) { return draws.UnitAt(i) - 0.25; }},
    {"three levels", [](const auto& draws, std::size_t i) { return static_cast<double>(draws.BelowAt(i, 3)) - 1; }},
    {"a thousand levels", [](const auto& draws, std::size_t i) { return 1e-3 * static_cast<double>(draws.BelowAt(i, 1000)); }},
    {"bell", [](const auto& draws, std::size_t i) { return draws.UnitAt(3 * i) + draws.UnitAt(3 * i + 1) + draws.UnitAt(3 * i + 2) - 1.5; }},
    {"decades", [](const auto& draws, std::size_t i) { return std::pow(10.0, 300 * draws.UnitAt(i) - 150); }},
    {"one far away", [](const auto& draws, std::size_t i) { return i == 5 ? 1e150 : draws.UnitAt(i); }},
    {"two lumps", [](const auto& draws, std::size_t i) { return (i % 2 == 0 ? -1.0 : 1e6) + 1e-9 * draws.UnitAt(i); }},
    {"all equal", [](const auto&, std::size_t) { return 0.5; }},
    {"zeros", [](const auto& draws, std::size_t i) { return draws.BelowAt(i, 3) == 0 ? 0.0 : draws.BelowAt(i, 3) == 1 ? -0.0 : 1e-3; }},
    {"neighbours", [](const auto& draws, std::size_t i) { return 1 + std::numeric_limits<double>::epsilon() * static_cast<double>(draws.BelowAt(i, 5)); }},
    {"both ends", [](const auto& draws, std::size_t i) {
       return (draws.UnitAt(i) < 0.5 ? -1 : 1) * (draws.UnitAt(i + 1'000'000) < 0.5 ? 0x1p+511 : 0x1p-512);
     }},
    {"falling", [](const auto&, std::size_t i) { return -static_cast<double>(i); }},
};

// By an ordered map from score to counts; nothing of it is shared with the code under test.
RankCurve Plain(const std::vector<double>& score, const std::vector<std::int32_t>& label, Thresholds thresholds) {
  std::map<double, std::pair<double, double>, std::greater<>> groups;
  for (std::size_t i = 0; i < score.size(); ++i) ++(label[i] == 1 ? groups[score[i]].first : groups[score[i]].second);
  RankCurve curve;
  double positives = 0;
  double negatives = 0;
  bool after_negatives = false;
  for (const auto& [threshold, counts] : groups) {
    const bool only_negatives = counts.first == 0;
    if (thresholds == Thresholds::kAtPositives && after_negatives && only_negatives) {
      for (auto* column : {&curve.threshold, &curve.true_positives, &curve.false_positives}) column->pop_back();
    }
    after_negatives = only_negatives;
    curve.threshold.push_back(threshold);
    curve.true_positives.push_back(positives += counts.first);
    curve.false_positives.push_back(negatives += counts.second);
  }
  return curve;
}

// Sizes around those at which the way of sorting changes, and one of several parts.
TEST(ClassMerge, EqualsCountingInAnOrderedMap) {
  for (const Scores& scores : kScores) {
    for (const std::size_t size : {1, 2, 64, 65, 1000, 1025, 16384, 50000}) {
      const random::SplitMix draws(7, size);
      const random::SplitMix classes(8, size);
      for (const std::uint64_t one_in : {1, 2, 5}) {
        if (size == 50000 && one_in != 5) continue;
        std::vector<double> score(size);
        std::vector<std::int32_t> label(size);
        for (std::size_t i = 0; i < size; ++i) {
          score[i] = scores.draw(draws, i);
          label[i] = classes.BelowAt(i, one_in) == 0 ? 1 : 0;
        }
        ASSERT_TRUE(FitClassMerge(score)) << scores.name;
        for (const Thresholds thresholds : {Thresholds::kAll, Thresholds::kAtPositives}) {
          RankCurve curve;
          MergeClasses(score, label, thresholds, curve);
          const RankCurve right = Plain(score, label, thresholds);
          EXPECT_EQ(curve.threshold, right.threshold) << scores.name << " " << size;
          EXPECT_EQ(curve.true_positives, right.true_positives) << scores.name << " " << size;
          EXPECT_EQ(curve.false_positives, right.false_positives) << scores.name << " " << size;
          EXPECT_TRUE(std::ranges::none_of(curve.threshold, [](double at) { return at == 0 && std::signbit(at); }));
        }
      }
    }
  }
}

TEST(ClassMerge, SaysWhichScoresDoNotFit) {
  EXPECT_TRUE(FitClassMerge(std::vector{0.0, -0.0, 0x1p+511, -0x1p+511, 0x1p-512, -0x1p-512}));
  for (const double other : {std::nextafter(0x1p+511, 1e300), -1e300, std::nextafter(0x1p-512, 0.0), -1e-300,
                             std::numeric_limits<double>::denorm_min()}) {
    EXPECT_FALSE(FitClassMerge(std::vector{0.5, other, 0.25})) << other;
  }
}

}  // namespace
}  // namespace assay::metric
