// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_jaccard;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(
      kMetric_jaccard, input, [](const metric::ConfusionMatrix& matrix, const MetricInput& in) {
        return Measurements{metric::Proportion(
            kMetric_jaccard, matrix.tp, matrix.tp + matrix.fp + matrix.fn, in.quality->unscored,
            in.level, "no positive, and no case was flagged")};
      });
}

}  // namespace

const MetricInfo kMetric_jaccard{
    .name = "jaccard",
    .title = "Jaccard index",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition =
        "Share of the cases that are positive or flagged that are both: TP / (TP + FP + FN). "
        "Undefined where no case is either; scikit-learn gives 0 there.",
    .source = "Jaccard, New Phytol. 11 (1912) 37-50; scikit-learn 1.9.1 jaccard_score",
    .compute = &Compute,
};

}  // namespace assay
