// SPDX-License-Identifier: Apache-2.0
#include "run/operating_point.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>

#include "base/sha256.h"
#include "metric/operating_point/operating_point.h"
#include "metric/rank/rank_curve.h"
#include "stats/clopper_pearson.h"

namespace assay::run {
namespace {

bool RecallIsClaimed(const spec::Spec& spec) {
  return std::ranges::any_of(spec.claims, [](const spec::Claim& claim) {
    return claim.metric == "recall" && claim.given_operating_point;
  });
}

metric::OperatingPointRequest RequestOf(const spec::Spec& spec) {
  metric::OperatingPointRequest request{.min_precision = *RequiredPrecision(spec), .alpha = spec.operating_point->alpha,
                                        .recall_claimed = RecallIsClaimed(spec)};
  if (spec.operating_point->at_base_rate && spec.data.base_rate) request.base_rate = spec.data.base_rate->value;
  if (spec.operating_point->method == "grid") request.method = metric::CertifyMethod::kGrid;
  return request;
}

Result<metric::RankCurve> CurveOf(const ScoredCases& cases, std::span<const std::size_t> rows) {
  const ScoredCases part = RowsOf(cases, cases.predicted, rows);
  return metric::BuildRankCurve((rows.empty() ? cases : part).Columns());
}

struct Halves {
  std::vector<std::size_t> tuning, judging;
};

Halves HalvesOf(const ScoredCases& cases) {
  Halves halves;
  for (std::size_t row = 0; row < cases.ids.size(); ++row) {
    (InSecondHalf(cases.ids[row]) ? halves.judging : halves.tuning).push_back(row);
  }
  return halves;
}

// By halves, or on all cases by the method that the spec names.
Result<metric::OperatingPoint> Certify(const spec::Spec& spec, const ScoredCases& cases, const metric::RankCurve& curve,
                                       metric::OperatingPointRequest request, PointDetails& details) {
  if (spec.operating_point->method == "descriptive") return metric::DescribeOperatingPoint(curve, request);
  if (spec.operating_point->method != "split") return metric::CertifyOperatingPoint(curve, request);
  Halves halves = HalvesOf(cases);
  if (halves.tuning.empty() || halves.judging.empty()) {
    metric::OperatingPoint none;
    none.method = "split";
    none.reason = "too few cases for two halves";
    return none;
  }
  ASSAY_TRY(tuning, CurveOf(cases, halves.tuning));
  ASSAY_TRY(judging, CurveOf(cases, halves.judging));
  details.fresh_cases = true;
  details.judging_rows = std::move(halves.judging);
  request.recall_claimed = false;  // the claim has all of alpha, too
  return metric::CertifyBySplit(tuning, judging, request);
}

// Fills what is known of any threshold: the load on reviewers, the naive point beside it.
Result<void> FillDetails(const spec::Spec& spec, const ScoredCases& cases, const metric::RankCurve& curve,
                         OperatingPointResult& point) {
  PointDetails& details = point.details;
  details.min_precision = *RequiredPrecision(spec);
  details.alpha = spec.operating_point->alpha;
  details.base_rate = RequestOf(spec).base_rate;
  if (!(curve.positives > 0) || !(curve.negatives > 0)) return {};
  if (point.threshold) {
    ASSAY_TRY(rate, metric::FlaggedRateOf(metric::FlagCountsAt(curve, *point.threshold), details.base_rate,
                                          spec.stats.level));
    details.flagged_rate = rate;
  }
  if (point.precision_interval) {
    const double meant_at = details.base_rate.value_or(curve.prevalence());
    details.break_even_rate = metric::BreakEvenBaseRate(point.precision_interval->low, meant_at, details.min_precision);
  }
  ASSAY_TRY(short_curve, metric::BuildRankCurve(cases.Columns(), metric::Thresholds::kAtPositives));
  ASSAY_TRY(naive, metric::DescribeNaivePoint(short_curve, details.min_precision, details.base_rate, spec.stats.level,
                                              spec.stats.seed));
  details.naive = std::move(naive);
  return {};
}

}  // namespace

std::optional<double> RequiredPrecision(const spec::Spec& spec) {
  if (!spec.operating_point) return std::nullopt;
  for (const spec::Condition& condition : spec.operating_point->subject_to) {
    if (condition.name == "precision") return condition.value.value;
  }
  return std::nullopt;
}

Result<std::optional<OperatingPointResult>> FindOperatingPoint(const spec::Spec& spec, const ScoredCases& cases) {
  if (!RequiredPrecision(spec) || cases.score.empty()) return std::nullopt;
  ASSAY_TRY(curve, metric::BuildRankCurve(cases.Columns()));
  const metric::OperatingPointRequest request = RequestOf(spec);
  OperatingPointResult point;
  ASSAY_TRY(found, Certify(spec, cases, curve, request, point.details));
  point.threshold = found.threshold;
  point.method = found.method;
  point.statement = found.reason;
  point.details.tested = found.tried.size();
  if (found.threshold) {
    point.recall = found.recall;
    point.precision = found.precision;
    const auto at_least = [&](double bound) { return Interval{bound, 1, found.confidence, "clopper-pearson, one-sided"}; };
    if (found.precision_bound) point.precision_interval = at_least(*found.precision_bound);
    if (found.recall_bound) point.recall_interval = at_least(*found.recall_bound);
  } else {
    if (found.positives_needed) {
      point.statement += "; about " + std::to_string(*found.positives_needed) + " positives would decide it";
    }
    // Picked by looking at the labels, so it flatters: a claim that fails even here fails.
    ASSAY_TRY(described, metric::DescribeOperatingPoint(curve, request));
    point.optimistic = described.threshold.value_or(std::numeric_limits<double>::infinity());
    point.details.fresh_cases = false;
    point.details.judging_rows.clear();
  }
  ASSAY_CHECK_OK(FillDetails(spec, cases, curve, point));
  return point;
}

Result<OperatingPointResult> FixedOperatingPoint(const spec::Spec& spec, const ScoredCases& cases, double threshold) {
  ASSAY_TRY(curve, metric::BuildRankCurve(cases.Columns()));
  if (!(curve.positives > 0) || !(curve.negatives > 0)) {
    return Fail(ErrorCode::kOneClass, "a threshold is judged on positives and negatives, found one class");
  }
  const metric::OperatingPointRequest request = RequestOf(spec);
  const metric::FlagCounts counts = metric::FlagCountsAt(curve, threshold);
  const std::uint64_t flagged = counts.true_positives + counts.false_positives;
  OperatingPointResult point{.threshold = threshold, .method = "fixed"};
  point.recall = static_cast<double>(counts.true_positives) / static_cast<double>(counts.positives);
  point.details.fresh_cases = true;
  point.details.precision_outcome = verdict::Outcome::kUndecided;
  if (flagged == 0) {
    point.statement = "no case is flagged, so nothing shows the precision";
  } else {
    const auto meant = [&](double share) {
      return request.base_rate ? metric::ShiftedShare(share, curve.prevalence(), *request.base_rate) : share;
    };
    const double confidence = 1 - request.alpha;
    ASSAY_TRY(low, stats::ClopperPearsonLower(counts.true_positives, flagged, confidence));
    ASSAY_TRY(high, stats::ClopperPearsonUpper(counts.true_positives, flagged, 1 - request.alpha / 2));
    point.precision = meant(static_cast<double>(counts.true_positives) / static_cast<double>(flagged));
    point.precision_interval = {meant(low), 1, confidence, "clopper-pearson, one-sided"};
    const bool shown = meant(low) >= request.min_precision;
    if (shown) point.details.precision_outcome = verdict::Outcome::kPass;
    if (meant(high) < request.min_precision) point.details.precision_outcome = verdict::Outcome::kFail;
    char text[160];
    std::snprintf(text, sizeof text, "precision is shown to be at least %.4g%s with confidence %.4g", meant(low),
                  shown ? "" : " only", confidence);
    point.statement = text;
  }
  ASSAY_CHECK_OK(FillDetails(spec, cases, curve, point));
  return point;
}

double AlphaAtPoint(const spec::Spec& spec, const OperatingPointResult& point) {
  return point.details.fresh_cases ? spec.operating_point->alpha : spec.operating_point->alpha / 2;
}

ScoredCases RowsOf(const ScoredCases& cases, std::span<const std::int32_t> decisions, std::span<const std::size_t> rows) {
  ScoredCases part;
  if (rows.empty()) return part;
  part.classes = cases.classes;
  for (const std::size_t row : rows) {
    AppendCase(cases, row, part);
    if (!decisions.empty()) part.predicted.push_back(decisions[row]);
  }
  return part;
}

bool InSecondHalf(std::string_view id) {
  base::Sha256 hash;
  return (std::to_integer<unsigned>(hash.Update(id).Finish().front()) & 1U) != 0;
}

}  // namespace assay::run
