// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const std::string_view availability = subject.Get("availability");
  const auto limited = [](std::string_view text) { return text == "preview" || text == "rdi"; };
  for (const Side& side : subject.sides) {
    const auto theirs = side.matched.filled.find("availability");  // in the row, and not stated
    if (theirs != side.matched.filled.end() && limited(theirs->second) && !Mentions(subject.Words(), theirs->second)) {
      return Broken("the other side's category " + theirs->second + " isn't disclosed");
    }
  }
  if (availability.empty()) return NotKnown("the category isn't known");
  if (!limited(availability)) return Kept();
  if (subject.Stated("availability") || Mentions(subject.Words(), availability)) return Kept();
  if (subject.Compares()) return Broken("the category " + std::string(availability) + " isn't disclosed in a comparison");
  return LeftOut(subject, "the category " + std::string(availability) + " is missing");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r19_preview;
const RuleInfo kRule_r19_preview{
    .id = "R19",
    .title = "preview and RDI are disclosed",
    .condition =
        "Where results are compared, the category preview or RDI is disclosed; a preview can "
        "still be marked invalid.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
