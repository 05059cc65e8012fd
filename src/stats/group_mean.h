// SPDX-License-Identifier: Apache-2.0
// The mean of a figure over groups (sub-tasks, slices, languages), in the two ways that go by that name.
//
// One counts each group the same, the other each case the same. Both are linear in the groups' values, so that the error
// of each follows from the groups' errors with its own weights; a value of one with the error of the other says nothing.
// Independent groups' intervals are added by their distances from the values (MOVER), which is the usual z interval where
// they are symmetric, and keeps to the skew of intervals that aren't. A group without a value has no part in a mean, and
// the mean says over how many it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "assay/metric.h"

namespace assay::stats {

struct GroupValue {
  std::optional<double> value = {};          // empty: undefined there
  std::optional<double> standard_error = {}; // >= 0
  std::optional<Interval> interval = {};     // of the same level in all groups
  std::uint64_t n = 0;                      // cases
};

struct GroupMean {
  double value = 0;
  std::optional<double> standard_error = {}; // where all groups with a value have theirs
  std::optional<Interval> interval = {};     // where all groups with a value have theirs
  std::size_t groups = 0;                   // that have a value
  std::uint64_t n = 0;                      // their cases
};

// Each group with a value counts the same.
// Returns  empty when no group has a value.
// Threads  safe: pure.
// Source   Zou & Donner, Stat. Med. 27 (2008) 1693-1702, for the interval.
std::optional<GroupMean> MeanOfGroups(std::span<const GroupValue> groups);

// Each case counts the same: weights are the groups' n.
// Returns  empty when no group with a value has a case.
std::optional<GroupMean> MeanBySize(std::span<const GroupValue> groups);

}  // namespace assay::stats
