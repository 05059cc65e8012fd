// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_top_1;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_top_1, input, [](const metric::ClassTable& table, const MetricInput& in) {
    return Measurements{metric::Proportion(kMetric_top_1, table.right, table.all, in.quality->unscored, in.level,
                                           "no case with a weight above 0")};
  });
}

}  // namespace

const MetricInfo kMetric_top_1{
    .name = "top_1",
    .title = "top-1 accuracy",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Share of the cases whose highest-ranked class is the label.",
    .source = "MLPerf inference, image classification",
    .compute = &Compute,
};

}  // namespace assay
