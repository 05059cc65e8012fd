// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/accuracy_task.h"

#include "round/round.h"

namespace assay::run {
namespace {

using data::NumberType;

// Source   the accuracy scripts of mlcommons/inference, by benchmark: their default dtype and their order of samples.
constexpr AccuracyTask kTasks[] = {
    {"resnet", "", "", NumberType::kFloat32, "val_map.txt", &MakeClassScorer},
    {"mobilenet", "", "", NumberType::kFloat32, "val_map.txt", &MakeClassScorer},
    {"rgat", "", "", NumberType::kInt32, "right classes, one a line", &MakeClassScorer, true},
};

bool Holds(const AccuracyTask& task, std::string_view round) {
  return (task.first.empty() || round::CompareRounds(task.first, round) <= 0) &&
         (task.last.empty() || round::CompareRounds(round, task.last) <= 0);
}

}  // namespace

Result<AccuracyTask> FindAccuracyTask(std::string_view benchmark, std::string_view round) {
  const std::string_view family = round::FamilyOf(benchmark);
  for (const AccuracyTask& task : kTasks) {
    if (task.family == family && Holds(task, round)) return task;
  }
  return Fail(ErrorCode::kUnsupported, "answers of " + std::string(benchmark) + " in " + std::string(round) +
                                           " can't be scored from the log",
              "those of these can: " + ScoredBenchmarks());
}

std::string ScoredBenchmarks() {
  std::string names;
  std::string_view before;
  for (const AccuracyTask& task : kTasks) {
    if (task.family == before) continue;
    before = task.family;
    names += (names.empty() ? "" : ", ") + std::string(task.family);
    if (!task.first.empty()) names += " (from " + std::string(task.first) + ")";
  }
  return names;
}

}  // namespace assay::run
