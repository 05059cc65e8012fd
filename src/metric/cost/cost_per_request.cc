// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_cost_per_request;

namespace {

Result<metric::Measurements> Compute(const MetricInput& input) {
  const MetricInfo& info = kMetric_cost_per_request;
  const auto undefined = [&](const char* reason) { return metric::Measurements{metric::Undefined(info, reason)}; };
  const CostInputs* cost = input.cost;
  if (cost == nullptr || !cost->price_per_hour) return undefined("no price is stated");
  if (!cost->rate_at_sla) return undefined("no rate was measured that meets the SLA");
  if (!(*cost->rate_at_sla > 0)) return undefined("the rate that met the SLA is 0");
  Measurement measurement = metric::Blank(info);
  measurement.value = 1000 * *cost->price_per_hour * cost->replicas / (3600 * *cost->rate_at_sla);
  measurement.note = "at full use of the rate that met the SLA; price as stated";
  return metric::Measurements{measurement};
}

}  // namespace

const MetricInfo kMetric_cost_per_request{
    .name = "cost_per_request",
    .title = "serving cost per 1,000 requests",
    .unit = Unit::kMoneyPer1000,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kCost),
    .definition = "1,000 x price per hour x replicas / (3,600 x requests per second that the replicas together served "
                  "within the SLA): the cost at full use; an idle hour costs the same and serves nobody.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
