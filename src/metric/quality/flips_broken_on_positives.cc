// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/confusion/flips.h"

namespace assay {

extern const MetricInfo kMetric_flips_broken_on_positives;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeasureFlips(kMetric_flips_broken_on_positives, input, metric::FlipCases::kPositives);
}

}  // namespace

const MetricInfo kMetric_flips_broken_on_positives{
    .name = "flips_broken_on_positives",
    .title = "broken flips on positives",
    .unit = Unit::kShare,
    .better = Better::kLower,
    .needs = Needs::kQualityDecisions | Needs::kBaseline,
    .definition = "Share of the positive cases, paired by id with the baseline's, that the baseline decided right and this system wrong.",
    .source = "Dutta et al., Accuracy is not all you need, 2024; interval: Clopper-Pearson; part .p: McNemar, exact",
    .compute = &Compute,
};

}  // namespace assay
