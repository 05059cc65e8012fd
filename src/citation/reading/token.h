// SPDX-License-Identifier: Apache-2.0
// Text as tokens: words, numbers with their exact value, and signs, each with its place in the source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::citation {

enum class TokenKind : unsigned char { kWord, kNumber, kSign };

struct Token {
  TokenKind kind = TokenKind::kSign;
  std::string text;     // small letters; of a sign, the sign
  std::string folded;   // letters and digits of it
  std::string value;    // of a number: plain digits with '.', "34988.2"; "35K" is "35000"
  bool scaled = false;  // written with K, M, thousand or million
  bool grouped = false; // written with thousands separators
  bool space_before = false;
  bool capital = false;  // first letter
  std::size_t begin = 0, end = 0;  // bytes of the source
  int sentence = 0;

  bool Is(std::string_view word) const { return text == word; }
};

// Shape    any bytes; what isn't UTF-8 is taken as letters. "8xH200" becomes 8, x, h200; "130ms" 130, ms; "v5.1" and
//          "70b" stay words. Trademark signs are left out; dashes, quotes, hard blanks, × and µ become their ASCII kin.
// Threads  safe: pure.
std::vector<Token> Tokenise(std::string_view text);

// "35" shifted by 3 is "35000"; "34.9882" by 3 is "34988.2"; "850" by -3 is "0.85".
std::string ShiftDecimal(std::string_view digits, int power);

// Whether the token is one of the words.
template <class... Words>
bool IsOneOf(const Token& token, Words... words) {
  return ((token.text == words) || ...);
}

}  // namespace assay::citation
