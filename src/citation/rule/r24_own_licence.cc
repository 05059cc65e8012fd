// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const auto own_terms = [](Suite suite) { return suite == Suite::kClient || suite == Suite::kMobile; };
  const bool ours = own_terms(subject.quote.suite);
  for (const Side& side : subject.sides) {
    if (own_terms(side.suite) != ours) return Broken("a Client or Mobile number is compared with one of another suite");
  }
  if (ours) return NotKnown("its own licence says what may be claimed");
  return Kept("not a Client or Mobile number");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r24_own_licence;
const RuleInfo kRule_r24_own_licence{
    .id = "R24",
    .title = "Client and Mobile have terms of their own",
    .condition =
        "MLPerf Client and Mobile apps are under their own licence, and their numbers aren't "
        "spoken of by these rules.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
