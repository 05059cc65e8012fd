// SPDX-License-Identifier: Apache-2.0
// Numbers in words as digits: "twenty one dollars" is "$21".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::text {

// Of each word what it becomes, those of one number together: "one oh one" is "101", "two hundred and three" is "203",
// "sixty four point five percent" is "64.5%", "minus four" is "-4", "nineteen sixties" is "1960s".
// Shape    words in lower case: letters, digits and the signs $ ¢ £ €, and % behind.
// Threads  safe: pure.
// Source   Radford et al. 2022, appendix C; EnglishNumberNormalizer of openai-whisper 20250625 (by values), process_words.
std::vector<std::u32string> NumbersAsDigits(const std::vector<std::u32string>& words);

// Whether a word can be a decimal's digit ("five", "twenty", "oh"), or a multiplier ("million").
bool IsDigitWord(std::u32string_view word);
bool IsMultiplierWord(std::u32string_view word);

}  // namespace assay::text
