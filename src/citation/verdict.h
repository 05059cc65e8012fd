// SPDX-License-Identifier: Apache-2.0
// The one word for a quoted number, and why.
#pragma once

#include <string>
#include <vector>

#include "citation/assess_subject.h"

namespace assay::citation {

struct Decision {
  Verdict verdict = Verdict::kNotYetAClaim;
  std::string because;
  int slot = 0;
};

// Precedence: contradicted, overclaim, violation, decorative, not yet a claim, limited evidence, evidence. Evidence is
// what nothing at all speaks against; every doubt takes it away.
// Shape    `answers` are those to Q1 … Q11, `rules` the readings of R1 … R24.
Decision Decide(const Subject& subject, const std::vector<Answer>& answers, const std::vector<RuleReading>& rules);

}  // namespace assay::citation
