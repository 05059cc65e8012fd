// SPDX-License-Identifier: Apache-2.0
// How much a metric differs between two systems' answers in words, rankings, tries or boxes to the same items.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/paired/paired_difference.h"

namespace assay::metric {

struct ItemDifference {
  PairedDifference of_all;
  // Of each item where the metric is a mean over items; empty where it isn't one, or the item has no score on a side.
  std::vector<std::optional<double>> baseline, other;
  bool yes_no = false;          // all of them are 0 or 1
  std::uint64_t left_out = 0;   // items that have no score on one side
};

// Yes-or-no scores of independent items take McNemar's test and Tango's interval. All others the paired bootstrap: items
// (whole questions, where several answers share one; images) are drawn, the same for both systems, and the metric's own
// sums are taken on each side; percentiles. With fewer than ten to draw from there is no interval, and the reason says so.
// Shape    columns of one kind; item i of one side is item i of the other: ids, references, judgements and annotations
//          are the same. Of boxes coco_map only.
// Errors   of the metric; kContradiction for columns that don't fit together; kUsage for a metric of other columns.
// Threads  safe: pure; the same seed gives the same result on any machine.
// Source   as DifferenceOf; Koehn, EMNLP 2004, for scores of counts.
Result<ItemDifference> DifferenceOfItems(const MetricInfo& info, const MetricInput& baseline, const MetricInput& other,
                                         const PairedRequest& request);

// The same of a mean of scores that are given, an entry an item, empty where it has none.
// Shape    one length; `group`: a number an item, equal where items aren't independent, or empty.
Result<ItemDifference> DifferenceOfScores(std::span<const std::optional<double>> baseline,
                                          std::span<const std::optional<double>> other, std::span<const std::int64_t> group,
                                          const PairedRequest& request);

}  // namespace assay::metric
