// SPDX-License-Identifier: Apache-2.0
// Text as code points, with the properties that Python's str gives them: the references of the text metrics are Python
// programs, and a metric equals its reference only if both see the same words.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace assay::text {

// Whether every byte is below 128: most text, which is then read a byte a letter.
inline bool IsAscii(std::string_view bytes) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::uint64_t seen = 0;
  while (bytes.size() >= sizeof seen) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    seen |= word;
    bytes.remove_prefix(sizeof word);
  }
  for (const char byte : bytes) seen |= static_cast<unsigned char>(byte);
  return (seen & kHigh) == 0;
}

// Of ASCII letters, as the functions below have it.
constexpr bool IsAsciiSpace(unsigned char letter) {
  return letter == ' ' || (letter >= 0x9 && letter <= 0xD) || (letter >= 0x1C && letter <= 0x1F);
}
constexpr bool IsAsciiPunctuation(char32_t code) {  // string.punctuation
  return (code >= 0x21 && code <= 0x2F) || (code >= 0x3A && code <= 0x40) || (code >= 0x5B && code <= 0x60) ||
         (code >= 0x7B && code <= 0x7E);
}
constexpr unsigned char AsciiLower(unsigned char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<unsigned char>(letter + 32) : letter;
}

// Bytes that aren't UTF-8 become U+FFFD, one for each byte.
// Threads  safe: pure, as all here.
std::u32string DecodeUtf8(std::string_view bytes);
std::string EncodeUtf8(std::u32string_view text);

// As str.lower() of Python 3.11: U+0130 becomes two code points, a capital sigma at the end of a word a final one.
std::u32string Lower(std::u32string_view text);

bool IsSpace(char32_t code);        // str.isspace(), and \s
bool IsWord(char32_t code);         // \w: letters, digits and _
bool IsDecimal(char32_t code);      // str.isdecimal(), and \d
bool IsUpperCase(char32_t code);    // str.isupper() of one character
bool IsLowerCase(char32_t code);    // str.islower() of one character
bool IsPunctuation(char32_t code);  // \p{P}
bool IsSymbol(char32_t code);       // \p{S}
bool IsNumber(char32_t code);       // \p{N}
bool IsOther(char32_t code);        // \p{C}: control, format, private and unassigned ones

// Taken apart (NFD) and without the marks that take no room of their own (\p{Mn}): "é" becomes "e", a Hangul syllable its
// letters. Marks that do take room keep the order they have.
std::u32string WithoutMarks(std::u32string_view text);

// str.split(): the parts between runs of white space; none is empty. Views into `text`.
std::vector<std::u32string_view> SplitAtSpace(std::u32string_view text);
// str.strip() and str.rstrip().
std::u32string_view Strip(std::u32string_view text);
std::u32string_view StripRight(std::u32string_view text);
// str.split(separator): parts may be empty.
std::vector<std::u32string_view> SplitAt(std::u32string_view text, char32_t separator);

}  // namespace assay::text
