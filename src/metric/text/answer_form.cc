// SPDX-License-Identifier: Apache-2.0
#include "metric/text/answer_form.h"

#include "text/unicode.h"

namespace assay::metric {
namespace {

bool IsDecimalDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLatinLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsWordByte(char c) { return IsDecimalDigit(c) || IsLatinLetter(c) || c == '_' || (c & 0x80) != 0; }
char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

// A letter that stands by itself at `at`.
bool LoneLetter(std::string_view text, std::size_t at) {
  return at < text.size() && IsLatinLetter(text[at]) && (at == 0 || !IsWordByte(text[at - 1])) &&
         (at + 1 == text.size() || !IsWordByte(text[at + 1]));
}

std::size_t SkipMarks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text::IsAsciiSpace(static_cast<unsigned char>(text[at])) ||
                              std::string_view("(:*\"'[").find(text[at]) != std::string_view::npos)) {
    ++at;
  }
  return at;
}

std::optional<char> AfterAnswer(std::string_view text, const std::string& lower) {
  constexpr std::string_view kWord = "answer";
  for (std::size_t at = lower.rfind(kWord); at != lower.npos; at = at == 0 ? lower.npos : lower.rfind(kWord, at - 1)) {
    std::size_t end = SkipMarks(text, at + kWord.size());
    if (lower.compare(end, 3, "is ") == 0 || lower.compare(end, 3, "is:") == 0) end = SkipMarks(text, end + 2);
    if (!LoneLetter(text, end)) continue;
    // "the answer is a matter of taste" names no choice.
    const bool article = text[end] == 'a' && end + 1 < text.size() && text[end + 1] == ' ';
    if (!article) return Upper(text[end]);
  }
  return std::nullopt;
}

std::optional<char> AtStart(std::string_view text) {
  const std::size_t at = SkipMarks(text, 0);
  if (!LoneLetter(text, at)) return std::nullopt;
  const std::size_t end = at + 1;
  const bool ends = end == text.size() || std::string_view(").:,]*\n\r").find(text[end]) != std::string_view::npos;
  if (ends || text.find_first_not_of(" \t\r\n", end) == text.npos) return Upper(text[at]);
  return std::nullopt;
}

std::optional<char> InBrackets(std::string_view text) {
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == '(' && at + 2 < text.size() && IsLatinLetter(text[at + 1]) && text[at + 2] == ')') return Upper(text[at + 1]);
  }
  return std::nullopt;
}

}  // namespace

std::string FoldedAnswer(std::string_view answer) {
  std::u32string text = text::Lower(text::DecodeUtf8(answer));
  std::erase_if(text, text::IsAsciiPunctuation);
  std::u32string joined;
  for (const std::u32string_view word : text::SplitAtSpace(text)) {
    if (!joined.empty()) joined.push_back(U' ');
    joined += word;
  }
  return text::EncodeUtf8(joined);
}

std::optional<std::string> LastNumber(std::string_view answer) {
  std::size_t last = answer.find_last_of("0123456789");
  if (last == answer.npos) return std::nullopt;
  std::size_t first = last;
  bool point = false;
  while (first > 0) {
    const char before = answer[first - 1];
    if (IsDecimalDigit(before)) --first;
    else if (before == ',' && first > 1 && IsDecimalDigit(answer[first - 2]) && IsDecimalDigit(answer[first])) --first;
    else if (before == '.' && !point && IsDecimalDigit(answer[first])) point = true, --first;
    else break;
  }
  if (answer[first] == '.' && first > 0 && answer[first - 1] == '.') ++first;  // "…5": no point of a number
  std::size_t sign = first;
  if (sign > 0 && answer[sign - 1] == '$') --sign;
  const bool negative = sign > 0 && answer[sign - 1] == '-' && (sign == 1 || !IsWordByte(answer[sign - 2]));
  std::string digits;
  for (const char c : answer.substr(first, last - first + 1)) {
    if (c != ',') digits += c;
  }
  if (digits.find('.') != digits.npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty() || digits.front() == '.') digits.insert(0, 1, '0');
  return negative && digits != "0" ? "-" + digits : digits;
}

std::optional<char> ChoiceLetter(std::string_view answer) {
  std::string lower(answer);
  for (char& c : lower) c = static_cast<char>(text::AsciiLower(static_cast<unsigned char>(c)));
  if (const auto letter = AfterAnswer(answer, lower)) return letter;
  if (const auto letter = AtStart(answer)) return letter;
  return InBrackets(answer);
}

}  // namespace assay::metric
