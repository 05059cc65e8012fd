// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

RuleOutcome Read(const Subject& subject) {
  if (!subject.Stated("footnote")) return LeftOut(subject, "no footnote was found as text");
  const std::string_view footnote = subject.Get("footnote");
  if (WordsOf(footnote).size() <= 3 && Mentions(footnote, "image")) return Broken("the footnote stands in an image");
  return Kept();
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r05_legible_footnote;
const RuleInfo kRule_r05_legible_footnote{
    .id = "R5",
    .title = "the footnote is legible text",
    .condition = "The footnote is text that can be read, and not part of an image where there is text.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
