// SPDX-License-Identifier: Apache-2.0
// A run together with the data it was made from: a run directory holds answers and hashes, the data and the models stay
// where they are.
#pragma once

#include <memory>
#include <string>

#include "assay/dataset.h"
#include "assay/result.h"
#include "run/evaluation.h"
#include "spec/spec.h"

namespace assay::run {

struct LocatedRun {
  Evaluation evaluation;
  spec::Spec spec;                // with paths that lead from here to the data and the models
  std::unique_ptr<Dataset> data;  // the judged split
};

// `spec_path`: where the spec lies now; empty = where it lay when the run was made.
// Errors   of EvaluateRun; kNotMeasured when the run asked no cases; kNotFound when the data isn't there any more;
//          kMismatch when it is another file than the one that was asked.
Results<LocatedRun> LocateRun(const std::string& run_directory, const std::string& spec_path);

}  // namespace assay::run
