// SPDX-License-Identifier: Apache-2.0
#include "run/worst_required.h"

#include <vector>

#include "decision/decide.h"

namespace assay::run {

verdict::Outcome WorstRequired(std::span<const verdict::ClaimVerdict> claims) {
  std::vector<verdict::Outcome> outcomes;
  for (const verdict::ClaimVerdict& claim : claims) {
    if (claim.required) outcomes.push_back(claim.outcome);
  }
  return decision::Worst(outcomes);
}

int ExitCodeOfOutcome(verdict::Outcome outcome) {
  switch (outcome) {
    case verdict::Outcome::kPass: return 0;
    case verdict::Outcome::kFail: return 1;
    case verdict::Outcome::kUndecided: return 7;
    case verdict::Outcome::kNotMeasured: return 8;
  }
  return 1;
}

}  // namespace assay::run
