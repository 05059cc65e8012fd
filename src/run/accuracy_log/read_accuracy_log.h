// SPDX-License-Identifier: Apache-2.0
// Gives the answers of an accuracy log to a scorer, and counts what is missing, doubled, unknown or unreadable.
#pragma once

#include <string>

#include "assay/result.h"
#include "run/accuracy_log/accuracy_score.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {

struct AccuracyLogRead {
  std::string sha256;    // of the bytes as they are
  LogCoverage coverage;  // `expected` is what the truth has
};

// As many passes over the file as the scorer asks for.
// Errors   those of reading the file; kEmpty and kSyntax for what isn't an accuracy log from its start on; kMismatch when the
//          file has other entries in a later pass.
// Threads  safe: no shared state.
Result<AccuracyLogRead> ReadAccuracyLog(const std::string& path, LogScorer& scorer);

}  // namespace assay::run
