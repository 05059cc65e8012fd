// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/base_rate.h"

namespace assay {

extern const MetricInfo kMetric_average_precision_at_base_rate;

namespace {

using metric::Measurements;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_average_precision_at_base_rate;
  if (!input.quality->base_rate) return {metric::Undefined(info, "no base rate is stated")};
  const double base_rate = *input.quality->base_rate;
  if (!(base_rate > 0 && base_rate < 1))
    return {metric::Undefined(info, "the base rate isn't between 0 and 1")};
  if (!(curve.positives > 0)) return {metric::Undefined(info, "no positive")};
  if (!(curve.negatives > 0)) return {metric::Undefined(info, "no negative")};
  Measurements all{metric::Blank(info),
                   metric::PartOf(info, "baseline", Unit::kShare, Better::kNeither)};
  all.front().value = metric::AveragePrecision(metric::AtBaseRate(curve, base_rate));
  all.back().value = base_rate;
  all.back().note = "base rate";
  all.front().n = all.back().n = curve.cases;
  char text[128];
  std::snprintf(text, sizeof text, "at base rate %.4g, lift %.3g; the cases scored have %.4g",
                base_rate, *all.front().value / base_rate, curve.prevalence());
  all.front().note = text;
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_average_precision_at_base_rate, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_average_precision_at_base_rate{
    .name = "average_precision_at_base_rate",
    .title = "average precision at the base rate",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Average precision where the share of positives is the stated base rate pi: cases weighted "
        "pi / prevalence (positives) and (1 - pi) / (1 - prevalence) (negatives). Assumes that "
        "scores within each class are as in the cases scored (label shift). Beside it, as "
        "average_precision_at_base_rate.baseline, pi, which is what scores without information "
        "reach.",
    .source = "scikit-learn 1.9.1 average_precision_score(sample_weight) with these weights",
    .compute = &Compute,
};

}  // namespace assay
