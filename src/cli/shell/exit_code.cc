// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/exit_code.h"

namespace assay::cli {
namespace {

int ExitCodeOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kHostUnfit: return kExitHost;
    case ErrorCode::kInterrupted: return kExitInterrupted;
    case ErrorCode::kRunInvalid: return kExitNegative;
    case ErrorCode::kNotMeasured: return kExitNotMeasured;
    default: break;
  }
  switch (static_cast<int>(error.code) / 100) {
    // A name that a file uses is the file's fault, not the command line's.
    case 1: return error.where.empty() ? kExitUsage : kExitSpec;
    case 3: return kExitSpec;
    case 2:
    case 4:
    case 5:
    case 8: return kExitInput;
    case 7: return kExitSut;
    default: return kExitBug;
  }
}

}  // namespace

int ExitCodeOf(std::span<const Error> errors) {
  for (const Error& error : errors) {
    if (error.code == ErrorCode::kInternal) return kExitBug;
  }
  return errors.empty() ? kExitPositive : ExitCodeOf(errors.front());
}

}  // namespace assay::cli
