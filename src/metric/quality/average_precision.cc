// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/logit_interval.h"

namespace assay {

extern const MetricInfo kMetric_average_precision;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_average_precision, input, [](const metric::RankCurve& curve, const MetricInput& in) {
    Measurements all{metric::Blank(kMetric_average_precision),
                     metric::PartOf(kMetric_average_precision, "baseline", Unit::kShare, Better::kNeither)};
    all.front().value = metric::AveragePrecision(curve);
    all.front().n = all.back().n = curve.cases;
    all.back().value = curve.prevalence();
    all.back().note = "prevalence";
    if (!all.front().value) {
      all.front().note = "no positive";
      return all;
    }
    if (!(curve.negatives > 0)) {
      all.front().note = "no negative: 1 whatever the scores are";
      return all;
    }
    const double positives = curve.positive_squares > 0 ? curve.positives * curve.positives / curve.positive_squares : 0;
    all.front().interval = metric::AveragePrecisionInterval(*all.front().value, positives, in.level);
    char text[96];
    std::snprintf(text, sizeof text, "prevalence %.4g, lift %.3g", curve.prevalence(),
                  *all.front().value / curve.prevalence());
    all.front().note = text;
    return all;
  }, metric::Thresholds::kAtPositives);
}

}  // namespace

const MetricInfo kMetric_average_precision{
    .name = "average_precision",
    .title = "average precision",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition = "Sum over distinct scores, descending, of (step in recall) x precision; equal scores are one step. Beside it, as average_precision.baseline, the prevalence, which is what scores without information reach.",
    .source = "scikit-learn 1.9.1 average_precision_score; interval: Boyd, Eng, Page 2013 (approximate)",
    .compute = &Compute,
};

}  // namespace assay
