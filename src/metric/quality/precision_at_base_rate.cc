// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/proportion.h"
#include "metric/rank/base_rate.h"

namespace assay {

extern const MetricInfo kMetric_precision_at_base_rate;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_precision_at_base_rate, input, [](const metric::ConfusionMatrix& matrix, const MetricInput& in) {
    const MetricInfo& info = kMetric_precision_at_base_rate;
    if (!in.quality->base_rate) return Measurements{metric::Undefined(info, "no base rate is stated")};
    const double base_rate = *in.quality->base_rate;
    if (!(base_rate > 0 && base_rate < 1)) return Measurements{metric::Undefined(info, "the base rate isn't between 0 and 1")};
    if (matrix.positives().cases == 0) return Measurements{metric::Undefined(info, "no positive")};
    if (matrix.negatives().cases == 0) return Measurements{metric::Undefined(info, "no negative")};
    if (matrix.flagged().cases == 0) return Measurements{metric::Undefined(info, "no case was flagged")};
    const double prevalence = matrix.positives().weight / matrix.all().weight;
    Measurement measurement = metric::Blank(info);
    measurement.value = metric::ShiftedShare(*metric::Precision(matrix), prevalence, base_rate);
    measurement.n = matrix.flagged().cases;
    auto interval = metric::ProportionInterval(matrix.tp, matrix.flagged(), in.quality->unscored, in.level);
    if (interval) {
      interval->low = metric::ShiftedShare(interval->low, prevalence, base_rate);
      interval->high = metric::ShiftedShare(interval->high, prevalence, base_rate);
      interval->method += ", odds moved to the base rate";
      measurement.interval = interval;
    }
    char text[128];
    std::snprintf(text, sizeof text, "at base rate %.4g; the cases scored have %.4g", base_rate, prevalence);
    measurement.note = text;
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_precision_at_base_rate{
    .name = "precision_at_base_rate",
    .title = "precision at the base rate",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Precision where the share of positives is the stated base rate pi: pi TPR / (pi TPR + (1 - pi) FPR). Assumes that scores within each class are as in the cases scored (label shift).",
    .source = "Bayes; interval: Clopper-Pearson of TP / (TP + FP), its odds moved from the prevalence of the cases to the base rate",
    .compute = &Compute,
};

}  // namespace assay
