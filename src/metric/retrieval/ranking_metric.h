// SPDX-License-Identifier: Apache-2.0
// A metric of rankings: the mean over queries, each with a score from 0 to 1. Queries without a relevant document have
// no score and are left out.
#pragma once

#include <cstddef>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/retrieval/ranked_query.h"

namespace assay::metric {

// The first measurement is that of the first k asked for (10 if none is); with several each is a part, "name.5".
// Errors   kOutOfRange for k = 0; of the bootstrap.
// Threads  safe: pure, as all here.
Result<std::vector<Measurement>> RankingAtK(const MetricInfo& info, const MetricInput& input,
                                            double (*score)(const RankedQuery& query, std::size_t k));

// Of the whole ranking.
Result<std::vector<Measurement>> RankingMean(const MetricInfo& info, const MetricInput& input,
                                             double (*score)(const RankedQuery& query));

}  // namespace assay::metric
