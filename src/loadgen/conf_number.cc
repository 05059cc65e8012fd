// SPDX-License-Identifier: Apache-2.0
#include "loadgen/conf_number.h"

#include <charconv>
#include <limits>

namespace assay::loadgen {
namespace {

bool IsHexPrefix(std::string_view text) {
  if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X')) return false;
  const char c = text[2];
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '.';
}

void ReadInteger(std::string_view digits, bool negative, ConfNumber& number) {
  int base = 10;
  if (IsHexPrefix(digits) && digits[2] != '.') {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (error == std::errc::invalid_argument) return;
  number.clamped = error == std::errc::result_out_of_range;
  number.integer = number.clamped ? std::numeric_limits<std::uint64_t>::max() : negative ? 0 - value : value;
  number.all_integer = stop == end;
}

void ReadReal(std::string_view digits, bool negative, ConfNumber& number) {
  auto format = std::chars_format::general;
  if (IsHexPrefix(digits)) {
    format = std::chars_format::hex;
    digits.remove_prefix(2);
  }
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, format);
  if (error == std::errc::invalid_argument) return;
  if (error == std::errc::result_out_of_range) {
    // from_chars doesn't say which way; strtod gives infinity or nothing left of the value.
    const bool tiny = std::string_view(digits.data(), static_cast<std::size_t>(stop - digits.data())).find('-') !=
                      std::string_view::npos;
    value = tiny ? 0 : std::numeric_limits<double>::infinity();
  }
  number.real = negative ? -value : value;
  number.all_real = stop == end;
}

}  // namespace

ConfNumber ReadConfNumber(std::string_view text) {
  ConfNumber number;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  // A second sign isn't a number, although from_chars would take a '-'.
  if (text.empty() || text.front() == '-') return number;
  ReadInteger(text, negative, number);
  ReadReal(text, negative, number);
  return number;
}

}  // namespace assay::loadgen
