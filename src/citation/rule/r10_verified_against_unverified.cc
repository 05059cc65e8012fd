// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const auto status = [](std::string_view stated, bool held) {
    const std::string word = Lower(stated);
    if (word.empty()) return held ? 1 : 0;
    return word == "unverified" || word == "no" || word == "not verified" || word == "false" ? -1 : 1;
  };
  const int ours = status(subject.Get("verified"), subject.matched.public_row);
  for (const Side& side : subject.sides) {
    const auto stated = side.stated.find("verified");
    const int theirs = status(stated == side.stated.end() ? "" : stated->second, side.matched.public_row);
    if (ours * theirs >= 0) continue;
    if (MentionsAny(subject.Words(), "measurement methodologies", "measurement methodology")) return Kept();
    return Broken("verified and unverified results are compared without the statement on measurement methodologies");
  }
  return NotApplicable("no verified result stands against an unverified one");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r10_verified_against_unverified;
const RuleInfo kRule_r10_verified_against_unverified{
    .id = "R10",
    .title = "verified against unverified carries the warning",
    .condition =
        "A comparison of verified with unverified results says that measurement methodologies may "
        "be inconsistent.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
