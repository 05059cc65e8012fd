// SPDX-License-Identifier: Apache-2.0
// The words of a report: signs beside outcomes, what each verdict says and doesn't say, titles of
// metrics.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/model.h"

namespace assay::report {

// "✓" "✗" "?" "–": a sign beside the word, so that nothing hangs on colour.
std::string_view Sign(verdict::Outcome outcome);
// The same for a verdict's word ("PASS", "INVALID"); "" for another word.
std::string_view SignOfWord(std::string_view word);
// "pass" "fail" "undecided" "unmeasured": a style class for a word; "plain" for another word.
std::string_view StyleOfWord(std::string_view word);

struct Meaning {
  std::string_view word, says, does_not_say;
};
// What every verdict word means, in the order in which they are explained.
std::span<const Meaning> AllMeanings();
// Null for another word.
const Meaning* FindMeaning(std::string_view word);

// The definition of a metric id, or of its metric when the id is a part ("confusion.tp"); null when
// the model has none.
const Definition* FindDefinition(const ReportModel& model, std::string_view metric);
// The metric's title, with the part's name for a part; the id itself when the model has no
// definition.
std::string TitleOf(const ReportModel& model, std::string_view metric);

// The sign of a bound's direction as written (">= 0.8 of x" gives "≥"); "" when the text has none.
std::string_view DirectionSign(std::string_view bound_text);

}  // namespace assay::report
