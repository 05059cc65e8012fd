// SPDX-License-Identifier: Apache-2.0
// Scored cases that own their columns, for tests: from a golden case, or drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "metric/golden_cases.h"
#include "metric/rank/rank_curve.h"
#include "random/splitmix.h"

namespace assay::metric {

struct OwnedCases {
  std::vector<std::string> ids;
  std::vector<std::int32_t> label;
  std::vector<double> score, weight;
  std::vector<std::int32_t> predicted;
  std::optional<double> base_rate, min_precision;

  QualityColumns Get() const {
    QualityColumns columns;
    columns.ids = ids;
    columns.label = label;
    columns.score = score;
    columns.weight = weight;
    columns.predicted = predicted;
    columns.base_rate = base_rate;
    columns.min_precision = min_precision;
    return columns;
  }
  Result<std::vector<Measurement>> Measure(std::string_view name) const {
    const QualityColumns columns = Get();
    MetricInput input;
    input.quality = &columns;
    return FindMetric(name)->compute(input);
  }
};

inline RankCurve CurveOf(const OwnedCases& cases) { return *BuildRankCurve(cases.Get()); }

inline OwnedCases FromGolden(const base::JsonValue& in) {
  OwnedCases cases;
  for (const double y : GoldenNumbers(in.Find("y")))
    cases.label.push_back(y == 1 ? 1 : 0);  // -1 is a negative
  cases.score = GoldenNumbers(in.Find(in.Find("s") != nullptr ? "s" : "p"));
  cases.weight = GoldenNumbers(in.Find("w"));
  return cases;
}

// One in four positive, at least one of each class; scores in [0, 1.2) on a grid of `levels`,
// positives 0.2 higher.
inline OwnedCases RandomCases(std::uint64_t seed, std::size_t count, std::uint64_t levels) {
  OwnedCases cases;
  for (std::size_t i = 0; i < count; ++i) {
    cases.ids.push_back("c" + std::to_string(i));
    cases.label.push_back(random::SplitMixAt(seed, 2 * i) % 4 == 0 ? 1 : 0);
    cases.score.push_back(static_cast<double>(random::SplitMixAt(seed, 2 * i + 1) % levels) /
                              static_cast<double>(levels) +
                          0.2 * cases.label.back());
  }
  cases.label.front() = 1;
  cases.label.back() = 0;
  return cases;
}

// Metrics of scores that must be probabilities.
inline constexpr const char* kOfProbabilities[] = {"brier", "brier_reliability", "brier_skill", "log_loss", "ece",
                                                   "calibration_in_the_large", "calibration_slope"};

}  // namespace assay::metric
