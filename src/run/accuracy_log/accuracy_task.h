// SPDX-License-Identifier: Apache-2.0
// How each MLPerf benchmark writes its answers into the accuracy log, and what they are scored against.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "data/response/number_type.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {

struct AccuracyTask {
  std::string_view family;       // of benchmark names: "llama2-70b"
  std::string_view first, last;  // rounds in which it is so; empty = from the first, to the newest
  data::NumberType type;         // of the answers, as the reference writes them by default
  std::string_view truth;        // what --truth takes, in words; empty = the log carries its truth
  Result<std::unique_ptr<LogScorer>> (*make)(const ScorerOptions& options);
  bool share = false;            // accuracy as a share, not in percent
  bool class_positions = false;  // boxes: classes are places in the list of categories
};

// Errors   kUnsupported for a benchmark whose answers aren't scored here, with those that are.
// Threads  safe: pure.
Result<AccuracyTask> FindAccuracyTask(std::string_view benchmark, std::string_view round);

// "resnet, retinanet, …": the families that are scored.
std::string ScoredBenchmarks();

}  // namespace assay::run
