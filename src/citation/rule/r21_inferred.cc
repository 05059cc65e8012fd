// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const results::Row* row = subject.row();
  if (row == nullptr || !row->inferred) return NotKnown("whether it was inferred isn't known");
  if (!*row->inferred) return Kept();
  if (subject.Stated("inferred")) {
    return subject.Get("inferred") == "no" ? Broken("an inferred result is called measured") : Kept();
  }
  return Mentions(subject.Words(), "inferred") ? Kept() : LeftOut(subject, "that it was inferred is missing");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r21_inferred;
const RuleInfo kRule_r21_inferred{
    .id = "R21",
    .title = "inferred results are called inferred",
    .condition = "A result that was inferred from another scenario's run is called so.",
    .source = citation::kInferenceRules,
    .read = &citation::Read,
};

}  // namespace assay
