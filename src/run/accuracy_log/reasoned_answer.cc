// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/reasoned_answer.h"

#include <algorithm>

#include "text/unicode.h"

namespace assay::run {
namespace {

// Letters that Python's re takes for ASCII ones when case doesn't matter.
char32_t FoldedLetter(char32_t code) {
  if (code == 0x17F) return U's';
  if (code == 0x212A) return U'k';
  return code < 0x80 ? text::AsciiLower(static_cast<unsigned char>(code)) : code;
}

std::u32string FoldedText(std::u32string_view text) {
  std::u32string folded(text);
  std::ranges::transform(folded, folded.begin(), FoldedLetter);
  return folded;
}

bool IsAsciiLetter(char32_t folded) { return folded >= U'a' && folded <= U'z'; }
bool IsAsciiDigit(char32_t code) { return code >= U'0' && code <= U'9'; }

bool IsWordAt(std::u32string_view text, std::size_t at) { return at < text.size() && text::IsWord(text[at]); }

std::size_t SkipSpace(std::u32string_view text, std::size_t at) {
  while (at < text.size() && text::IsSpace(text[at])) ++at;
  return at;
}

std::u32string Exchanged(std::u32string text, std::u32string_view what, char32_t with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) text.replace(at, what.size(), 1, with);
  return text;
}

// The text without what printing a list of one text leaves around it.
std::u32string Unlisted(std::string_view said) {
  const std::u32string decoded = text::DecodeUtf8(said);
  std::u32string_view text = text::Strip(decoded);
  if ((text.starts_with(U"['") || text.starts_with(U"[\"")) && (text.ends_with(U"']") || text.ends_with(U"\"]"))) {
    text = text.size() >= 4 ? text::Strip(text.substr(2, text.size() - 4)) : std::u32string_view();
  }
  return Exchanged(Exchanged(std::u32string(text), U"\\n", U'\n'), U"\\'", U'\'');
}

// The letter that an "answer" which ends at `at` gives.
std::optional<char32_t> LetterBehind(std::u32string_view folded, std::size_t at, char32_t last) {
  if (IsWordAt(folded, at)) return std::nullopt;
  at = SkipSpace(folded, at);
  if (at < folded.size() && (folded[at] == U':' || folded[at] == U'=')) ++at;
  at = SkipSpace(folded, at);
  if (at < folded.size() && folded[at] == U'(') ++at;
  at = SkipSpace(folded, at);
  if (at >= folded.size() || folded[at] < U'a' || folded[at] > last) return std::nullopt;
  if (at + 1 < folded.size() && IsAsciiLetter(folded[at + 1])) return std::nullopt;
  return folded[at];
}

std::optional<std::int64_t> ValueOf(std::u32string_view digits) {
  std::int64_t value = 0;
  for (const char32_t digit : digits) {
    value = value * 10 + static_cast<std::int64_t>(digit - U'0');
    if (value > 999) return std::nullopt;
  }
  return value;
}

}  // namespace

std::optional<char> ChoiceOf(std::string_view said, char last, bool any) {
  constexpr std::u32string_view kAnswer = U"answer", kFinal = U"final";
  const std::u32string folded = FoldedText(Unlisted(said));
  const std::u32string_view text = folded;
  const char32_t last_letter = text::AsciiLower(static_cast<unsigned char>(last));
  std::optional<char32_t> found;
  for (std::size_t at = 0; (at = text.find(kAnswer, at)) != text.npos; ++at) {
    std::size_t start = at;
    if (text.substr(0, at).ends_with(kFinal)) start -= kFinal.size();
    if (start > 0 && IsWordAt(text, start - 1)) continue;
    if (const auto letter = LetterBehind(text, at + kAnswer.size(), last_letter)) found = letter;
  }
  for (std::size_t at = text.size(); any && !found && at-- > 0;) {
    const bool alone = (at == 0 || !IsWordAt(text, at - 1)) && !IsWordAt(text, at + 1);
    if (alone && text[at] >= U'a' && text[at] <= last_letter) found = text[at];
  }
  if (!found) return std::nullopt;
  return static_cast<char>(static_cast<char>(*found) - 'a' + 'A');
}

std::optional<std::int64_t> WholeAnswerOf(std::string_view said) {
  constexpr std::u32string_view kBoxed = U"\\boxed{", kAnswer = U"answer:";
  const std::u32string decoded = text::DecodeUtf8(said), folded = FoldedText(decoded);
  std::u32string_view found;
  const auto digits_at = [&](std::size_t at) {
    std::size_t end = at;
    while (end < decoded.size() && IsAsciiDigit(decoded[end])) ++end;
    return std::u32string_view(decoded).substr(at, end - at);
  };
  for (std::size_t at = 0; (at = decoded.find(kBoxed, at)) != decoded.npos; ++at) {
    const std::size_t start = SkipSpace(decoded, at + kBoxed.size());
    const std::u32string_view digits = digits_at(start);
    const std::size_t end = SkipSpace(decoded, start + digits.size());
    if (!digits.empty() && end < decoded.size() && decoded[end] == U'}') found = digits;
  }
  if (found.empty()) {
    for (std::size_t at = 0; (at = folded.find(kAnswer, at)) != folded.npos; ++at) {
      const std::size_t start = SkipSpace(decoded, at + kAnswer.size());
      const std::u32string_view digits = digits_at(start);
      const std::size_t end = start + digits.size();
      if (digits.empty() || IsWordAt(decoded, end) || (end < decoded.size() && decoded[end] == U'.')) continue;
      found = digits;
    }
  }
  return found.empty() ? std::nullopt : ValueOf(found);
}

}  // namespace assay::run
