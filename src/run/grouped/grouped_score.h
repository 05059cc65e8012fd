// SPDX-License-Identifier: Apache-2.0
// Figures group by group (slices of a file, sub-tasks of a benchmark) and their means over the groups.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/score_file.h"
#include "stats/group_mean.h"

namespace assay::run {

struct GroupFigure {
  std::string group;
  stats::GroupValue figure;
  std::string note;  // why there is no value, or what to know about it
};

// What a file says the mean is, where it says so.
struct StatedMean {
  double value = 0;
  std::optional<double> standard_error = {};
  std::string finding = {};  // which of the means it is, and whether its error belongs to it
};

struct GroupedMetric {
  std::string metric;
  std::string of;  // the set of groups: "mmlu"; empty = all that the file has
  Unit unit = Unit::kNumber;
  std::vector<GroupFigure> groups;
  std::optional<stats::GroupMean> same = {};     // each group counts the same; empty: no group has a value
  std::optional<stats::GroupMean> by_size = {};  // each case counts the same
  std::optional<StatedMean> stated = {};
};

struct GroupedScores {
  std::string path, sha256;
  std::string noun;  // what a group is: "task", or the column's name
  std::vector<GroupedMetric> metrics;
  std::vector<std::string> notes;
};

// Every metric asked for (average_precision, roc_auc and accuracy, or accuracy alone, when none is) in each group of cases
// that have one text in the column options.by, in the order of the texts. Intervals are of options.level.
// Errors   as ScoreFile; kBadReference for a column that isn't there; kUsage with requirements, which are about the whole file.
Results<GroupedScores> ScoreByGroup(const ScoreFileOptions& options);

// Totals that another program reports, task by task: each of its groups with both means, beside what it states.
// Shape    a metric and group of tasks each; all tasks of the file where it groups none.
// Range    0.5 < level < 1.
// Errors   those of reading the file; kEmpty without a figure; kUsage when it isn't such a file.
Result<GroupedScores> ScoreTaskTotals(const std::string& path, double level);

std::string GroupedText(const GroupedScores& scores);
std::string GroupedJson(const GroupedScores& scores);  // {"schema": "assay.groups/1", …}

}  // namespace assay::run
