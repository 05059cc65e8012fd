// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (subject.Asserts("tdp")) return Broken("a TDP or nameplate figure is used in a claim about energy");
  if (!subject.Asserts("per_watt") && !subject.Stated("power")) return NotApplicable("nothing is said of power");
  const results::Row* row = subject.row();
  if (row == nullptr) return NotKnown("whether the submission measured power isn't known");
  return row->has_power ? Kept("the submission measured power") : Broken("the submission has no measured power");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r11_power;
const RuleInfo kRule_r11_power{
    .id = "R11",
    .title = "energy only from measured MLPerf power",
    .condition =
        "Performance per watt and energy come only from the system power measured in that same "
        "submission; never from TDP, a power supply's rating or a nameplate.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
