// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/answer_reading.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "text/unicode.h"

namespace assay::run {
namespace {

// 8-4-4-4-12 word characters, taken from the left, none overlapping.
std::vector<std::u32string> Needles(std::string_view bytes) {
  constexpr std::size_t kParts[] = {8, 4, 4, 4, 12};
  const std::u32string text = text::DecodeUtf8(bytes);
  const auto length_at = [&](std::size_t at) -> std::size_t {
    const std::size_t start = at;
    for (std::size_t part = 0; part < std::size(kParts); ++part) {
      if (part > 0 && (at >= text.size() || text[at++] != U'-')) return 0;
      for (std::size_t i = 0; i < kParts[part]; ++i) {
        if (at >= text.size() || !text::IsWord(text[at++])) return 0;
      }
    }
    return at - start;
  };
  std::vector<std::u32string> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_at(at);
    if (length > 0) found.push_back(text.substr(at, length));
    at += std::max<std::size_t>(length, 1);
  }
  return found;
}

std::string WithoutSpace(std::string_view bytes) {
  std::u32string text = text::DecodeUtf8(bytes);
  std::erase_if(text, text::IsSpace);
  return text::EncodeUtf8(text::Lower(text));
}

// Runs of white space as one blank: where the reference puts line feeds between sentences doesn't matter then.
std::string SpacedOnce(std::string_view bytes) {
  std::u32string joined;
  const std::u32string text = text::DecodeUtf8(bytes);
  for (const std::u32string_view word : text::SplitAtSpace(text)) {
    if (!joined.empty()) joined.push_back(U' ');
    joined += word;
  }
  return text::EncodeUtf8(joined);
}

bool IsDigitByte(char c) { return c >= '0' && c <= '9'; }

// The number that begins at or after `at`: -?[digits and commas]*.?digits, as far as it goes.
std::optional<std::string_view> NumberFrom(std::string_view text, std::size_t& at) {
  for (; at < text.size(); ++at) {
    const std::size_t start = at;
    std::size_t end = at + (text[at] == '-' ? 1 : 0);
    while (end < text.size() && (IsDigitByte(text[end]) || text[end] == ',')) ++end;
    if (end + 1 < text.size() && text[end] == '.' && IsDigitByte(text[end + 1])) {
      for (++end; end < text.size() && IsDigitByte(text[end]);) ++end;
    }
    while (end > start && !IsDigitByte(text[end - 1])) --end;  // it ends in a digit
    if (end == start) continue;
    at = end;
    return text.substr(start, end - start);
  }
  return std::nullopt;
}

std::optional<double> NumberValue(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c != ',' && c != ' ' && c != '\n' && c != '\r' && c != '\t') plain += c;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (error != std::errc() || end != plain.data() + plain.size() || plain.empty()) return std::nullopt;
  return value;
}

std::optional<std::string_view> GivenNumber(std::string_view said) {
  constexpr std::string_view kMark = "The answer is";
  if (const std::size_t mark = said.rfind(kMark); mark != said.npos) {
    std::size_t at = mark + kMark.size();
    if (const auto first = NumberFrom(said, at)) return first;
  }
  std::optional<std::string_view> last;
  for (std::size_t at = 0; const auto next = NumberFrom(said, at);) last = next;
  return last;
}

}  // namespace

double NeedleMatch(std::string_view right, std::string_view said) {
  const auto wanted = Needles(right);
  const auto given = Needles(said);
  if (given.empty()) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < std::min(wanted.size(), given.size()); ++i) {
    const std::u32string lower_given = text::Lower(given[i]);
    double found = 0;
    for (const char32_t code : wanted[i]) {
      found += lower_given.find(text::Lower(std::u32string_view(&code, 1))) != lower_given.npos ? 1 : 0;
    }
    sum += found / static_cast<double>(wanted[i].size());
  }
  return std::round(sum / static_cast<double>(given.size()) * 1e4) / 1e2;
}

bool QuestionMatch(std::string_view right, std::string_view said) {
  constexpr std::string_view kMark = "Answer: ";
  const std::string given = SpacedOnce(said);
  const std::string wanted = SpacedOnce(right);
  const std::size_t mark = given.rfind(kMark);
  const std::string_view answer = std::string_view(given).substr(mark == given.npos ? 0 : mark + kMark.size());
  if (wanted.find(answer) != wanted.npos) return true;
  const std::string folded = WithoutSpace(answer);
  for (std::size_t at = 0; at <= wanted.size();) {
    const std::size_t end = std::min(wanted.find('|', at), wanted.size());
    if (folded.find(WithoutSpace(std::string_view(wanted).substr(at, end - at))) != folded.npos) return true;
    at = end + 1;
  }
  return false;
}

std::optional<bool> NumberMatch(std::string_view right, std::string_view said) {
  const auto wanted = NumberValue(right);
  if (!wanted) return std::nullopt;
  const auto given = GivenNumber(said.substr(0, said.find("\nQ:")));
  return given && NumberValue(*given) == wanted;
}

}  // namespace assay::run
