// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const std::string_view division = subject.Get("division");
  if (division.empty()) return NotKnown("the division isn't known");
  if (division != "open") return Kept();
  if (Mentions(subject.Words(), "MLPerf") && !Mentions(subject.Words(), "open")) {
    return Broken("an open result is called MLPerf without the word Open");
  }
  return subject.Stated("division") || !subject.quote.text.empty() ? Kept() : LeftOut(subject, "the word Open is missing");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r18_open_named;
const RuleInfo kRule_r18_open_named{
    .id = "R18",
    .title = "MLPerf alone means Closed",
    .condition =
        "MLPerf without a division speaks of the closed division only; an open result is called "
        "MLPerf Open.",
    .source = citation::kInferenceRules,
    .read = &citation::Read,
};

}  // namespace assay
