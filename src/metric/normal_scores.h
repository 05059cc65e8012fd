// SPDX-License-Identifier: Apache-2.0
// Scores whose true precision and recall at any threshold are known, for tests: negatives are N(0, 1), positives
// N(shift, 1).
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "metric/owned_cases.h"
#include "random/splitmix.h"

namespace assay::metric {

struct NormalScores {
  double shift = 2.5;

  OwnedCases Draw(std::uint64_t seed, std::size_t positives, std::size_t negatives) const {
    OwnedCases cases;
    cases.label.assign(positives, 1);
    cases.label.resize(positives + negatives, 0);
    for (std::size_t i = 0; i < cases.label.size(); ++i) {
      // Box and Muller's normal from two uniforms.
      const double radius = std::sqrt(-2 * std::log(1 - random::ToUnit(random::SplitMixAt(seed, 2 * i))));
      const double angle = 2 * std::numbers::pi * random::ToUnit(random::SplitMixAt(seed, 2 * i + 1));
      cases.score.push_back(radius * std::cos(angle) + (cases.label[i] == 1 ? shift : 0));
    }
    return cases;
  }
  double Recall(double threshold) const { return Above(threshold - shift); }
  double Precision(double threshold, double prevalence) const {
    const double hits = prevalence * Recall(threshold);
    return hits / (hits + (1 - prevalence) * Above(threshold));
  }

 private:
  static double Above(double value) { return 0.5 * std::erfc(value / std::numbers::sqrt2); }
};

}  // namespace assay::metric
