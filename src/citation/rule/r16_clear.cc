// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (subject.Asserts("endorsement")) return Broken("it implies that MLCommons endorses or certifies");
  if (!subject.matched.contradictions.empty()) return Broken("a stated value differs from the published one");
  if (subject.Asserts("speedup") && subject.sides.empty()) return Broken("faster than what isn't said");
  return subject.row() != nullptr ? Kept() : NotKnown("no one row shows what it says");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r16_clear;
const RuleInfo kRule_r16_clear{
    .id = "R16",
    .title = "clear and correct, no endorsement",
    .condition = "The statement is clear and correct, and implies no endorsement by MLCommons.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
