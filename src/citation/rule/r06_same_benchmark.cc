// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (subject.sides.empty()) return NotApplicable("nothing is compared");
  const bool ours = subject.matched.match != Match::kNotInference;
  std::string unknown;
  for (std::size_t i = 0; i < subject.sides.size(); ++i) {
    const Side& side = subject.sides[i];
    const bool theirs = side.matched.match != Match::kNotInference;
    if (side.suite == Suite::kNotMlperf || subject.quote.suite == Suite::kNotMlperf) continue;  // R7
    if (ours != theirs) return Broken("results of different MLPerf suites are compared");
    for (const SideDifference& each : subject.differences[i]) {
      if (each.forbids) {
        return Broken(each.axis + " " + each.ours + " against " + each.theirs +
                      (each.reason.empty() ? "" : ": " + each.reason));
      }
      const bool selects = each.axis == "benchmark" || each.axis == "scenario" || each.axis == "version";
      if (!each.known && selects) unknown = each.axis;
    }
  }
  return unknown.empty() ? Kept() : NotKnown("the " + unknown + " of one side isn't stated");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r06_same_benchmark;
const RuleInfo kRule_r06_same_benchmark{
    .id = "R6",
    .title = "compared only with the same benchmark and scenario in compatible versions",
    .condition =
        "A result is compared only with MLPerf results of the same benchmark and scenario, in "
        "versions that the compatibility table joins.",
    .source = citation::kMessagingAndTable,
    .read = &citation::Read,
};

}  // namespace assay
