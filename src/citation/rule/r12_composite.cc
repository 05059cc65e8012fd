// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (!subject.Asserts("composite")) return NotApplicable("no composite score");
  if (subject.Asserts("official")) return Broken("a composite score is called official");
  const std::string words = subject.Words();
  if (!MentionsAny(words, "unverified", "not verified")) return Broken("a composite score isn't called unverified");
  if (!MentionsAny(words, "geometric mean", "geomean", "arithmetic mean", "average of", "mean of", "sum of", "weighted")) {
    return Broken("how the composite score was made isn't described");
  }
  return Kept();
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r12_composite;
const RuleInfo kRule_r12_composite{
    .id = "R12",
    .title = "composites are described and unverified",
    .condition =
        "A composite or aggregated score cites its parts, describes its method and counts as "
        "unverified; it is never official.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
