// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/sha256.h"
#include "data/prediction/task_totals.h"
#include "run/grouped/grouped_score.h"
#include "stats/normal_quantile.h"

namespace assay::run {
namespace {

// Files print as many digits as a double has; what differs by less is the same number, computed in another order.
constexpr double kSame = 1e-9;

bool Same(double a, double b) { return std::abs(a - b) <= kSame * std::max({1.0, std::abs(a), std::abs(b)}); }

std::string Finding(const GroupedMetric& metric, const StatedMean& stated) {
  const auto is_value = [&](const std::optional<stats::GroupMean>& mean) { return mean && Same(stated.value, mean->value); };
  const auto is_error = [&](const std::optional<stats::GroupMean>& mean) {
    return mean && mean->standard_error && stated.standard_error && Same(*stated.standard_error, *mean->standard_error);
  };
  const bool same_value = is_value(metric.same), size_value = is_value(metric.by_size);
  if (!same_value && !size_value) return "neither mean of the tasks that the file lists";
  std::string finding = same_value && size_value ? "both means are that" : same_value ? "the mean of the tasks" : "the mean by size";
  if (!stated.standard_error) return finding + ", without an error";
  const bool same_error = is_error(metric.same), size_error = is_error(metric.by_size);
  if ((same_value && same_error) || (size_value && size_error)) return finding + " with its own error";
  if (same_error || size_error) {
    return finding + (same_error ? ", but the error is that of the mean of the tasks" : ", but the error is that of the mean by size");
  }
  return finding + "; the error is of neither";
}

// The tasks below a group; groups in it stand for their own tasks.
void TasksBelow(const std::string& group, const data::TaskTotals& totals, std::set<std::string>& seen,
                std::vector<std::string>& tasks) {
  const auto found = totals.members.find(group);
  if (found == totals.members.end() || found->second.empty()) {
    if (std::ranges::find(tasks, group) == tasks.end()) tasks.push_back(group);
    return;
  }
  if (!seen.insert(group).second) return;
  for (const std::string& member : found->second) TasksBelow(member, totals, seen, tasks);
}

GroupedMetric Grouped(const std::string& name, const std::string& of, const std::vector<std::string>& tasks,
                      const data::TaskTotals& totals, double level) {
  GroupedMetric metric{.metric = name, .of = of, .unit = Unit::kNumber, .groups = {}};
  const double z = stats::NormalQuantile((1 + level) / 2);
  const auto& figures = totals.totals.at(name);
  std::vector<stats::GroupValue> values;
  for (const std::string& task : tasks) {
    GroupFigure one{.group = task, .figure = {}, .note = ""};
    if (const auto count = totals.samples.find(task); count != totals.samples.end()) one.figure.n = count->second;
    const auto found = figures.find(task);
    if (found == figures.end()) {
      one.note = "the file has no such figure";
    } else {
      one.figure.value = found->second.value;
      one.figure.standard_error = found->second.standard_error;
      if (const auto error = found->second.standard_error) {
        one.figure.interval = Interval{.low = *one.figure.value - z * *error, .high = *one.figure.value + z * *error,
                                       .level = level, .method = "z"};
      }
      if (one.figure.n == 0) one.note = "the file doesn't say how many samples";
    }
    values.push_back(one.figure);
    metric.groups.push_back(std::move(one));
  }
  metric.same = stats::MeanOfGroups(values);
  const bool sizes = std::ranges::all_of(values, [](const stats::GroupValue& value) { return !value.value || value.n > 0; });
  if (sizes) metric.by_size = stats::MeanBySize(values);
  if (const auto found = figures.find(of); !of.empty() && found != figures.end()) {
    metric.stated = StatedMean{.value = found->second.value, .standard_error = found->second.standard_error};
    metric.stated->finding = Finding(metric, *metric.stated);
  }
  return metric;
}

}  // namespace

Result<GroupedScores> ScoreTaskTotals(const std::string& path, double level) {
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(document, base::ReadJson(text, path));
  if (!data::IsTaskTotals(document)) return Fail(ErrorCode::kUsage, path + " holds no totals per task");
  ASSAY_TRY(totals, data::ReadTaskTotals(document, path));
  GroupedScores scores{.path = path, .sha256 = base::Sha256Hex(text), .noun = "task", .metrics = {}, .notes = {}};
  std::set<std::string> groups;
  for (const auto& [group, members] : totals.members) {
    if (!members.empty()) groups.insert(group);
  }
  for (const auto& [name, figures] : totals.totals) {
    if (groups.empty()) {
      std::vector<std::string> tasks;
      for (const auto& [task, total] : figures) tasks.push_back(task);
      scores.metrics.push_back(Grouped(name, "", tasks, totals, level));
      continue;
    }
    for (const std::string& group : groups) {
      std::vector<std::string> tasks;
      std::set<std::string> seen;
      TasksBelow(group, totals, seen, tasks);
      const bool any = std::ranges::any_of(tasks, [&](const std::string& task) { return figures.contains(task); });
      if (any) scores.metrics.push_back(Grouped(name, group, tasks, totals, level));
    }
  }
  if (scores.metrics.empty()) return FailAt({.file = path}, ErrorCode::kEmpty, "no task has a figure",
                                            "score samples_TASK_DATE.jsonl beside it, which --log_samples writes");
  scores.notes.push_back("totals only: samples_TASK_DATE.jsonl beside it, which --log_samples writes, can be scored anew and compared in pairs");
  return scores;
}

}  // namespace assay::run
