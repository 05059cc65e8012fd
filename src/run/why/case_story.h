// SPDX-License-Identifier: Apache-2.0
// Everything about one case: what was asked, what every system answered, the slices it lies in, the cases most like it that
// were answered right and wrong, and what the model does when its inputs are changed one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/clock.h"
#include "assay/result.h"
#include "report/report_format.h"
#include "run/why/changed_inputs.h"
#include "slice/error_slices.h"

namespace assay::run {

struct CaseColumn {
  std::string name, value;
  std::optional<double> share_at_most;  // numbers: share of the cases with this value or a lower one
  std::optional<double> share_equal;    // categories: share of the cases with this value
};

// One time that the case was asked.
struct CaseAnswer {
  std::string system, load;  // "accuracy", or the traffic's name
  std::uint64_t repeat = 1;
  std::string status;
  std::optional<std::string> predicted;  // as recorded
  std::optional<double> score;
  std::optional<std::int64_t> latency_ns;
  std::optional<bool> slow;
};

// The deployed decision of a system about the case, and whether it is right.
struct CaseDecision {
  std::string system, decision, predicted;
  std::optional<bool> right;  // empty when the system didn't answer it
};

struct CaseNeighbour {
  std::string id, label, predicted;
  std::optional<double> score;
  double distance = 0;  // in standard deviations, over all columns
  std::vector<std::string> differs;  // "age 71 (here 64)": the columns that differ most
};

struct CaseSlice {
  std::string text;
  bool declared = false;
  slice::ErrorRate errors;  // of the system in this slice
};

struct CaseStory {
  std::string run, split, id, label;
  std::vector<CaseColumn> columns;
  std::vector<CaseAnswer> answers;
  std::vector<CaseDecision> decisions;
  std::string system;                        // that the rest is about
  std::optional<double> overall_error_rate;  // of it
  std::vector<CaseSlice> slices;             // declared ones, then one column each, by error rate
  std::vector<CaseNeighbour> right, wrong;   // nearest first
  std::optional<ChangedInputs> changed;
  std::string changed_missing;               // why it wasn't measured
};

struct CaseStoryOptions {
  std::string system;            // empty = the first that answered
  std::string spec_path;         // see LocateRun
  std::optional<double> threshold;
  std::size_t neighbours = 3;    // of each kind
  bool ask_model = true;
};

// Errors   of LocateRun; kBadReference for a case that the data lacks, with a near one, or a system that the run lacks. A
//          system that can't be asked again is no error: `changed_missing` says why.
Results<CaseStory> TellCase(const std::string& run_directory, const std::string& id, const CaseStoryOptions& options,
                            Clock& clock);

std::string CaseText(const CaseStory& story, const RenderOptions& render);
std::string CaseJson(const CaseStory& story);  // {"schema": "assay.why/1", …}

}  // namespace assay::run
