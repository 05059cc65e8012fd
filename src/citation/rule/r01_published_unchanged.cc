// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const std::string status = Lower(subject.Get("verified"));
  const bool unverified = status == "unverified" || status == "no" || status == "not verified" || status == "false";
  if (unverified && !subject.matched.public_row) {
    const std::string words = subject.Words();
    const bool sentence = Mentions(words, "not verified by MLCommons Association");
    const bool marked = MentionsAny(words, "unverified", "not verified");
    if (sentence && marked) return Kept("called unverified, with MLCommons' sentence");
    if (subject.quote.text.empty()) return Completed("\"unverified\" and MLCommons' sentence are left out");
    return Broken(marked ? "\"Result not verified by MLCommons Association.\" is missing"
                         : "an unverified result isn't called so");
  }
  if (!subject.matched.contradictions.empty()) {
    const Contradiction& first = subject.matched.contradictions.front();
    return Broken("changed: " + first.field + " " + first.stated + ", published " + first.held);
  }
  if (subject.matched.public_row) return Kept("published in " + std::string(subject.matched.row->system->round));
  return NotKnown("no held row shows that it was published");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r01_published_unchanged;
const RuleInfo kRule_r01_published_unchanged{
    .id = "R1",
    .title = "published and unchanged, else called unverified",
    .condition =
        "The result stands in a published round and is quoted unchanged; else every score is "
        "called unverified, with the sentence \"Result not verified by MLCommons Association.\"",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
