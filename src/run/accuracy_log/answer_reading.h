// SPDX-License-Identifier: Apache-2.0
// How MLPerf's language benchmarks read what they want out of a generated text.
#pragma once

#include <optional>
#include <string_view>

namespace assay::run {

// Needles in haystacks, 0 to 100: words of the form 8-4-4-4-12 characters are paired in order with those of the right
// text; a pair counts as the share of the right one's characters that occur in the answered one, the mean is over the
// answered ones. Rounded to two places.
// Shape    UTF-8.
// Threads  safe: pure, as all here.
// Source   mlcommons/inference language/llama3.1-405b evaluate-accuracy.py niah_em (by reading; the share of characters is
//          how it is computed there).
double NeedleMatch(std::string_view right, std::string_view said);

// Whether what stands behind the last "Answer: " is part of the right text, or holds one of its entries (parted by '|')
// when case and white space don't count.
// Source   the same, qa_em.
bool QuestionMatch(std::string_view right, std::string_view said);

// Whether the number that the text gives is the right one: the first behind the last "The answer is", else the last one
// before a new question ("\nQ:"). Empty when the right text is no number.
// Source   mlcommons/inference language/mixtral-8x7b evaluate-accuracy.py (by reading).
std::optional<bool> NumberMatch(std::string_view right, std::string_view said);

}  // namespace assay::run
