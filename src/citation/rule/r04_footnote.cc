// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const std::vector<std::string> missing = MissingInFootnote(subject);
  return missing.empty() ? Kept() : LeftOut(subject, "missing in the footnote: " + Listed(missing));
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r04_footnote;
const RuleInfo kRule_r04_footnote{
    .id = "R4",
    .title = "a full footnote",
    .condition =
        "The footnote has suite, version, division, benchmark, scenario, date and source of "
        "retrieval, result ID and the trademark legend with mlcommons.org.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
