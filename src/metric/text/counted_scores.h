// SPDX-License-Identifier: Apache-2.0
// The metrics of answers that are scores of counts, by name: what adds up, and what the sums come to.
#pragma once

#include <string_view>

#include "metric/text/answer_metric.h"

namespace assay::metric {

extern const CountedScore kBleuScore, kChrfScore, kTerScore;

// bleu, chrf, ter, wer, cer; null for any other name.
// Threads  safe: no shared state.
const CountedScore* FindCountedScore(std::string_view metric);

}  // namespace assay::metric
