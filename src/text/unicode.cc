// SPDX-License-Identifier: Apache-2.0
#include "text/unicode.h"

#include <algorithm>

#include "text/unicode_tables.h"

namespace assay::text {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;

template <class Row>
const Row* RowOf(std::span<const Row> rows, char32_t code) {
  const auto after = std::ranges::upper_bound(rows, static_cast<std::uint32_t>(code), {}, &Row::first);
  if (after == rows.begin()) return nullptr;
  const Row& row = *(after - 1);
  return code <= row.last ? &row : nullptr;
}

bool In(std::span<const CodeRange> rows, char32_t code) { return RowOf(rows, code) != nullptr; }

bool InSteps(std::span<const SteppedRange> rows, char32_t code) {
  const SteppedRange* row = RowOf(rows, code);
  return row != nullptr && (code - row->first) % row->step == 0;
}

// Length of the well-formed sequence at `at`, 0 when there is none (RFC 3629: no overlong forms, no surrogates).
std::size_t SequenceAt(std::string_view bytes, std::size_t at, char32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || at + length > bytes.size()) return 0;
  code = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  return overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF ? 0 : length;
}

// A letter before (over ignorable ones) and none after.
bool IsFinalSigma(std::u32string_view text, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && In(IgnorableRows(), text[before - 1])) --before;
  if (before == 0 || !In(CasedRows(), text[before - 1])) return false;
  std::size_t after = at + 1;
  while (after < text.size() && In(IgnorableRows(), text[after])) ++after;
  return after == text.size() || !In(CasedRows(), text[after]);
}

}  // namespace

std::u32string DecodeUtf8(std::string_view bytes) {
  std::u32string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    char32_t code = static_cast<unsigned char>(bytes[at]);
    if (code < 0x80) {  // most text
      text.push_back(code);
      ++at;
      continue;
    }
    const std::size_t length = SequenceAt(bytes, at, code);
    text.push_back(length == 0 ? kReplacement : code);
    at += std::max<std::size_t>(length, 1);
  }
  return text;
}

std::string EncodeUtf8(std::u32string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  const auto put = [&](char32_t value) { bytes.push_back(static_cast<char>(static_cast<unsigned char>(value))); };
  for (const char32_t code : text) {
    if (code < 0x80) {
      put(code);
      continue;
    }
    const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    put((0xFF00u >> (following + 1) & 0xFFu) | (code >> (6 * following)));
    for (int i = following; i-- > 0;) put(0x80 | ((code >> (6 * i)) & 0x3F));
  }
  return bytes;
}

std::u32string Lower(std::u32string_view text) {
  std::u32string lower;
  lower.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char32_t code = text[i];
    if (code < 0x80) {
      lower.push_back(code >= U'A' && code <= U'Z' ? code + 32 : code);
    } else if (code == 0x130) {
      lower += U"i\u0307";
    } else if (code == kCapitalSigma) {
      lower.push_back(IsFinalSigma(text, i) ? kFinalSigma : kSmallSigma);
    } else {
      const LowerRun* run = RowOf(LowerRows(), code);
      const bool mapped = run != nullptr && (code - run->first) % run->step == 0;
      lower.push_back(mapped ? static_cast<char32_t>(static_cast<std::int32_t>(code) + run->difference) : code);
    }
  }
  return lower;
}

bool IsSpace(char32_t code) {
  if (code < 0x80) return code == U' ' || (code >= 0x9 && code <= 0xD) || (code >= 0x1C && code <= 0x1F);
  return In(SpaceRows(), code);
}

bool IsWord(char32_t code) {
  if (code < 0x80) {
    return (code >= U'a' && code <= U'z') || (code >= U'A' && code <= U'Z') || (code >= U'0' && code <= U'9') || code == U'_';
  }
  return In(WordRows(), code);
}

bool IsDecimal(char32_t code) {
  if (code < 0x80) return code >= U'0' && code <= U'9';
  return In(DecimalRows(), code);
}

bool IsUpperCase(char32_t code) { return InSteps(UpperCaseRows(), code); }
bool IsLowerCase(char32_t code) { return InSteps(LowerCaseRows(), code); }
bool IsPunctuation(char32_t code) { return In(PunctuationRows(), code); }
bool IsSymbol(char32_t code) { return In(SymbolRows(), code); }
bool IsNumber(char32_t code) { return In(NumberRows(), code); }

bool IsOther(char32_t code) {
  if (code < 0x80) return code < 0x20 || code == 0x7F;
  return In(OtherRows(), code);
}

std::u32string WithoutMarks(std::u32string_view text) {
  constexpr char32_t kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3;
  std::u32string bare;
  bare.reserve(text.size());
  for (const char32_t code : text) {
    if (code < 0xC0) {
      bare.push_back(code);
    } else if (code >= kFirstSyllable && code <= kLastSyllable) {  // The Unicode Standard, section 3.12
      const char32_t index = code - kFirstSyllable;
      bare.push_back(0x1100 + index / 588);
      bare.push_back(0x1161 + index % 588 / 28);
      if (index % 28 != 0) bare.push_back(0x11A7 + index % 28);
    } else if (const auto row = std::ranges::lower_bound(BareRows(), static_cast<std::uint32_t>(code), {}, &BareParts::first);
               row != BareRows().end() && row->first == code) {
      for (const std::uint32_t part : row->parts) {
        if (part != 0) bare.push_back(part);
      }
    } else if (!In(MarkRows(), code)) {
      bare.push_back(code);
    }
  }
  return bare;
}

std::vector<std::u32string_view> SplitAtSpace(std::u32string_view text) {
  std::vector<std::u32string_view> parts;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && IsSpace(text[at])) ++at;
    const std::size_t start = at;
    while (at < text.size() && !IsSpace(text[at])) ++at;
    if (at > start) parts.push_back(text.substr(start, at - start));
  }
  return parts;
}

std::u32string_view StripRight(std::u32string_view text) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::u32string_view Strip(std::u32string_view text) {
  text = StripRight(text);
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  return text;
}

std::vector<std::u32string_view> SplitAt(std::u32string_view text, char32_t separator) {
  std::vector<std::u32string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end == std::u32string_view::npos ? end : end - start));
    if (end == std::u32string_view::npos) return parts;
    start = end + 1;
  }
}

}  // namespace assay::text
