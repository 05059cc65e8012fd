// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (!subject.Compares()) return NotApplicable("nothing is compared");
  if (subject.sides.empty()) return Broken("it claims to be faster and doesn't say than which result");
  std::vector<std::string> undeclared, unknown;
  for (const auto& differences : subject.differences) {
    for (const SideDifference& each : differences) {
      if (!each.must_declare || each.declared) continue;
      (each.known ? undeclared : unknown).push_back(each.axis);
    }
  }
  if (!undeclared.empty()) return Broken("not stated: the results differ in " + Listed(undeclared));
  if (!unknown.empty()) return NotKnown("whether they differ can't be told: " + Listed(unknown));
  return Kept();
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r08_differences_stated;
const RuleInfo kRule_r08_differences_stated{
    .id = "R8",
    .title = "every difference is stated",
    .condition =
        "Where compared results differ in version, division, category, verified status, scenario "
        "or chip count, the main text says so.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
