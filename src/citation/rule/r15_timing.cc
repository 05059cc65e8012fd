// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_timing.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const Timing timing = TimingOf(subject);
  switch (timing.state) {
    case TimingState::kEarly: return Broken(timing.words);
    case TimingState::kAfter: return Kept(timing.words);
    case TimingState::kSubmitterOnly:
    case TimingState::kNotKnown: break;
  }
  return NotKnown(timing.words);
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r15_timing;
const RuleInfo kRule_r15_timing{
    .id = "R15",
    .title = "not before publication; others two weeks after it",
    .condition =
        "A submitter quotes a result not before the day of publication, others not before two "
        "weeks after it.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
