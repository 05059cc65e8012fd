// SPDX-License-Identifier: Apache-2.0
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  const results::Row* row = subject.row();
  if (row == nullptr) return NotKnown("no one row to look up");
  if (row->withdrawn) return Broken("the entry was withdrawn after publication");
  if (!row->valid) return Broken("the entry is marked invalid");
  return Kept("as of " + std::string(results::HeldDataDate()));
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r20_withdrawn;
const RuleInfo kRule_r20_withdrawn{
    .id = "R20",
    .title = "not withdrawn after publication",
    .condition = "The entry wasn't withdrawn, moved to Open or marked non-compliant after publication.",
    .source = citation::kSubmissionRules,
    .read = &citation::Read,
};

}  // namespace assay
