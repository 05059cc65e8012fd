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

}  // namespace assay::run
