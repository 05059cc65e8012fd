// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/field_number.h"

#include <charconv>
#include <cmath>

#include "citation/reading/fields.h"
#include "citation/reading/measure.h"
#include "citation/reading/token.h"

namespace assay::citation {
namespace {

std::optional<double> Number(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

}  // namespace

std::optional<FieldNumber> ReadFieldNumber(std::string_view text) {
  // A number in a program's notation ("1.2e-05") is one whatever the tokens make of it.
  if (const auto number = Number(text);
      number && text.find_first_of("eE") != std::string_view::npos) {
    char plain[400];
    const auto end = std::to_chars(plain, plain + sizeof plain, *number, std::chars_format::fixed);
    return FieldNumber{std::string(plain, end.ptr), "", false};
  }
  const std::vector<Token> tokens = Tokenise(text);
  std::optional<FieldNumber> out;
  for (const Token& token : tokens) {
    if (token.kind != TokenKind::kNumber) continue;
    if (out) return std::nullopt;
    out = FieldNumber{token.value, "", token.scaled};
  }
  if (!out) return std::nullopt;
  const std::vector<Measure> measures = FindMeasures(tokens);
  if (measures.size() == 1) {
    out->digits = measures[0].value;
    out->unit = measures[0].unit;
    out->rounded = measures[0].rounded;
  } else if (tokens.front().Is("-") ||
             (tokens.size() > 4 && tokens.front().kind == TokenKind::kWord)) {
    return std::nullopt;  // negative, or a sentence
  }
  return out;
}

std::optional<double> ValueIn(const Facts& stated, round::ResultUnit unit) {
  const auto value = stated.find("value"), written = stated.find("unit");
  if (value == stated.end()) return std::nullopt;
  const auto number = Number(value->second);
  if (!number || written == stated.end()) return number;
  const auto own = round::ParseUnit(written->second);
  if (!own) return std::nullopt;
  if (*own == unit) return number;
  using round::ResultUnit;
  if (*own == ResultUnit::kLatencyS && unit == ResultUnit::kLatencyMs) return *number * 1000;
  if (*own == ResultUnit::kLatencyMs && unit == ResultUnit::kLatencyS) return *number / 1000;
  return std::nullopt;
}

}  // namespace assay::citation
