// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_number.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace assay::record {
namespace {

bool AppendedNotFinite(std::string& out, double value) {
  if (std::isfinite(value)) return false;
  out += std::isnan(value) ? "-nan" : value > 0 ? "inf" : "-inf";
  return true;
}

template <class T>
void AppendDigits(std::string& out, T value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

void AppendStreamDouble(std::string& out, double value) {
  if (AppendedNotFinite(out, value)) return;
  char text[40];
  out.append(text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr);
}

void AppendFixedDouble(std::string& out, double value, int decimals) {
  if (AppendedNotFinite(out, value)) return;
  char text[400];  // the largest double has 309 digits before the dot
  out.append(text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr);
}

void AppendInteger(std::string& out, std::int64_t value) { AppendDigits(out, value); }
void AppendInteger(std::string& out, std::uint64_t value) { AppendDigits(out, value); }

void AppendNanosecondsAs(std::string& out, std::int64_t time_ns, int unit_digits) {
  const std::uint64_t unit = unit_digits == 3 ? 1'000 : 1'000'000;
  // Not std::abs: the least int64 has no positive twin.
  const std::uint64_t size = time_ns < 0 ? 0 - static_cast<std::uint64_t>(time_ns) : static_cast<std::uint64_t>(time_ns);
  if (time_ns < 0) out += '-';
  AppendDigits(out, size / unit);
  out += '.';
  char digits[6];
  std::uint64_t rest = size % unit;
  for (int i = unit_digits - 1; i >= 0; --i) {
    digits[i] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  out.append(digits, static_cast<std::size_t>(unit_digits));
}

}  // namespace assay::record
