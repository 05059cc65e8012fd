// SPDX-License-Identifier: Apache-2.0
// A metric that is a mean over items (answers, queries, problems), each with a score from 0 to 1; or a score of totals
// over them. Its interval and what is said of the items that don't count are made here once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/resample/summed_rows.h"

namespace assay::metric {

struct Items {
  std::string_view noun = "answers";       // what the rows are, in messages
  std::string_view group_noun = "questions";
  SummedRows rows;                         // what adds up; of a mean its value, and 1
  std::vector<std::int64_t> group;         // rows of one group aren't independent; empty = each its own
  std::uint64_t unscored = 0;              // items that should have a value and have none
  std::uint64_t left_out = 0;              // items that the metric isn't about
  std::string left_out_reason;             // "without a right answer"
};

// The mean of scores from 0 to 1. Plain yes-or-no scores of independent items get the exact interval of a share; all
// others that of a bootstrap over items (over groups where there are any). Equal scores that are neither 0 nor 1 say
// nothing of their spread: no interval. Unscored items could have any score: the low end takes them as 0, the high end as 1.
// Shape    rows of width 2: score, 1.
// Range    0 < input.level < 1.
// Errors   of the bootstrap.
// Threads  safe: pure.
Result<Measurement> MeanOfItems(const Measurement& blank, const Items& items, const MetricInput& input);

// A statistic of the totals. Unscored items have no bound here: with some the interval is withheld.
Result<Measurement> OfTotals(const Measurement& blank, const Items& items, const OfSums& statistic, const MetricInput& input);

}  // namespace assay::metric
