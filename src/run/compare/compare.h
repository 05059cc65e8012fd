// SPDX-License-Identifier: Apache-2.0
// `assay compare`: which sides are meant, what both have, and what differs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "results/row.h"
#include "run/compare/comparison.h"
#include "run/result_file/result_file.h"
#include "run/score_file.h"

namespace assay::run {

struct CompareRequest {
  std::vector<std::string> places;  // run directories, RUN/SYSTEM[/TRAFFIC[/REPEAT]], files of predictions or of other results; or a run and results:ROW
  std::string baseline = {};             // a system of the one run, or one of the places; empty = as the spec says, the first
  std::vector<std::string> metrics = {}; // confirmed under Holm; empty = the usual ones, of which the primary is
  std::optional<FailRule> rule = {};
  double level = 0.95;
  std::uint64_t seed = 0;
  ScoreFileOptions columns = {};    // of files of predictions; `path` is not used
  bool by_columns = false;          // `columns` names some: files are tables of labels
  ResultFileOptions results = {};   // of files of other results; `path` is not used
  const results::Row* row = nullptr;  // what a place "results:ROW" stands for
};

// One run: its systems against the baseline. Several places: each against the first, system by system.
// Errors   kUsage for places that don't fit together, or a metric that nothing here has; kUnknownName; kNotComparable;
//          kNotFound and what else the files hold.
Results<CompareOutcome> Compare(const CompareRequest& request);

}  // namespace assay::run
