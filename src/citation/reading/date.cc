// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include "citation/reading/mention.h"

namespace assay::citation {
namespace {

constexpr std::string_view kMonths[] = {"january", "february", "march", "april", "may", "june", "july", "august",
                                        "september", "october", "november", "december"};

int MonthOf(const Token& token) {
  for (int month = 0; month < 12; ++month) {
    const std::string_view name = kMonths[month];
    if (token.text == name || (token.text.size() >= 3 && token.text.size() <= 4 && name.starts_with(token.text))) {
      return month + 1;
    }
  }
  return 0;
}

// A whole number of few digits ("9", "9th"); -1 for anything else.
int Small(const Token& token) {
  std::string_view digits = token.text;
  for (std::string_view suffix : {"st", "nd", "rd", "th"}) {
    if (digits.size() > 2 && digits.ends_with(suffix)) digits.remove_suffix(2);
  }
  if (digits.empty() || digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string_view::npos) return -1;
  return std::atoi(std::string(digits).c_str());
}

std::string Iso(int year, int month, int day) {
  if (year < 1990 || year > 2099 || month < 1 || month > 12 || day < 1 || day > 31) return {};
  char text[16];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
  return text;
}

}  // namespace

DateHit DateAt(std::span<const Token> tokens, std::size_t at) {
  const auto token = [&](std::size_t offset) -> const Token& {
    static const Token kNone;
    return at + offset < tokens.size() ? tokens[at + offset] : kNone;
  };
  if (token(1).Is("-") && token(3).Is("-") && token(0).text.size() == 4) {
    return {Iso(Small(token(0)), Small(token(2)), Small(token(4))), at + 5};
  }
  if (token(0).kind == TokenKind::kSign) return {};
  if (const int month = MonthOf(token(0)); month != 0 && Small(token(1)) > 0) {  // Sep. 9, 2025
    const std::size_t year = token(2).Is(",") ? 3 : 2;
    return {Iso(Small(token(year)), month, Small(token(1))), at + year + 1};
  }
  if (const int month = MonthOf(token(0)); month != 0 && token(1).Is(".") && Small(token(2)) > 0) {
    const std::size_t year = token(3).Is(",") ? 4 : 3;
    return {Iso(Small(token(year)), month, Small(token(2))), at + year + 1};
  }
  if (Small(token(0)) > 0) {  // 9 September 2025
    const std::size_t month = token(1).Is("of") ? 2 : 1;
    const std::size_t year = token(month + 1).Is(".") || token(month + 1).Is(",") ? month + 2 : month + 1;
    if (MonthOf(token(month)) != 0) {
      return {Iso(Small(token(year)), MonthOf(token(month)), Small(token(0))), at + year + 1};
    }
  }
  return {};
}

}  // namespace assay::citation
