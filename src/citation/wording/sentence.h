// SPDX-License-Identifier: Apache-2.0
// The corrected sentence and its footnote, ready to paste, and the questions for the vendor.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "citation/assess_subject.h"

namespace assay::citation {

// Empty where nothing may be said: no one row, and not enough stated to say whose word it is.
// Shape    `limits` are clauses for the sentence's end.
std::string CorrectedSentence(const Subject& subject, const std::vector<std::string>& limits);

// Empty with the sentence. A result id is the row's or the stated one, never made up.
std::string CorrectedFootnote(const Subject& subject);

// For each missing or doubtful field one plain question.
std::vector<std::pair<std::string, std::string>> QuestionsFor(const Subject& subject);

}  // namespace assay::citation
