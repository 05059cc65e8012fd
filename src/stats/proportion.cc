// SPDX-License-Identifier: Apache-2.0
#include "stats/proportion.h"

#include <string>

namespace assay::stats {

Result<void> CheckProportion(std::uint64_t successes, std::uint64_t trials, double level) {
  if (trials == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 trial, found 0");
  if (successes > trials) {
    return Fail(ErrorCode::kOutOfRange, "expected successes between 0 and the " +
                                            std::to_string(trials) + " trials, found " +
                                            std::to_string(successes));
  }
  return CheckShare("level", level);
}

Result<void> CheckShare(const char* what, double share) {
  if (share > 0 && share < 1) return {};
  return Fail(ErrorCode::kOutOfRange, "expected a " + std::string(what) +
                                          " strictly between 0 and 1, found " +
                                          std::to_string(share));
}

}  // namespace assay::stats
