// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "citation/match_text.h"
#include "citation/match_value.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

// The accuracy that the published table has beside the result.
bool IsPublished(const Subject& subject) {
  const auto figure = ParseFigure(subject.Get("value"));
  if (subject.row() == nullptr || !figure) return false;
  for (const results::AccuracyValue& held : results::AccuracyOf(*subject.row())) {
    if (std::abs(held.value - figure->value) < figure->step) return true;
  }
  return false;
}

RuleOutcome Read(const Subject& subject) {
  const bool accuracy = subject.Get("metric") == "accuracy" || subject.Asserts("accuracy");
  if (!accuracy) return NotApplicable("no accuracy is claimed");
  if (subject.Get("metric") == "accuracy" && !subject.Asserts("accuracy") && IsPublished(subject)) {
    return Kept("as published beside the result");
  }
  if (MentionsAny(subject.Words(), "unverified", "not verified")) return Kept();
  return Broken("an accuracy is claimed and not called unverified");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r14_claimed_accuracy;
const RuleInfo kRule_r14_claimed_accuracy{
    .id = "R14",
    .title = "a claimed accuracy is a secondary metric",
    .condition =
        "Accuracy that is claimed beside a result is a secondary metric: it states its basis and "
        "counts as unverified.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
