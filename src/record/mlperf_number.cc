// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace assay::record {
namespace {

bool AppendedNotFinite(std::string& out, double value) {
  if (std::isfinite(value)) return false;
  out += std::isnan(value) ? "-nan" : value > 0 ? "inf" : "-inf";
  return true;
}

template <class T>
void AppendDigits(std::string& out, T value) {
  char text[kMostDigits];
  out.append(text, WriteInteger(text, value));
}

constexpr std::uint64_t kEightDigits = 100'000'000;

// The digits of a number below 10^8 in the bytes of a word, the first one lowest. The halves of the number are split in
// two again and again, all parts in one multiplication, by reciprocals that are exact for numbers of these sizes.
std::uint64_t DigitsOf(std::uint64_t value) {
  std::uint64_t digits = value / 10'000 | value % 10'000 << 32;
  std::uint64_t high = digits * 10'486 >> 20 & 0x7F'0000'007F;
  digits = high | (digits - high * 100) << 16;
  high = digits * 103 >> 10 & 0x000F'000F'000F'000F;
  return high | (digits - high * 10) << 8;
}

char* StoreEight(char* to, std::uint64_t digits, int leading_zeros) {
  const std::uint64_t text = (digits + 0x3030'3030'3030'3030) >> 8 * leading_zeros;
  std::memcpy(to, &text, sizeof text);
  return to + 8 - leading_zeros;
}

// ".000" to ".999".
constexpr std::array<std::array<char, 4>, 1000> kThousandths = [] {
  std::array<std::array<char, 4>, 1000> texts{};
  for (std::size_t i = 0; i < 1000; ++i) {
    texts[i] = {'.', static_cast<char>('0' + i / 100), static_cast<char>('0' + i / 10 % 10),
                static_cast<char>('0' + i % 10)};
  }
  return texts;
}();

// Not std::abs: the least int64 has no positive twin.
std::uint64_t SizeOf(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}  // namespace

char* WriteInteger(char* to, std::uint64_t value) {
  if constexpr (std::endian::native != std::endian::little) return std::to_chars(to, to + 20, value).ptr;
  if (value >= kEightDigits) {
    to = WriteInteger(to, value / kEightDigits);
    return StoreEight(to, DigitsOf(value % kEightDigits), 0);
  }
  const std::uint64_t digits = DigitsOf(value);
  return StoreEight(to, digits, std::countr_zero(digits | std::uint64_t{1} << 56) / 8);
}

char* WriteInteger(char* to, std::int64_t value) {
  *to = '-';
  return WriteInteger(to + (value < 0), SizeOf(value));
}

char* WriteMicroseconds(char* to, std::int64_t time_ns) {
  const std::uint64_t size = SizeOf(time_ns);
  *to = '-';
  to = WriteInteger(to + (time_ns < 0), size / 1000);
  std::memcpy(to, kThousandths[size % 1000].data(), 4);
  return to + 4;
}

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
  const std::uint64_t size = SizeOf(time_ns);
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
