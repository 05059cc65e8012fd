// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "stats/clopper_pearson.h"

namespace assay {

extern const MetricInfo kMetric_error_cost_per_1000;

namespace {

using metric::ConfusionMatrix;
using metric::Measurements;

// Costs of 1,000 requests at prevalence `rate` when a share of the positives and of the negatives is flagged.
double CostOf(const CostInputs& cost, double rate, double recall, double false_alarms) {
  const double missed = rate * (1 - recall);
  const double raised = (1 - rate) * false_alarms;
  return 1000 * (missed * cost.fn.value_or(0) + raised * cost.fp.value_or(0) +
                 (rate * recall + raised) * cost.review.value_or(0));
}

// The cost is linear in both shares, so their bounds at half of the error each bound it. Empty for weighted cases.
std::optional<Interval> CostInterval(const CostInputs& cost, const ConfusionMatrix& matrix, double rate, double level) {
  if (matrix.weighted) return std::nullopt;
  const double each = 1 - (1 - level) / 2;
  const auto recall = stats::ClopperPearsonInterval(matrix.tp.cases, matrix.positives().cases, each);
  const auto alarms = stats::ClopperPearsonInterval(matrix.fp.cases, matrix.negatives().cases, each);
  if (!recall || !alarms) return std::nullopt;
  const bool hits_save = cost.fn.value_or(0) >= cost.review.value_or(0);
  return Interval{CostOf(cost, rate, hits_save ? recall->high : recall->low, alarms->low),
                  CostOf(cost, rate, hits_save ? recall->low : recall->high, alarms->high), level,
                  "clopper-pearson of both classes"};
}

Measurements FromMatrix(const ConfusionMatrix& matrix, const MetricInput& input) {
  const MetricInfo& info = kMetric_error_cost_per_1000;
  const CostInputs* cost = input.cost;
  if (cost == nullptr || (!cost->fn && !cost->fp && !cost->review)) {
    return {metric::Undefined(info, "no cost of an error is stated")};
  }
  const auto recall = metric::Recall(matrix);
  const auto specificity = metric::Specificity(matrix);
  if (!recall || !specificity) return {metric::Undefined(info, recall ? "no negative" : "no positive")};

  const double sampled = matrix.positives().weight / matrix.all().weight;
  const double rate = input.quality->base_rate.value_or(sampled);
  char text[96];
  std::snprintf(text, sizeof text, input.quality->base_rate ? "at the stated base rate %.4g" : "at the cases' own base rate %.4g",
                rate);
  Measurements all{metric::Blank(info)};
  all.front().value = CostOf(*cost, rate, *recall, 1 - *specificity);
  all.front().interval = CostInterval(*cost, matrix, rate, input.level);
  const auto add = [&](const char* part, double value) {
    all.push_back(metric::PartOf(info, part, Unit::kMoneyPer1000, Better::kLower));
    all.back().value = value;
  };
  add("flag_none", CostOf(*cost, rate, 0, 0));
  add("flag_all", CostOf(*cost, rate, 1, 1));
  if (cost->serve) add("with_serving", *all.front().value + 1000 * *cost->serve);
  for (Measurement& measurement : all) {
    measurement.n = matrix.all().cases;
    measurement.note = text;
  }
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_error_cost_per_1000, input, &FromMatrix);
}

}  // namespace

const MetricInfo kMetric_error_cost_per_1000{
    .name = "error_cost_per_1000",
    .title = "cost of errors per 1,000 requests",
    .unit = Unit::kMoneyPer1000,
    .better = Better::kLower,
    .needs = Needs::kQualityDecisions | Needs::kCost,
    .definition = "1,000 x (pi (1 - TPR) fn + (1 - pi) FPR fp + (pi TPR + (1 - pi) FPR) review) at the stated base rate "
                  "pi, else at that of the cases. Parts .flag_none and .flag_all are what no system at all costs; "
                  ".with_serving adds the serving cost. In a run also .less_baseline, the cost less the baseline's on the "
                  "same cases, and .p_below_flag_none, .p_below_flag_all, .p_below_baseline, the shares of bootstrap draws "
                  "of the cases in which these decisions cost less; draws that cost the same count half.",
    .source = "definition; interval: Clopper, Pearson 1934, of both classes at half of the error each",
    .compute = &Compute,
};

}  // namespace assay
