// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const std::vector<std::string> missing = MissingInText(subject);
  return missing.empty() ? Kept() : LeftOut(subject, "missing in the text: " + Listed(missing));
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r03_main_text;
const RuleInfo kRule_r03_main_text{
    .id = "R3",
    .title = "submitter, benchmark with version, and system in the main text",
    .condition =
        "Main text, table or figure names the submitting organisation, the benchmark with its "
        "version, and the system under test.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
