// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (subject.sides.empty()) return NotApplicable("nothing is compared");
  const auto streams = [](std::string_view round_name) { return round::CompareRounds(round_name, "v2.0") < 0; };
  for (std::size_t i = 0; i < subject.sides.size(); ++i) {
    for (const SideDifference& each : subject.differences[i]) {
      if (each.axis == "power") return Broken("a performance result is compared with a power result");
      const bool multi_stream = round::ParseScenario(subject.Get("scenario")) == round::Scenario::kMultiStream;
      const bool version = each.axis == "version" && each.known;
      if (version && multi_stream && streams(each.ours) != streams(each.theirs)) {
        return Broken("MultiStream counted streams up to v1.1 and is a latency from v2.0");
      }
      const bool network = subject.Get("division") == "network";
      if (version && network && (round::CompareRounds(each.ours, "v2.1") < 0 || round::CompareRounds(each.theirs, "v2.1") < 0)) {
        return Broken("network results are comparable from v2.1 only");
      }
    }
  }
  return Kept();
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r22_tables;
const RuleInfo kRule_r22_tables{
    .id = "R22",
    .title = "tables that can't be compared",
    .condition =
        "Performance and power results aren't compared with each other, nor MultiStream of v0.5 "
        "to v1.1 with later rounds, nor network results before v2.1.",
    .source = citation::kMessagingAndTable,
    .read = &citation::Read,
};

}  // namespace assay
