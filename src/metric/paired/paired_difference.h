// SPDX-License-Identifier: Apache-2.0
// How much a metric differs between two systems that answered the same cases, and how well that is known.
//
// Shares of right answers take McNemar's test and Tango's interval, ROC-AUC DeLong's covariance, everything else the
// paired bootstrap: both systems see the same draws, and what the cases have in common cancels.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/paired/paired_cases.h"
#include "stats/paired_rate.h"

namespace assay::metric {

struct PairedDifference {
  std::optional<double> baseline, other, difference;  // other - share x baseline; empty with a reason
  std::uint64_t n = 0;                                // cases that it rests on: positives for recall
  std::function<std::optional<Interval>(double level)> interval;  // of the difference, at any level; none = not known
  std::optional<double> p;                            // two-sided, of no difference; none for a share other than 1
  std::string test;                                   // "McNemar, exact", "DeLong", "paired bootstrap"
  std::optional<stats::PairedCounts> counts;          // shares of right answers; first = baseline
  std::optional<double> detectable;                   // would have been seen with 80 % power at 1 - level
  std::string reason;                                 // why something is missing
};

struct PairedRequest {
  double level = 0.95;
  std::size_t replicates = 2000;  // 10,000 for a claim
  std::uint64_t seed = 0;
  double share = 1;  // of the baseline's value: 0.98 asks whether the other has at least 98 % of it
};

// For a share other than 1 the interval of shares of right answers adds the bounds of what is left of the baseline's value
// to Tango's, as if the two always erred together: the widest that they can be.
// Range    a metric of labelled binary or multiclass cases that needs no baseline itself.
// Errors   of the metric's input (kNotFinite, kOutOfRange); kUsage for a metric of another kind.
// Threads  safe: pure; the same seed gives the same result on any machine.
// Source   McNemar, Psychometrika 12 (1947) 153-157, chi-square from 200 differing cases on; Tango, Stat. Med. 17 (1998)
//          891-908; DeLong et al., Biometrics 44 (1988) 837-845; Efron, Tibshirani, An Introduction to the Bootstrap,
//          1993, chapter 13 and section 16.4; sums of bounds: Zou, Donner, Stat. Med. 27 (2008) 1693-1702.
Result<PairedDifference> DifferenceOf(const MetricInfo& info, const PairedCases& cases, const PairedRequest& request);

// Right by both, by the baseline alone, by the other alone, by none; of the cases of one class where it is given.
// Range    cases with decisions.
stats::PairedCounts CountPaired(const PairedCases& cases, std::optional<std::int32_t> only_label);

// The two-sided p-value that an interval gives: the smallest alpha at which it leaves `value` outside.
// Range    intervals that widen with their level. Empty where none is known.
std::optional<double> PValueFromInterval(const std::function<std::optional<Interval>(double level)>& interval, double value);

}  // namespace assay::metric
