// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/sampling/trial_metric.h"

namespace assay {

extern const MetricInfo kMetric_pass_at_k;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::TrialsAtK(kMetric_pass_at_k, input, &metric::PassAtK::any);
}

}  // namespace

const MetricInfo kMetric_pass_at_k{
    .name = "pass_at_k",
    .title = "pass at k",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kTrials),
    .definition = "Mean over problems of the chance that at least one of k tries passes: 1 - C(n - c, k) / C(n, k) for c of n tries that passed. k is 1 unless --k says otherwise.",
    .source = "Chen et al., Evaluating Large Language Models Trained on Code, 2021",
    .compute = &Compute,
};

}  // namespace assay
