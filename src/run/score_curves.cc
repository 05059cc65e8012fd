// SPDX-License-Identifier: Apache-2.0
#include "run/score_curves.h"

#include <algorithm>
#include <cmath>

#include "metric/calibration/probability_loss.h"
#include "metric/calibration/reliability.h"
#include "metric/rank/rank_curve.h"
#include "stats/wilson_interval.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostCurvePoints = 400;
constexpr std::size_t kReliabilityBins = 15;
constexpr double kBinLevel = 0.95;

}  // namespace

std::vector<report::PrPoint> PrCurveOf(const ScoredCases& cases) {
  const auto curve = metric::BuildRankCurve(cases.Columns());
  if (!curve) return {};
  const auto all = metric::PrecisionRecallPoints(*curve);
  std::vector<report::PrPoint> points;
  const std::size_t step = std::max<std::size_t>(1, all.size() / kMostCurvePoints);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % step == 0 || i + 1 == all.size()) points.push_back({all[i].recall, all[i].precision, all[i].threshold});
  }
  return points;
}

std::vector<report::ReliabilityPoint> ReliabilityOf(const ScoredCases& cases) {
  const auto curve = metric::BuildRankCurve(cases.Columns());
  if (!curve || metric::NotProbabilities(*curve)) return {};
  std::vector<report::ReliabilityPoint> points;
  for (const metric::ReliabilityBin& bin : metric::EqualWidthBins(*curve, kReliabilityBins)) {
    const auto n = static_cast<std::uint64_t>(std::llround(bin.weight));
    const auto positives = static_cast<std::uint64_t>(std::llround(bin.weight * bin.positive_share));
    const auto interval = stats::WilsonInterval(positives, n, kBinLevel);
    if (interval) points.push_back({bin.mean_score, bin.positive_share, *interval, n});
  }
  return points;
}

}  // namespace assay::run
