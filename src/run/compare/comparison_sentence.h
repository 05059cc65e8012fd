// SPDX-License-Identifier: Apache-2.0
// One sentence per compared metric, for people who don't read tables of p-values.
#pragma once

#include <optional>
#include <string>

#include "run/compare/comparison.h"

namespace assay::run {

// "b is worse than a: recall 0.7100 -> 0.6400, difference -0.0700 (95 % interval -0.1100 to -0.0300), p = 0.0012 (…)".
// Threads  safe: pure.
std::string ComparisonSentence(const Comparison& comparison, const ComparedMetric& metric,
                               const std::optional<FailRule>& rule);

// That of the confirmed metric that decides the word.
std::string HeadSentence(const CompareOutcome& outcome);

// A difference in the metric's way: "+0.0700", "-7.1 %".
std::string DifferenceText(const ComparedMetric& metric, double difference);
// "0.0227", "< 0.0001".
std::string PValueText(double p);

}  // namespace assay::run
