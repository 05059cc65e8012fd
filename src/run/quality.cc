// SPDX-License-Identifier: Apache-2.0
#include "run/quality.h"

#include <algorithm>
#include <set>
#include <string>

#include "run/drawn_cost.h"
#include "run/operating_point.h"
#include "run/unscored_cases.h"
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

}  // namespace

QualityColumns ColumnsOf(const spec::Spec& spec, const ScoredCases& cases) {
  QualityColumns columns = cases.Columns();
  if (spec.data.base_rate) columns.base_rate = spec.data.base_rate->value;
  columns.min_precision = RequiredPrecision(spec);
  columns.unscored -= cases.missing.size();  // their labels are known, which bounds a figure better: WidenBy
  return columns;
}

CostInputs ErrorCosts(const spec::Spec& spec, const std::string& system, std::span<const CellResult> cells) {
  CostInputs cost;
  if (!spec.costs) return cost;
  const auto amount = [](const std::optional<spec::Money>& money) {
    if (!money) return std::optional<double>();
    return std::optional(money->per == spec::Per::kThousand ? money->amount / 1000 : money->amount);
  };
  const auto error = [&](const std::optional<spec::ErrorCost>& stated) {
    if (!stated) return std::optional<double>();
    return stated->by_row() ? std::optional(stated->factor) : amount(stated->money);
  };
  cost.fn = error(spec.costs->fn);
  cost.fp = error(spec.costs->fp);
  cost.review = error(spec.costs->review);
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

Result<void> DecideQuality(const spec::Spec& spec, QualityResult& quality) {
  ASSAY_TRY(point, FindOperatingPoint(spec, quality.cases));
  quality.operating_point = std::move(point);
  if (quality.operating_point && quality.operating_point->threshold) {
    quality.decisions_at_point = DecideAt(quality.cases, *quality.operating_point->threshold);
  }
  return {};
}

namespace {

// Of the cases that were answered.
Result<void> MeasureAnswered(const spec::Spec& spec, QualityResult& quality, const QualityResult* baseline,
                             const CostInputs& cost) {
  std::set<std::string> wanted = WantedMetrics(spec);
  if (cost.fn || cost.fp || cost.review) wanted.insert("error_cost_per_1000");
  const QualityColumns columns = ColumnsOf(spec, quality.cases);
  QualityColumns base_columns;
  if (baseline != nullptr) base_columns = ColumnsOf(spec, baseline->cases);
  MetricInput input{.quality = &columns, .baseline = baseline == nullptr ? nullptr : &base_columns, .cost = &cost,
                    .level = spec.stats.level};
  DrawnCostRequest drawn{.cost = cost, .base_rate = columns.base_rate, .level = spec.stats.level, .seed = spec.stats.seed};
  // The costs of these decisions and, on the same draws, of the baseline's.
  const auto draw = [&](const ScoredCases& cases, std::span<const std::int32_t> decisions, std::span<const std::int32_t> of_baseline,
                        std::size_t replicates, std::vector<Measurement>& measurements) {
    drawn.level = input.level, drawn.replicates = replicates;
    if (baseline == nullptr) return DrawCosts({cases, decisions}, nullptr, drawn, measurements);
    const DecidedCases other{baseline->cases, of_baseline};
    return DrawCosts({cases, decisions}, &other, drawn, measurements);
  };
  const std::span<const std::int32_t> base_default = base_columns.predicted;
  const std::size_t shown_draws = spec.stats.bootstrap ? spec.stats.bootstrap->replicates : kShownCostDraws;
  const std::size_t claim_draws = spec.stats.bootstrap ? spec.stats.bootstrap->replicates : kClaimCostDraws;
  if (spec.stats.bootstrap) input.replicates = shown_draws;
  input.seed = spec.stats.seed;
  ASSAY_TRY(shown, Compute(wanted, input, kQualityNeeds));
  ASSAY_CHECK_OK(draw(quality.cases, quality.cases.predicted, base_default, shown_draws, shown));
  quality.measurements = std::move(shown);
  input.level = verdict::ClaimIntervalLevel(spec.stats.level);
  // Drawn only where somebody claims it: of a million cases the draws take seconds.
  const auto is_drawn = [](const spec::Claim& claim) { return claim.metric == "average_precision"; };
  if (std::ranges::any_of(spec.claims, is_drawn)) input.replicates = claim_draws;
  ASSAY_TRY(claimed, Compute(wanted, input, kQualityNeeds));
  ASSAY_CHECK_OK(draw(quality.cases, quality.cases.predicted, base_default, claim_draws, claimed));
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
  // Cases that set the threshold aren't those that judge a claim there.
  const ScoredCases judging = RowsOf(quality.cases, decisions, quality.operating_point->details.judging_rows);
  QualityColumns judged = at_point;
  if (!judging.ids.empty()) judged = ColumnsOf(spec, judging);
  input.quality = &judged;
  input.level = verdict::ClaimIntervalLevel(1 - AlphaAtPoint(spec, *quality.operating_point));
  ASSAY_TRY(claimed_at, Compute(wanted, input, kDecisions));
  ASSAY_CHECK_OK(draw(judging.ids.empty() ? quality.cases : judging, judged.predicted, base_columns.predicted,
                      claim_draws, claimed_at));
  quality.at_point_for_claims = std::move(claimed_at);
  input.quality = &at_point;
  if (!has_threshold) return {};  // the best threshold by the labels is for claims that fail even there, not for show
  input.level = spec.stats.level;
  ASSAY_TRY(shown_at, Compute(wanted, input, kDecisions));
  ASSAY_CHECK_OK(draw(quality.cases, decisions, base_columns.predicted, shown_draws, shown_at));
  quality.measurements_at_point = std::move(shown_at);
  return {};
}

}  // namespace

Result<void> MeasureQuality(const spec::Spec& spec, QualityResult& quality, const QualityResult* baseline,
                            const CostInputs& cost) {
  ASSAY_CHECK_OK(MeasureAnswered(spec, quality, baseline, cost));
  if (quality.cases.missing.empty() && (baseline == nullptr || baseline->cases.missing.empty())) return {};
  // What a comparison with the baseline could be at most: one's silences all wrong and the other's all right.
  const auto measure = [&](TakenAs ours, TakenAs theirs) -> Result<QualityResult> {
    QualityResult all = WithUnscored(quality, ours);
    std::optional<QualityResult> other;
    if (baseline != nullptr) other = WithUnscored(*baseline, theirs);
    ASSAY_CHECK_OK(MeasureAnswered(spec, all, other ? &*other : nullptr, cost));
    return all;
  };
  ASSAY_TRY(wrong, measure(TakenAs::kWrong, TakenAs::kRight));
  ASSAY_TRY(right, measure(TakenAs::kRight, TakenAs::kWrong));
  for (const auto list : {&QualityResult::measurements, &QualityResult::for_claims, &QualityResult::measurements_at_point,
                          &QualityResult::at_point_for_claims}) {
    WidenBy(wrong.*list, right.*list, quality.cases.missing.size(), quality.*list);
  }
  return {};
}

}  // namespace assay::run
