// SPDX-License-Identifier: Apache-2.0
#include "report/display_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>

namespace assay::report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Range {
  char32_t first, last;
};

constexpr Range kZeroWidth[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},
                                {0x0610, 0x061A}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF},
                                {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF},
                                {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
                           {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
                           {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                           {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
                           {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range kUnsafe[] = {{0x00, 0x1F},     {0x7F, 0x9F},       {0x200E, 0x200F},
                             {0x2028, 0x202E}, {0x2060, 0x206F},   {0xE000, 0xF8FF},
                             {0xFFF9, 0xFFFB}, {0xE0000, 0x10FFFF}};

struct Ascii {
  char32_t code;
  std::string_view text;
};

constexpr Ascii kAscii[] = {
    {0x00A0, " "},  {0x00B1, "+/-"}, {0x00B5, "u"}, {0x00B7, "-"},  {0x00D7, "x"}, {0x03BC, "u"},
    {0x2009, " "},  {0x2013, "-"},   {0x2014, "-"}, {0x2018, "'"},  {0x2019, "'"}, {0x201C, "\""},
    {0x201D, "\""}, {0x2026, "..."}, {0x202F, " "}, {0x2192, "->"}, {0x2212, "-"}, {0x2227, "and"},
    {0x2264, "<="}, {0x2265, ">="},  {0x2501, "="}, {0x2713, "+"},  {0x2717, "x"}, {0x2500, "-"},
};

template <std::size_t N>
bool Within(const Range (&ranges)[N], char32_t code) {
  return std::any_of(std::begin(ranges), std::end(ranges), [code](const Range& range) {
    return range.first <= code && code <= range.last;
  });
}

std::string Escaped(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  char digits[8];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, static_cast<std::uint32_t>(code), 16);
  return "\\u{" + std::string(digits, end.ptr) + "}";
}

std::string_view AsciiFor(char32_t code) {
  const auto* found = std::find_if(std::begin(kAscii), std::end(kAscii),
                                   [code](const Ascii& entry) { return entry.code == code; });
  return found == std::end(kAscii) ? std::string_view("?") : found->text;
}

}  // namespace

char32_t DecodeUtf8(std::string_view text, std::size_t& position) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(position++);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 && lead < 0xF5   ? 3
                   : lead >= 0xE0 && lead < 0xF0 ? 2
                   : lead >= 0xC2 && lead < 0xE0 ? 1
                                                 : 0;
  if (more == 0) return kReplacement;
  char32_t code = lead & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) {
    if (position >= text.size() || (byte(position) & 0xC0) != 0x80) return kReplacement;
    code = (code << 6) | (byte(position++) & 0x3Fu);
  }
  constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < kLeast[more] || surrogate || code > 0x10FFFF ? kReplacement : code;
}

void AppendUtf8(char32_t code, std::string& out) {
  const auto put = [&out](char32_t byte) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

bool IsUnsafe(char32_t code) { return Within(kUnsafe, code); }

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t position = 0; position < text.size();) {
    const char32_t code = DecodeUtf8(text, position);
    width += Within(kZeroWidth, code) ? 0 : Within(kWide, code) ? 2 : 1;
  }
  return width;
}

std::string CleanText(std::string_view text, bool utf8) {
  std::string clean;
  for (std::size_t position = 0; position < text.size();) {
    const char32_t code = DecodeUtf8(text, position);
    if (IsUnsafe(code)) {
      clean += Escaped(code);
    } else if (code < 0x80 || utf8) {
      AppendUtf8(code, clean);
    } else {
      clean += AsciiFor(code);
    }
  }
  return clean;
}

std::string PadLeft(std::string_view text, std::size_t width) {
  const std::size_t own = DisplayWidth(text);
  return std::string(own < width ? width - own : 0, ' ') + std::string(text);
}

std::string PadRight(std::string_view text, std::size_t width) {
  const std::size_t own = DisplayWidth(text);
  return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::vector<std::string> Wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (DisplayWidth(line) + 1 + DisplayWidth(word) <= width) {
      line += ' ';
      line += word;
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

}  // namespace assay::report
