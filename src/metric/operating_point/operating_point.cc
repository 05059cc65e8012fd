// SPDX-License-Identifier: Apache-2.0
#include "metric/operating_point/operating_point.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "metric/rank/base_rate.h"
#include "stats/clopper_pearson.h"
#include "stats/proportion.h"
#include "stats/sample_size.h"

namespace assay::metric {
namespace {

constexpr std::size_t kRanks = 32;
constexpr double kPower = 0.8;

Result<void> CheckRequest(const OperatingPointRequest& request) {
  ASSAY_CHECK_OK(stats::CheckShare("minimum precision", request.min_precision));
  ASSAY_CHECK_OK(stats::CheckShare("alpha", request.alpha));
  if (request.base_rate) return stats::CheckShare("base rate", *request.base_rate);
  return {};
}

std::string WhyNotCountable(const RankCurve& curve) {
  if (!(curve.positives > 0)) return "no positive";
  if (!(curve.negatives > 0)) return "no negative";
  return {};
}

std::string WhyNotCertifiable(const RankCurve& curve) {
  const std::string reason = WhyNotCountable(curve);
  return reason.empty() && curve.weighted ? "weighted cases can't be certified: no exact bound exists" : reason;
}

// A precision at the prevalence of the cases, carried to where it is meant.
double AtBaseRate(const RankCurve& curve, const OperatingPointRequest& request, double precision) {
  return request.base_rate ? ShiftedShare(precision, curve.prevalence(), *request.base_rate) : precision;
}

// The precision among these cases that amounts to the required one at the base rate.
double RequiredHere(const RankCurve& curve, const OperatingPointRequest& request) {
  return request.base_rate ? ShiftedShare(request.min_precision, *request.base_rate, curve.prevalence())
                           : request.min_precision;
}

// How many flagged cases each test looks at. Nothing here may depend on which case is positive, or the tests would no
// longer be fixed before the data: the first rank comes from the number expected at the stated base rate, and from what
// the required precision needs to pass at all. Twice the zero-miss count where one early miss would end the sequence; a
// grid goes on after a miss.
std::vector<double> Ranks(const RankCurve& curve, const OperatingPointRequest& request, double required,
                          double confidence) {
  const double cases = static_cast<double>(curve.cases);
  const auto zero_miss = stats::ZeroMissCount(required, confidence);
  const double zero_miss_factor = request.method == CertifyMethod::kGrid ? 1 : 2;
  const double first = std::min(cases, std::max({20.0, cases * request.base_rate.value_or(0) / 4,
                                                 zero_miss ? zero_miss_factor * static_cast<double>(*zero_miss) : 0.0}));
  std::vector<double> ranks;
  for (std::size_t i = 0; i < kRanks; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(kRanks - 1);
    ranks.push_back(std::round(first * std::pow(cases / first, share)));
  }
  return ranks;
}

void FillEstimates(const RankCurve& curve, const OperatingPointRequest& request, std::size_t group,
                   OperatingPoint& point) {
  const double flagged = curve.true_positives[group] + curve.false_positives[group];
  point.threshold = curve.threshold[group];
  point.flagged_rate = flagged / (curve.positives + curve.negatives);
  point.precision = AtBaseRate(curve, request, curve.true_positives[group] / flagged);
  point.recall = curve.true_positives[group] / curve.positives;
}

std::string Sentence(const char* form, double first, double second = 0) {
  char text[160];
  std::snprintf(text, sizeof text, form, first, second);
  return text;
}

// Nothing passed: says how far off the first test was, and how many positives would let it pass.
Result<void> ExplainFailure(const RankCurve& curve, double required, double confidence, OperatingPoint& point) {
  const TriedThreshold& first = point.tried.front();
  const double seen = static_cast<double>(first.true_positives) / static_cast<double>(first.flagged);
  point.reason = Sentence("the highest %.0f scores have a precision of at least %.4g only",
                          static_cast<double>(first.flagged), first.precision_bound);
  if (!(seen > required) || !(seen < 1)) {
    point.reason += seen < 1 ? "; at the precision seen there, no number of cases would certify it" : "";
    if (seen < 1) return {};
  }
  Result<std::optional<std::uint64_t>> flagged = std::optional<std::uint64_t>();
  if (seen < 1) {
    flagged = stats::SampleSizeForClaim(required, seen, confidence, kPower);
  } else {
    const auto zero_miss = stats::ZeroMissCount(required, confidence);
    if (!zero_miss) return std::unexpected(zero_miss.error());
    flagged = std::optional(*zero_miss);
  }
  if (!flagged) return std::unexpected(flagged.error());
  if (!*flagged) return {};
  const double scale = static_cast<double>(**flagged) / static_cast<double>(first.flagged);
  point.positives_needed =
      static_cast<std::uint64_t>(std::ceil(static_cast<double>(curve.positive_cases) * std::max(scale, 1.0)));
  return {};
}

// One look at the cases that group `group` and all above it flag.
Result<TriedThreshold> Test(const RankCurve& curve, const OperatingPointRequest& request, std::size_t group,
                            double required, double confidence) {
  TriedThreshold tried;
  tried.threshold = curve.threshold[group];
  tried.true_positives = static_cast<std::uint64_t>(curve.true_positives[group]);
  tried.flagged = tried.true_positives + static_cast<std::uint64_t>(curve.false_positives[group]);
  ASSAY_TRY(bound, stats::ClopperPearsonLower(tried.true_positives, tried.flagged, confidence));
  tried.precision_bound = AtBaseRate(curve, request, bound);
  tried.passed = bound >= required;
  return tried;
}

// Fills in what a passed test certifies.
Result<void> Certify(const RankCurve& curve, const OperatingPointRequest& request, std::size_t group,
                     const TriedThreshold& chosen, OperatingPoint& point) {
  FillEstimates(curve, request, group, point);
  point.precision_bound = chosen.precision_bound;
  point.reason = Sentence("precision is at least %.4g with confidence %.4g", request.min_precision, point.confidence);
  if (request.base_rate) point.reason += Sentence(" at base rate %.4g", *request.base_rate);
  if (!request.recall_claimed) return {};
  ASSAY_TRY(recall, stats::ClopperPearsonLower(chosen.true_positives, curve.positive_cases, point.confidence));
  point.recall_bound = recall;
  return {};
}

}  // namespace

Result<OperatingPoint> CertifyOperatingPoint(const RankCurve& curve, const OperatingPointRequest& request) {
  ASSAY_CHECK_OK(CheckRequest(request));
  const bool grid = request.method == CertifyMethod::kGrid;
  OperatingPoint point;
  point.method = grid ? "grid" : "fixed_sequence";
  point.confidence = 1 - (request.recall_claimed ? request.alpha / 2 : request.alpha);
  point.reason = WhyNotCertifiable(curve);
  if (!point.reason.empty()) return point;

  const double required = RequiredHere(curve, request);
  const double of_each = grid ? 1 - (1 - point.confidence) / static_cast<double>(kRanks) : point.confidence;
  std::optional<std::size_t> last, chosen;
  std::size_t group = 0;
  std::optional<std::size_t> tested;
  for (const double rank : Ranks(curve, request, required, of_each)) {
    // Cases with equal scores are flagged together, so a rank reaches to the end of its group.
    while (curve.true_positives[group] + curve.false_positives[group] < rank) ++group;
    if (tested == group) continue;
    tested = group;
    ASSAY_TRY(tried, Test(curve, request, group, required, of_each));
    point.tried.push_back(tried);
    if (tried.passed) {
      last = group;
      chosen = point.tried.size() - 1;
    } else if (!grid) {
      break;
    }
  }
  if (!last) {
    ASSAY_CHECK_OK(ExplainFailure(curve, required, of_each, point));
    return point;
  }
  ASSAY_CHECK_OK(Certify(curve, request, *last, point.tried[*chosen], point));
  return point;
}

Result<OperatingPoint> CertifyBySplit(const RankCurve& tuning, const RankCurve& confirming,
                                      const OperatingPointRequest& request) {
  ASSAY_CHECK_OK(CheckRequest(request));
  OperatingPoint point;
  point.method = "split";
  point.confidence = 1 - (request.recall_claimed ? request.alpha / 2 : request.alpha);
  for (const RankCurve* curve : {&tuning, &confirming}) {
    if (point.reason.empty()) point.reason = WhyNotCertifiable(*curve);
  }
  if (!point.reason.empty()) return point;

  // From the deepest threshold upwards: the first that passes is picked. No bound lies above what is observed, so most
  // thresholds need no bound.
  std::optional<double> picked;
  const double required = RequiredHere(tuning, request);
  for (std::size_t group = tuning.groups(); group-- > 0 && !picked;) {
    const double flagged = tuning.true_positives[group] + tuning.false_positives[group];
    if (tuning.true_positives[group] < required * flagged) continue;
    ASSAY_TRY(tried, Test(tuning, request, group, required, point.confidence));
    if (tried.passed) picked = tried.threshold;
  }
  if (!picked) {
    point.reason = "no threshold has a certified precision on the half that picks";
    return point;
  }
  const auto below = std::ranges::find_if(confirming.threshold, [&](double threshold) { return threshold < *picked; });
  const auto flagged_groups = static_cast<std::size_t>(below - confirming.threshold.begin());
  if (flagged_groups == 0) {
    point.reason = "the half that confirms has no case above the threshold that the other half picked";
    return point;
  }
  ASSAY_TRY(tried, Test(confirming, request, flagged_groups - 1, RequiredHere(confirming, request), point.confidence));
  tried.threshold = *picked;
  point.tried.push_back(tried);
  if (!tried.passed) {
    point.reason = Sentence("the half that confirms shows a precision of at least %.4g only", tried.precision_bound);
    return point;
  }
  ASSAY_CHECK_OK(Certify(confirming, request, flagged_groups - 1, tried, point));
  point.threshold = *picked;
  return point;
}

Result<OperatingPoint> DescribeOperatingPoint(const RankCurve& curve, const OperatingPointRequest& request) {
  ASSAY_CHECK_OK(CheckRequest(request));
  OperatingPoint point;
  point.method = "descriptive";
  point.reason = WhyNotCountable(curve);
  if (!point.reason.empty()) return point;
  const auto best = RecallAtPrecision(curve, RequiredHere(curve, request));
  if (!best) {
    point.reason = Sentence("no threshold has a precision of %.4g on these cases", request.min_precision);
    return point;
  }
  const auto found = std::ranges::find(curve.threshold, best->threshold);
  FillEstimates(curve, request, static_cast<std::size_t>(found - curve.threshold.begin()), point);
  point.reason = "picked by these labels: nothing is certified for new cases";
  return point;
}

}  // namespace assay::metric
