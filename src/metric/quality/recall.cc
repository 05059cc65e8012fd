// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_recall;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_recall, input, [](const metric::ConfusionMatrix& matrix, const MetricInput& in) {
    return Measurements{metric::Proportion(kMetric_recall, matrix.tp, matrix.positives(), in.quality->unscored, in.level,
                                           "no positive")};
  });
}

}  // namespace

const MetricInfo kMetric_recall{
    .name = "recall",
    .title = "recall",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Share of the positive cases that were flagged: TP / (TP + FN).",
    .source = "scikit-learn 1.9.1 recall_score",
    .compute = &Compute,
};

}  // namespace assay
