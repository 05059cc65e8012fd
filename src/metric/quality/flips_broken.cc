// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/confusion/flips.h"

namespace assay {

extern const MetricInfo kMetric_flips_broken;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeasureFlips(kMetric_flips_broken, input, metric::FlipCases::kAll);
}

}  // namespace

const MetricInfo kMetric_flips_broken{
    .name = "flips_broken",
    .title = "broken flips",
    .unit = Unit::kShare,
    .better = Better::kLower,
    .needs = Needs::kQualityDecisions | Needs::kBaseline,
    .definition = "Share of the cases, paired by id with the baseline's, that the baseline decided right and this system wrong.",
    .source = "Dutta et al., Accuracy is not all you need, 2024; interval: Clopper-Pearson; part .p: McNemar, exact",
    .compute = &Compute,
};

}  // namespace assay
