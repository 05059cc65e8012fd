// SPDX-License-Identifier: Apache-2.0
// How many labelled cases a claim takes, asked without a spec and before anything is labelled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::run {

struct LabelQuestion {
  std::vector<std::string> claims;  // "recall>=0.9", as a requirement
  std::optional<double> truth;      // what the rate really is, if all is well; empty: halfway between the bound and 1
  std::optional<double> base_rate;  // of the positive class
  double confidence = 0.95, power = 0.8;
};

struct LabelAnswer {
  std::string claim;
  std::string cases;                            // what is counted: "positives", "flagged cases", …
  double bound = 0, truth = 0;
  std::uint64_t without_a_miss = 0;             // fewest with which it can PASS at all
  std::optional<std::uint64_t> likely;          // with the power asked for; empty: none up to 100 million
  std::optional<std::uint64_t> rows;            // labelled at random at the base rate, to hold so many positives
  bool enrich = false;                          // far fewer labels do, where positives are sought out
};

// Errors   kUsage for a claim that isn't SHARE >= BOUND on accuracy, recall, precision or specificity; kOutOfRange for a truth
//          that isn't above the bound.
// Threads  safe: pure.
// Source   stats/sample_size.h.
Result<std::vector<LabelAnswer>> AnswerLabels(const LabelQuestion& question);

std::string LabelsText(const LabelQuestion& question, const std::vector<LabelAnswer>& answers);
std::string LabelsJson(const LabelQuestion& question, const std::vector<LabelAnswer>& answers);  // assay.labels/1

}  // namespace assay::run
