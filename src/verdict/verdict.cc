// SPDX-License-Identifier: Apache-2.0
#include "verdict/verdict.h"

namespace assay::verdict {

std::string_view OutcomeWord(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "PASS";
    case Outcome::kFail:
      return "FAIL";
    case Outcome::kUndecided:
      return "UNDECIDED";
    case Outcome::kNotMeasured:
      break;
  }
  return "NOT MEASURED";
}

}  // namespace assay::verdict
