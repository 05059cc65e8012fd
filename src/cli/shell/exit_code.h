// SPDX-License-Identifier: Apache-2.0
// What the program's exit code means. The same numbers stand in the JSON results.
#pragma once

#include <span>

#include "assay/result.h"

namespace assay::cli {

enum ExitCode : int {
  kExitPositive = 0,      // done, verdict positive
  kExitNegative = 1,      // done, verdict negative: INVALID, gate missed, claim refuted
  kExitUsage = 2,         // wrong usage
  kExitSpec = 3,          // spec or config invalid
  kExitInput = 4,         // input missing or corrupt: data, hash, record
  kExitSut = 5,           // the system under test failed
  kExitHost = 6,          // host unfit under --strict-host
  kExitUndecided = 7,     // a required claim's interval straddles its bound
  kExitNotMeasured = 8,   // a required claim has no evidence
  kExitBug = 70,          // ours
  kExitInterrupted = 130,
  kExitTerminated = 143,
};

// The exit code that these errors lead to: the first error's kind decides, a bug of ours before all.
int ExitCodeOf(std::span<const Error> errors);

}  // namespace assay::cli
