// SPDX-License-Identifier: Apache-2.0
// The bootstrap: how much a statistic would move with other cases from the same source.
//
// For a comparison of two systems on the same cases let the statistic be their difference: both then see the same draws,
// and what the cases have in common cancels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/resample/resampler.h"
#include "stats/bootstrap_interval.h"

namespace assay::metric {

// The statistic of the cases, each counted as often as `times` says; empty where it is undefined for them.
// Threads  is called from several threads at once: must be pure.
using Statistic = std::function<std::optional<double>(std::span<const std::uint32_t> times)>;

enum class BootstrapKind : std::uint8_t { kPercentile, kBasic, kBca };

struct BootstrapRequest {
  std::uint64_t seed = 0;
  std::size_t replicates = 2000;  // 10,000 for a claim
  double level = 0.95;
  BootstrapKind kind = BootstrapKind::kBca;
  unsigned threads = 1;  // changes the time, not the result
};

struct BootstrapOutcome {
  double estimate = 0;               // of the cases as they are
  std::optional<Interval> interval;  // empty with a reason in `note`
  std::vector<double> replicates;    // ascending
  std::size_t undefined = 0;         // replicates without a value
  std::string note;                  // why there is no interval, or why it isn't of the kind asked for
};

// Withholds the interval when more than 5 % of the replicates are undefined. BCa gives way to percentiles where all
// replicates are equal, where fewer than ten units are drawn from in some stratum, or where it isn't defined.
// Range    replicates >= 100; 0 < level < 1; threads >= 1.
// Errors   kOutOfRange; kUndefined when the statistic of the cases themselves is.
// Threads  safe.
// Source   Efron, Tibshirani, An Introduction to the Bootstrap, 1993, chapters 8, 13 and 14.
Result<BootstrapOutcome> Bootstrap(const Resampler& resampler, const Statistic& statistic, const BootstrapRequest& request);

// What BCa asks beside the replicates.
struct BcaInputs {
  std::uint64_t smallest_stratum = 0;  // how many there are to draw from, at least
  std::function<std::vector<stats::LeftOut>()> leaving_out;  // the statistic without a case; none = not defined
};

// The outcome of replicates, however they are drawn: the rules of Bootstrap in one place.
// Shape    estimate of the cases as they are; `draw` gives a value per replicate.
Result<BootstrapOutcome> SummariseReplicates(const BootstrapRequest& request, std::optional<double> estimate,
                                             const std::function<std::vector<std::optional<double>>()>& draw,
                                             const BcaInputs& bca);

}  // namespace assay::metric
