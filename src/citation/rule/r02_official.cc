// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (!subject.Asserts("official")) return NotApplicable("neither word is used");
  const std::string status = Lower(subject.Get("verified"));
  if (status == "unverified" || status == "no" || status == "not verified" || status == "false") {
    return Broken("an unverified result is called official or verified");
  }
  if (subject.Asserts("per_accelerator") || subject.Asserts("composite") || subject.Asserts("per_watt")) {
    return Broken("a derived figure is called official or verified");
  }
  if (subject.matched.match == Match::kNotInference) return NotKnown("not an Inference result");
  return subject.matched.public_row ? Kept("the result was reviewed") : NotKnown("that it was reviewed can't be checked");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r02_official;
const RuleInfo kRule_r02_official{
    .id = "R2",
    .title = "official and verified only of reviewed results",
    .condition = "The words official and verified are used only of results that MLCommons has reviewed.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
