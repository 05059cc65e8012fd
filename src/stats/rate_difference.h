// SPDX-License-Identifier: Apache-2.0
// The difference of two rates that were measured on different cases. On the same cases use mcnemar.h: unpaired intervals
// of paired data are far too wide.
#pragma once

#include <cstdint>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

struct TwoRates {
  std::uint64_t successes1 = 0, trials1 = 0, successes2 = 0, trials2 = 0;
};

// Intervals of rate 1 - rate 2.
// Range    successes <= trials, trials >= 1, 0 < level < 1, for all.
// Errors   kEmpty without a trial; kOutOfRange for the rest.
// Threads  safe: pure.

// From the two Wilson intervals; the one to show.
// Source   Newcombe, Stat. Med. 17 (1998) 873-890, method 10.
Result<Interval> NewcombeInterval(const TwoRates& rates, double level);

// Normal, with the variances of the two rates; of no width for 0 of n against 0 of m.
Result<Interval> WaldDifferenceInterval(const TwoRates& rates, double level);

// Wald's, with one success and one failure added on each side.
// Source   Agresti, Caffo, Am. Stat. 54 (2000) 280-288.
Result<Interval> AgrestiCaffoInterval(const TwoRates& rates, double level);

// The differences that the score test doesn't reject; cut to [-1, 1].
// Source   Miettinen, Nurminen, Stat. Med. 4 (1985) 213-226.
Result<Interval> ScoreDifferenceInterval(const TwoRates& rates, double level);

enum class ScoreRule : std::uint8_t {
  kMiettinenNurminen,
  // As statsmodels 0.15.0, where one coefficient of the cubic has the successes in place of the trials of sample 2. Its
  // rates are not the likeliest ones, and its intervals differ in the second digit of the ends. For comparison only.
  kStatsmodels,
};

// Two-sided p-value of the score test of "rate 1 - rate 2 = difference".
// Range    -1 < difference < 1. NaN where kStatsmodels leaves the rates' range.
// Source   as above.
Result<double> ScoreDifferenceTest(const TwoRates& rates, double difference,
                                   ScoreRule rule = ScoreRule::kMiettinenNurminen);

}  // namespace assay::stats
