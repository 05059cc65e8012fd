// SPDX-License-Identifier: Apache-2.0
// looks.json of a run directory: how often the labels of its judged split had been looked at when it was made. It is
// counted once, when the run ends, so that judging the same run again is no further look.
#pragma once

#include <string>

#include "assay/dataset.h"
#include "assay/result.h"
#include "run/evaluation.h"
#include "run/judging/looks.h"
#include "spec/spec.h"

namespace assay::run {

// Counts a look at the split's labels, asked what the spec claims, and writes what it found. Nothing without a claim on
// quality, with an empty `looks_path`, or when the run has its look already.
// Errors   kUnwritable. A look that can't be counted is a note in the file.
// Threads  safe, also between processes.
Result<void> CountRunLook(const std::string& looks_path, const spec::Spec& spec, const Dataset& split,
                          const std::string& run_directory);

// Not counted when the run has none.
// Errors   kSyntax, kBadRecord.
Result<Looks> ReadRunLook(const std::string& run_directory);

// Says "no longer fresh" of every verdict on quality from the third look on; no outcome changes.
void QualifyByLooks(Evaluation& evaluation);

}  // namespace assay::run
