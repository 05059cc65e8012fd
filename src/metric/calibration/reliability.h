// SPDX-License-Identifier: Apache-2.0
// Whether cases that were given a probability turn out positive that often: scores in bins, and how
// far off each is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metric/rank/rank_curve.h"

namespace assay::metric {

struct ReliabilityBin {
  double weight = 0;
  double mean_score = 0;
  double positive_share = 0;
};

// What the calibration error that metrics report is over.
inline constexpr std::size_t kCalibrationBins = 15;

// The bin of a score, as EqualWidthBins has them.
// Range    score in [0, 1]; bins >= 1.
// Threads  safe: pure.
std::size_t WidthBin(double score, std::size_t bins);

// Bins (k/bins, (k+1)/bins], 0 in the first. Bins without a case are left out; ascending.
// Range    scores in [0, 1]; bins >= 1.
// Threads  safe: pure.
// Source   Guo, Pleiss, Sun, Weinberger, ICML 2017, section 2; scikit-learn 1.9.1 calibration_curve
// (by values).
std::vector<ReliabilityBin> EqualWidthBins(const RankCurve& curve, std::size_t bins);

// Bins of as many cases each: the case of rank r of n, ascending, is in bin floor(r x bins / n).
// Where equal scores fall on both sides of an edge, each side gets their mean label, so that the
// order of rows doesn't count. Range    scores in [0, 1]; bins >= 1. Empty when cases are weighted:
// ranks count cases. Threads  safe: pure.
std::optional<std::vector<ReliabilityBin>> EqualMassBins(const RankCurve& curve, std::size_t bins);

// |mean score - share of positives| over the bins.
struct CalibrationError {
  double mean = 0;      // weighted by the bins' cases: ECE
  double greatest = 0;  // MCE
  double root_mean_square = 0;
};
// Range    at least one bin.
CalibrationError CalibrationErrorOf(std::span<const ReliabilityBin> bins);

// About the ECE over EqualWidthBins that perfectly calibrated scores would show by chance: each
// bin's sum of labels strays by sqrt(2 / pi) of its standard deviation on average. Approximate
// (normal): high where a bin expects less than one positive. Range    scores in [0, 1]; bins >= 1.
// Empty when cases are weighted. Threads  safe: pure.
std::optional<double> ChanceCalibrationError(const RankCurve& curve, std::size_t bins);

// The ECE over EqualWidthBins that perfectly calibrated scores stay below with this probability: an ECE above it isn't chance.
// From 1,000 draws of the labels, each 1 with its score as probability: case by case in bins of up to 1,000 cases, else by
// the normal law of the bin's sum or, where it varies little, by the Poisson law of its rare outcomes. Same seed, same value.
// Range    scores in [0, 1]; bins >= 1; 0 < probability < 1. Empty when cases are weighted.
// Threads  safe: pure.
std::optional<double> ChanceCalibrationQuantile(const RankCurve& curve, std::size_t bins, double probability, std::uint64_t seed);

}  // namespace assay::metric
