// SPDX-License-Identifier: Apache-2.0
#include "metric/operating_point/joint_claim.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "metric/rank/base_rate.h"
#include "stats/clopper_pearson.h"
#include "stats/proportion.h"

namespace assay::metric {
namespace {

Result<void> Check(const RankCurve& curve, const JointClaim& claim) {
  ASSAY_CHECK_OK(stats::CheckShare("minimum precision", claim.min_precision));
  ASSAY_CHECK_OK(stats::CheckShare("minimum recall", claim.min_recall));
  ASSAY_CHECK_OK(stats::CheckShare("alpha", claim.alpha));
  if (claim.base_rate) ASSAY_CHECK_OK(stats::CheckShare("base rate", *claim.base_rate));
  if (!std::isfinite(claim.threshold)) return Fail(ErrorCode::kOutOfRange, "expected a finite threshold");
  if (curve.weighted) return Fail(ErrorCode::kContradiction, "expected unweighted cases: no exact bound exists for others");
  if (!(curve.positives > 0) || !(curve.negatives > 0)) {
    return Fail(ErrorCode::kOneClass, "expected positives and negatives, found one class");
  }
  return {};
}

std::string Reason(const JointClaim& claim, const JointOutcome& outcome) {
  if (outcome.flagged == 0) return "no case is flagged";
  char text[160];
  const bool precise = outcome.precision_bound >= claim.min_precision;
  if (outcome.passed) {
    std::snprintf(text, sizeof text, "precision is at least %.4g and recall at least %.4g with confidence %.4g",
                  claim.min_precision, claim.min_recall, 1 - claim.alpha);
  } else {
    std::snprintf(text, sizeof text, "%s is shown to be at least %.4g only", precise ? "recall" : "precision",
                  precise ? outcome.recall_bound : outcome.precision_bound);
  }
  return text;
}

}  // namespace

Result<JointOutcome> TestJointClaim(const RankCurve& curve, const JointClaim& claim) {
  ASSAY_CHECK_OK(Check(curve, claim));
  const double confidence = 1 - claim.alpha;
  const auto at_base_rate = [&](double precision) {
    return claim.base_rate ? ShiftedShare(precision, curve.prevalence(), *claim.base_rate) : precision;
  };
  JointOutcome outcome;
  const auto below = std::ranges::lower_bound(curve.threshold, claim.threshold, std::greater_equal());
  if (below != curve.threshold.begin()) {
    const auto last = static_cast<std::size_t>(below - curve.threshold.begin()) - 1;
    outcome.true_positives = static_cast<std::uint64_t>(curve.true_positives[last]);
    outcome.flagged = outcome.true_positives + static_cast<std::uint64_t>(curve.false_positives[last]);
  }
  ASSAY_TRY(rate, stats::ClopperPearsonInterval(outcome.flagged, curve.cases, confidence));
  outcome.flagged_rate = rate;
  ASSAY_TRY(recall, stats::ClopperPearsonLower(outcome.true_positives, curve.positive_cases, confidence));
  outcome.recall = static_cast<double>(outcome.true_positives) / curve.positives;
  outcome.recall_bound = recall;
  if (outcome.flagged > 0) {
    ASSAY_TRY(precision, stats::ClopperPearsonLower(outcome.true_positives, outcome.flagged, confidence));
    outcome.precision = at_base_rate(static_cast<double>(outcome.true_positives) / static_cast<double>(outcome.flagged));
    outcome.precision_bound = at_base_rate(precision);
  }
  outcome.passed = outcome.precision_bound >= claim.min_precision && outcome.recall_bound >= claim.min_recall;
  outcome.reason = Reason(claim, outcome);
  return outcome;
}

}  // namespace assay::metric
