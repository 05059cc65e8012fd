// SPDX-License-Identifier: Apache-2.0
// What of an answer is compared where spelling doesn't matter: the words alone, the last number, the letter of a choice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::metric {

// Lower case, ASCII punctuation out, runs of white space one blank, none at the ends. Articles stay.
// Shape    UTF-8.
// Threads  safe: pure, as all here.
std::string FoldedAnswer(std::string_view answer);

// The last number of the text as plain decimal digits: commas between digits, a currency sign and zeros that change
// nothing are gone ("$1,200.50." is "1200.5"). A minus belongs to it where no digit or letter stands before. Empty without one.
std::optional<std::string> LastNumber(std::string_view answer);

// The letter, A to Z, that an answer to a multiple-choice question names: the one after the last "answer is", "answer:",
// or "answer"; else a letter at the start that ends there or before one of ") . : ,"; else the last one in round
// brackets. Empty where there is none of these.
std::optional<char> ChoiceLetter(std::string_view answer);

}  // namespace assay::metric
