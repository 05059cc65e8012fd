// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/exit_code.h"

namespace assay::cli {
namespace {

int ExitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kHostUnfit: return kExitHost;
    case ErrorCode::kInterrupted: return kExitInterrupted;
    case ErrorCode::kRunInvalid: return kExitNegative;
    case ErrorCode::kNotMeasured: return kExitNotMeasured;
    default: break;
  }
  switch (static_cast<int>(code) / 100) {
    case 1: return kExitUsage;
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
  return errors.empty() ? kExitPositive : ExitCodeOf(errors.front().code);
}

}  // namespace assay::cli
