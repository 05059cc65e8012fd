// SPDX-License-Identifier: Apache-2.0
#include "stats/group_mean.h"

#include <cmath>

namespace assay::stats {
namespace {

std::optional<GroupMean> WeightedMean(std::span<const GroupValue> groups, double (*weight_of)(const GroupValue&)) {
  GroupMean mean;
  double weights = 0;
  for (const GroupValue& group : groups) {
    if (!group.value) continue;
    weights += weight_of(group);
    mean.groups += 1;
    mean.n += group.n;
  }
  if (!(weights > 0)) return std::nullopt;
  double variance = 0, below = 0, above = 0;
  bool errors = true, intervals = true;
  const Interval* first = nullptr;
  for (const GroupValue& group : groups) {
    if (!group.value) continue;
    const double share = weight_of(group) / weights;
    mean.value += share * *group.value;
    errors = errors && group.standard_error.has_value();
    if (errors) variance += share * share * *group.standard_error * *group.standard_error;
    intervals = intervals && group.interval.has_value();
    if (!intervals) continue;
    if (first == nullptr) first = &*group.interval;
    const double down = share * (*group.value - group.interval->low), up = share * (group.interval->high - *group.value);
    below += down * down, above += up * up;
  }
  if (errors) mean.standard_error = std::sqrt(variance);
  if (intervals) {
    mean.interval = Interval{.low = mean.value - std::sqrt(below), .high = mean.value + std::sqrt(above),
                             .level = first->level, .method = "mover"};
  }
  return mean;
}

}  // namespace

std::optional<GroupMean> MeanOfGroups(std::span<const GroupValue> groups) {
  return WeightedMean(groups, [](const GroupValue&) { return 1.0; });
}

std::optional<GroupMean> MeanBySize(std::span<const GroupValue> groups) {
  return WeightedMean(groups, [](const GroupValue& group) { return static_cast<double>(group.n); });
}

}  // namespace assay::stats
