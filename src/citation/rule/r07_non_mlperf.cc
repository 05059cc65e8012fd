// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (subject.sides.empty()) return NotApplicable("nothing is compared");
  const bool ours = subject.quote.suite != Suite::kNotMlperf;
  bool any_mlperf = ours, any_other = !ours;
  for (const Side& side : subject.sides) {
    (side.suite == Suite::kNotMlperf ? any_other : any_mlperf) = true;
  }
  if (any_mlperf && any_other) return Broken("an MLPerf result is compared with a number that is none");
  return any_other ? NotApplicable("no MLPerf result is compared") : Kept();
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r07_non_mlperf;
const RuleInfo kRule_r07_non_mlperf{
    .id = "R7",
    .title = "never compared with a number that is no MLPerf result",
    .condition = "An MLPerf result is never set beside a number from outside of MLPerf.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
