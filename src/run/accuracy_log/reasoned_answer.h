// SPDX-License-Identifier: Apache-2.0
// The answer at the end of a reasoned text, as deepseek-r1's reference reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::run {

// The letter of the last "Answer: (B)" up to `last`, upper case: with or without colon, equals sign and brackets, "final
// answer" too. With `any`, where there is none, the last letter of that range that stands alone.
// Range    last 'D' or 'J'.
// Threads  safe: pure, as all here.
// Source   mlcommons/inference language/deepseek-r1 eval_accuracy.py parse_multiple_choice (by values).
std::optional<char> ChoiceOf(std::string_view said, char last, bool any);

// The whole number from 0 to 999 of the last \boxed{204}, else of the last "Answer: 204" that no point or letter follows.
// Digits are ASCII's.
// Source   the same, parse_aime_answer.
std::optional<std::int64_t> WholeAnswerOf(std::string_view said);

}  // namespace assay::run
