// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  std::vector<std::string> kinds;
  if (subject.Asserts("per_accelerator")) kinds.emplace_back("per accelerator");
  if (subject.Asserts("per_watt")) kinds.emplace_back("per watt");
  if (kinds.empty()) return NotApplicable("no derived metric");
  if (subject.Asserts("official")) return Broken("a figure " + Listed(kinds) + " is called official");
  const std::string words = subject.Words();
  if (!MentionsAny(words, "derived", "calculated", "divided", "dividing", "computed")) {
    return Broken("a figure " + Listed(kinds) + " without its basis");
  }
  if (!MentionsAny(words, "unverified", "not verified")) return Broken("a figure " + Listed(kinds) + " isn't called unverified");
  return Kept();
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r13_derived;
const RuleInfo kRule_r13_derived{
    .id = "R13",
    .title = "derived metrics state their basis",
    .condition =
        "A derived or secondary metric (per accelerator, cost, model size, per watt) states its "
        "basis in text and footnote, counts as unverified and isn't presented as an MLPerf "
        "metric.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
