// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/paired_outcome.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "stats/bootstrap_interval.h"
#include "stats/clopper_pearson.h"
#include "stats/mcnemar.h"
#include "stats/normal_quantile.h"

namespace assay::metric {
namespace {

constexpr double kDetectedPower = 0.8;
constexpr std::uint64_t kManyDisagreements = 200;  // from here on chi-square is as good as exact

}  // namespace

void TakeCounts(const stats::PairedCounts& counts, const PairedRequest& request, PairedDifference& result) {
  result.counts = counts;
  result.n = counts.cases();
  const std::uint64_t differing = counts.only_first + counts.only_second;
  if (differing < kManyDisagreements) {
    result.p = stats::McNemarTest(counts.only_first, counts.only_second).exact;
    result.test = "McNemar, exact";
  } else {
    result.p = stats::McNemarChiSquare(counts.only_first, counts.only_second, false);
    result.test = "McNemar, chi-square";
  }
  const stats::PairedCounts turned{counts.both, counts.only_second, counts.only_first, counts.neither};
  result.interval = [turned, rest = 1 - request.share](double level) -> std::optional<Interval> {
    const auto interval = stats::TangoInterval(turned, level);
    if (!interval || rest == 0) return interval ? std::optional(*interval) : std::nullopt;
    const auto baseline = stats::ClopperPearsonInterval(turned.both + turned.only_second, turned.cases(), level);
    if (!baseline) return std::nullopt;
    const auto [least, most] = std::minmax({rest * baseline->low, rest * baseline->high});
    return Interval{interval->low + least, interval->high + most, level, interval->method + ", with the baseline's own error"};
  };
  if (differing == 0) return;
  const double discordance = static_cast<double>(differing) / static_cast<double>(result.n);
  const auto detectable = stats::DetectableRateDifference(result.n, discordance, request.level, kDetectedPower);
  if (detectable) result.detectable = *detectable;
}

void TakeReplicates(std::vector<double> replicates, PairedDifference& result) {
  const auto count = static_cast<double>(replicates.size());
  const auto [first, last] = std::ranges::equal_range(replicates, 0.0);
  const auto at_most = static_cast<double>(last - replicates.begin());
  const auto at_least = static_cast<double>(replicates.end() - first);
  result.p = std::min(1.0, 2 * (std::min(at_most, at_least) + 1) / (count + 1));
  result.test = "paired bootstrap";
  const auto shared = std::make_shared<const std::vector<double>>(std::move(replicates));
  result.interval = [shared](double level) -> std::optional<Interval> {
    auto interval = stats::PercentileBootstrap(*shared, level);
    if (!interval) return std::nullopt;
    interval->method = "paired bootstrap, " + std::to_string(shared->size()) + " replicates";
    return *interval;
  };
}

Result<void> TakeOutcome(Result<BootstrapOutcome> outcome, PairedDifference& result) {
  if (!outcome) return std::unexpected(outcome.error());
  if (outcome->interval) {
    TakeReplicates(std::move(outcome->replicates), result);
  } else {
    result.reason = outcome->note;
  }
  return {};
}

void FindDetectable(const PairedRequest& request, PairedDifference& result) {
  if (result.detectable || result.counts || !result.interval) return;
  const auto interval = result.interval(request.level);
  if (!interval || !(interval->high > interval->low)) return;
  // A normal error that gives the interval's width tells what would have been seen.
  const double z = stats::NormalQuantile(0.5 + 0.5 * request.level);
  result.detectable = (interval->high - interval->low) / 2 * (1 + stats::NormalQuantile(kDetectedPower) / z);
}

}  // namespace assay::metric
