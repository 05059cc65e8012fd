// SPDX-License-Identifier: Apache-2.0
// Spoken English in one form: contractions in full, numbers as digits, American spelling, no fillers.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::text {

// British words and their American spelling.
using Spellings = std::unordered_map<std::u32string, std::u32string>;

// The words of a text after that.
// Shape    letters a to z, digits, blanks, ' $ ¢ £ € % + and -: what Whisper's reference writes.
// Threads  safe: pure.
// Source   Radford et al. 2022, appendix C; EnglishTextNormalizer of openai-whisper 20250625 (by values).
std::vector<std::u32string> SpokenWords(std::u32string_view text, const Spellings& spellings);

}  // namespace assay::text
