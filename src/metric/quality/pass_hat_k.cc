// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/sampling/trial_metric.h"

namespace assay {

extern const MetricInfo kMetric_pass_hat_k;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::TrialsAtK(kMetric_pass_hat_k, input, &metric::PassAtK::all);
}

}  // namespace

const MetricInfo kMetric_pass_hat_k{
    .name = "pass_hat_k",
    .title = "pass^k",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kTrials),
    .definition = "Mean over problems of the chance that each of k tries passes: C(c, k) / C(n, k) for c of n tries that passed. k is 1 unless --k says otherwise.",
    .source = "Yao et al., tau-bench, 2024",
    .compute = &Compute,
};

}  // namespace assay
