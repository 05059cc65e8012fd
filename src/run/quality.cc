// SPDX-License-Identifier: Apache-2.0
#include "run/quality.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "metric/operating_point/operating_point.h"
#include "metric/rank/rank_curve.h"
#include "verdict/bound_check.h"

namespace assay::run {
namespace {

constexpr std::uint8_t kDecisions = static_cast<std::uint8_t>(Needs::kQualityDecisions);

// What the spec reports or claims, and accuracy beside it wherever there are decisions.
std::set<std::string> WantedMetrics(const spec::Spec& spec) {
  std::set<std::string> wanted(spec.scoring.report.begin(), spec.scoring.report.end());
  if (!spec.scoring.primary.empty()) wanted.insert(spec.scoring.primary);
  for (const spec::Claim& claim : spec.claims) wanted.insert(claim.metric);
  wanted.insert(spec.task.kind == spec::TaskKind::kBinary ? "accuracy" : "top_1");
  std::erase_if(wanted, [](const std::string& name) {
    const MetricInfo* info = FindMetric(name);
    return info == nullptr || (info->needs & kQualityNeeds) == 0;
  });
  return wanted;
}

std::optional<double> MinPrecision(const spec::Spec& spec) {
  if (!spec.operating_point) return std::nullopt;
  for (const spec::Condition& condition : spec.operating_point->subject_to) {
    if (condition.name == "precision") return condition.value.value;
  }
  return std::nullopt;
}

Result<std::vector<Measurement>> Compute(const std::set<std::string>& names, const MetricInput& input,
                                         std::uint8_t only_needs) {
  std::vector<Measurement> list;
  for (const std::string& name : names) {
    const MetricInfo* info = FindMetric(name);
    if ((info->needs & only_needs) == 0) continue;
    if ((info->needs & static_cast<std::uint8_t>(Needs::kBaseline)) != 0 && input.baseline == nullptr) continue;
    ASSAY_TRY(measured, info->compute(input));
    list.insert(list.end(), measured.begin(), measured.end());
  }
  return list;
}

bool RecallIsClaimed(const spec::Spec& spec) {
  return std::ranges::any_of(spec.claims, [](const spec::Claim& claim) {
    return claim.metric == "recall" && claim.given_operating_point;
  });
}

}  // namespace

QualityColumns ColumnsOf(const spec::Spec& spec, const ScoredCases& cases) {
  QualityColumns columns = cases.Columns();
  if (spec.data.base_rate) columns.base_rate = spec.data.base_rate->value;
  columns.min_precision = MinPrecision(spec);
  return columns;
}

CostInputs ErrorCosts(const spec::Spec& spec, const std::string& system, std::span<const CellResult> cells) {
  CostInputs cost;
  if (!spec.costs) return cost;
  const auto amount = [](const std::optional<spec::Money>& money) {
    if (!money) return std::optional<double>();
    return std::optional(money->per == spec::Per::kThousand ? money->amount / 1000 : money->amount);
  };
  cost.fn = amount(spec.costs->fn);
  cost.fp = amount(spec.costs->fp);
  cost.review = amount(spec.costs->review);
  cost.serve = amount(spec.costs->serve);
  if (!spec.costs->serve_from_serving) return cost;
  for (const CellResult& cell : cells) {
    if (cell.context.cell.system != system || cell.context.accuracy) continue;
    for (const Measurement& measurement : cell.measurements) {
      if (measurement.metric != "cost_per_request" || !measurement.value) continue;
      cost.serve = *measurement.value / 1000;
      return cost;
    }
  }
  return cost;
}

Result<std::optional<OperatingPointResult>> FindOperatingPoint(const spec::Spec& spec, const ScoredCases& cases) {
  const auto min_precision = MinPrecision(spec);
  if (!min_precision || cases.score.empty()) return std::nullopt;
  ASSAY_TRY(curve, metric::BuildRankCurve(cases.Columns()));
  metric::OperatingPointRequest request{.min_precision = *min_precision, .alpha = spec.operating_point->alpha,
                                        .recall_claimed = RecallIsClaimed(spec)};
  if (spec.operating_point->at_base_rate && spec.data.base_rate) request.base_rate = spec.data.base_rate->value;
  const bool certify = spec.operating_point->method != "descriptive";
  if (spec.operating_point->method == "grid") request.method = metric::CertifyMethod::kGrid;
  ASSAY_TRY(found, certify ? metric::CertifyOperatingPoint(curve, request) : metric::DescribeOperatingPoint(curve, request));
  OperatingPointResult point{.threshold = found.threshold, .method = found.method, .statement = found.reason};
  if (!found.threshold) {
    if (found.positives_needed) {
      point.statement += "; about " + std::to_string(*found.positives_needed) + " positives would decide it";
    }
    // Picked by looking at the labels, so it flatters: a claim that fails even here fails.
    ASSAY_TRY(described, metric::DescribeOperatingPoint(curve, request));
    point.optimistic = described.threshold.value_or(std::numeric_limits<double>::infinity());
    return point;
  }
  point.recall = found.recall;
  point.precision = found.precision;
  if (found.precision_bound) point.precision_interval = {*found.precision_bound, 1, found.confidence, "clopper-pearson, one-sided"};
  if (found.recall_bound) point.recall_interval = {*found.recall_bound, 1, found.confidence, "clopper-pearson, one-sided"};
  return point;
}

Result<void> DecideQuality(const spec::Spec& spec, QualityResult& quality) {
  ASSAY_TRY(point, FindOperatingPoint(spec, quality.cases));
  quality.operating_point = std::move(point);
  if (quality.operating_point && quality.operating_point->threshold) {
    quality.decisions_at_point = DecideAt(quality.cases, *quality.operating_point->threshold);
  }
  return {};
}

Result<void> MeasureQuality(const spec::Spec& spec, QualityResult& quality, const QualityResult* baseline,
                            const CostInputs& cost) {
  std::set<std::string> wanted = WantedMetrics(spec);
  if (cost.fn || cost.fp || cost.review) wanted.insert("error_cost_per_1000");
  const QualityColumns columns = ColumnsOf(spec, quality.cases);
  QualityColumns base_columns;
  if (baseline != nullptr) base_columns = ColumnsOf(spec, baseline->cases);
  MetricInput input{.quality = &columns, .baseline = baseline == nullptr ? nullptr : &base_columns, .cost = &cost,
                    .level = spec.stats.level};
  ASSAY_TRY(shown, Compute(wanted, input, kQualityNeeds));
  quality.measurements = std::move(shown);
  input.level = verdict::ClaimIntervalLevel(spec.stats.level);
  ASSAY_TRY(claimed, Compute(wanted, input, kQualityNeeds));
  quality.for_claims = std::move(claimed);
  if (!quality.operating_point) return {};

  wanted.insert({"recall", "precision"});
  const bool has_threshold = quality.operating_point->threshold.has_value();
  const std::vector<std::int32_t> decisions =
      has_threshold ? quality.decisions_at_point : DecideAt(quality.cases, *quality.operating_point->optimistic);
  QualityColumns at_point = columns;
  at_point.predicted = decisions;
  input.quality = &at_point;
  // Flips are between deployed systems: each at its own operating point, where both have one.
  if (has_threshold && baseline != nullptr && !baseline->decisions_at_point.empty()) {
    base_columns.predicted = baseline->decisions_at_point;
  }
  // The same cases certified the precision with half of alpha; a claim here has the other half.
  input.level = verdict::ClaimIntervalLevel(1 - spec.operating_point->alpha / 2);
  ASSAY_TRY(claimed_at, Compute(wanted, input, kDecisions));
  quality.at_point_for_claims = std::move(claimed_at);
  if (!has_threshold) return {};  // the best threshold by the labels is for claims that fail even there, not for show
  input.level = spec.stats.level;
  ASSAY_TRY(shown_at, Compute(wanted, input, kDecisions));
  quality.measurements_at_point = std::move(shown_at);
  return {};
}

}  // namespace assay::run
