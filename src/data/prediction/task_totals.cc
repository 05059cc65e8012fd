// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/task_totals.h"

#include <cmath>

namespace assay::data {
namespace {

using base::JsonValue;

constexpr std::string_view kError = "_stderr";

// "acc_stderr,none" in its parts.
struct FigureKey {
  std::string metric;  // with its filter, unless that is none
  bool error = false;
};

FigureKey KeyOf(std::string_view key) {
  const std::size_t comma = key.rfind(',');
  std::string_view name = key.substr(0, comma);
  const std::string_view filter = comma == key.npos ? "none" : key.substr(comma + 1);
  FigureKey parts;
  if (name.ends_with(kError)) parts.error = true, name.remove_suffix(kError.size());
  parts.metric = std::string(name) + (filter == "none" ? "" : " (" + std::string(filter) + ")");
  return parts;
}

// The figures of one task; what isn't a number (its alias, "N/A") is no figure.
Result<void> AddTask(const std::string& task, const JsonValue& figures, const std::string& file, TaskTotals& totals) {
  std::map<std::string, TaskTotal> values;
  std::map<std::string, double> errors;
  for (const auto& [key, value] : figures.members()) {
    const auto number = value.AsDouble();
    // A count that newer versions put among the figures.
    if (key == "sample_len" || key == "samples") {
      if (const auto count = value.AsUint64()) totals.samples.emplace(task, *count);
      continue;
    }
    if (!number) continue;
    const FigureKey parts = KeyOf(key);
    if (!std::isfinite(*number) || (parts.error && *number < 0)) {
      return FailAt({.file = file, .path = "results." + task + "." + key}, ErrorCode::kOutOfRange,
                    "expected a finite number, an error not below 0, found " + std::to_string(*number));
    }
    if (parts.error) errors[parts.metric] = *number;
    else values[parts.metric].value = *number;
  }
  for (auto& [metric, total] : values) {
    if (const auto found = errors.find(metric); found != errors.end()) total.standard_error = found->second;
    totals.totals[metric].insert_or_assign(task, total);
  }
  return {};
}

}  // namespace

bool IsTaskTotals(const JsonValue& document) {
  return document.Find("results") != nullptr && document.Find("versions") != nullptr;
}

Result<TaskTotals> ReadTaskTotals(const JsonValue& document, const std::string& file) {
  TaskTotals totals;
  // Groups stand among the results too; their own list is the newer place.
  for (const char* list : {"results", "groups"}) {
    const JsonValue* tasks = document.Find(list);
    if (tasks == nullptr) continue;
    if (tasks->kind() != JsonValue::Kind::kObject) {
      return FailAt({.file = file, .path = list}, ErrorCode::kWrongType, "expected an object, found " + std::string(tasks->KindName()));
    }
    for (const auto& [task, figures] : tasks->members()) ASSAY_CHECK_OK(AddTask(task, figures, file, totals));
  }
  if (const JsonValue* counts = document.Find("n-samples")) {
    for (const auto& [task, count] : counts->members()) {
      const JsonValue* used = count.Find("effective");
      const auto number = used == nullptr ? std::nullopt : used->AsUint64();
      if (number) totals.samples.insert_or_assign(task, *number);
    }
  }
  if (const JsonValue* groups = document.Find("group_subtasks")) {
    for (const auto& [group, tasks] : groups->members()) {
      for (const JsonValue& task : tasks.items()) {
        if (const auto name = task.AsString()) totals.members[group].emplace_back(*name);
      }
    }
  }
  return totals;
}

}  // namespace assay::data
