// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_mean_average_precision;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingMean(kMetric_mean_average_precision, input, [](const metric::RankedQuery& query) {
    return metric::RankedAveragePrecision(query);
  });
}

}  // namespace

const MetricInfo kMetric_mean_average_precision{
    .name = "mean_average_precision",
    .title = "mean average precision of rankings",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "Mean over queries of the mean over relevant documents of the precision at their places; one that was not retrieved counts 0. Not the mAP of detection (coco_map).",
    .source = "trec_eval map",
    .compute = &Compute,
};

}  // namespace assay
