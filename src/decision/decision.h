// SPDX-License-Identifier: Apache-2.0
// A first decision: over all candidates, two line items that are never folded into one score.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.h"

namespace assay::decision {

struct LineItem {
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;
  std::vector<std::string> claims;  // the claims it rests on
  std::string reason;               // one sentence
};

struct Candidate {
  std::string system;
  LineItem servable;     // servable within SLA and budget
  LineItem good_enough;  // good enough on the task
  std::optional<double> preference;  // value of decision.prefer's metric
  bool preferred = false;            // best preference among those with both PASS, by 1 % or more
};

struct DecisionResult {
  std::vector<Candidate> candidates;
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;  // PASS when a candidate passes both
  std::string sentence;
  std::vector<std::string> n_needed;  // "recall of mlp-int8: 134 positives would decide it (57 there)"
};

}  // namespace assay::decision
