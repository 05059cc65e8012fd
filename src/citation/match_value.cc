// SPDX-License-Identifier: Apache-2.0
#include "citation/match_value.h"

#include <charconv>
#include <cmath>
#include <string>

#include "citation/match_text.h"

namespace assay::citation {
namespace {

// How far a round figure may be from the published one: as a plain number a reader takes it for the result itself, as
// "about" it is announced.
constexpr double kPlainShare = 0.005, kAboutShare = 0.05;

// Factor from the stated unit to the row's; empty when they measure different things.
std::optional<double> ToRowUnit(std::string_view unit, const results::Row& row) {
  const auto stated = round::ParseUnit(unit);
  if (!stated || *stated == row.unit) return 1.0;
  if (*stated == round::ResultUnit::kLatencyS && row.unit == round::ResultUnit::kLatencyMs) return 1000.0;
  if (*stated == round::ResultUnit::kLatencyMs && row.unit == round::ResultUnit::kLatencyS) return 0.001;
  return 1.0;  // another unit is the unit field's disagreement, not the value's
}

}  // namespace

std::optional<Figure> ParseFigure(std::string_view text) {
  std::string digits;
  double scale = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= '0' && c <= '9') || c == '.') digits += c;
    else if (c == 'k' || c == 'K') scale = 1e3;
    else if (c == 'm' || c == 'M') scale = 1e6;
    else if (c != ',' && c != ' ' && c != '\'' && c != '_' && static_cast<unsigned char>(c) < 0x80) return std::nullopt;
  }
  Figure figure;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, figure.value);
  if (read.ec != std::errc() || read.ptr != end || !(figure.value > 0)) return std::nullopt;
  const std::size_t dot = digits.find('.');
  const std::size_t decimals = dot == std::string::npos ? 0 : digits.size() - dot - 1;
  figure.step = scale * std::pow(10.0, -static_cast<double>(decimals));
  std::string plain = digits;
  std::erase(plain, '.');
  const std::size_t last = plain.find_last_not_of('0');
  const std::size_t first = plain.find_first_not_of('0');
  figure.digits = static_cast<int>(last - first + 1);
  figure.round_step = figure.step * std::pow(10.0, static_cast<double>(plain.size() - 1 - last));
  figure.value *= scale;
  return figure;
}

Bound BoundOf(const Quote& quote) {
  if (!quote.rounded) return Bound::kNone;
  if (MentionsAny(quote.text, "over", "more than", "above", "exceeds", "exceeding", "exceeded", "at least",
                  "greater than") || quote.text.find('>') != std::string::npos) {
    return Bound::kOver;
  }
  if (MentionsAny(quote.text, "up to", "under", "less than", "below", "at most") ||
      quote.text.find('<') != std::string::npos) {
    return Bound::kUpTo;
  }
  return Bound::kAbout;
}

ValueAgreement AgreesWith(const Figure& figure, Bound bound, std::string_view unit, const results::Row& row) {
  const double factor = *ToRowUnit(unit, row);
  const double stated = figure.value * factor, step = figure.step * factor, wide = figure.round_step * factor;
  const double slack = 1e-9 * row.value;
  const double off = row.value - stated;
  if (bound == Bound::kNone || bound == Bound::kAbout) {
    // Half a digit either way is rounding, a whole one below is cutting off.
    const bool equal = off >= -step / 2 - slack && off < step - slack;
    if (equal && std::abs(off) <= kPlainShare * row.value) return ValueAgreement::kEqual;
    const double share = equal || bound == Bound::kAbout ? kAboutShare : kPlainShare;
    const bool near = equal || std::abs(off) <= wide / 2 + slack;
    return near && std::abs(off) <= share * row.value ? ValueAgreement::kRounded : ValueAgreement::kNo;
  }
  if (std::abs(off) > kAboutShare * row.value) return ValueAgreement::kNo;
  if (bound == Bound::kOver) return off >= 0 && off < wide ? ValueAgreement::kRounded : ValueAgreement::kNo;
  return off <= 0 && off > -wide ? ValueAgreement::kRounded : ValueAgreement::kNo;
}

}  // namespace assay::citation
