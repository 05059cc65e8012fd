// SPDX-License-Identifier: Apache-2.0
#include "data/response/number_type.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace assay::data {
namespace {

static_assert(std::endian::native == std::endian::little, "answers are little-endian");

struct TypeRow {
  NumberType type;
  std::string_view name;
  std::size_t size;
};

constexpr TypeRow kTypes[] = {{NumberType::kInt8, "int8", 1},       {NumberType::kUint8, "uint8", 1},
                              {NumberType::kInt16, "int16", 2},     {NumberType::kInt32, "int32", 4},
                              {NumberType::kInt64, "int64", 8},     {NumberType::kFloat16, "float16", 2},
                              {NumberType::kFloat32, "float32", 4}, {NumberType::kFloat64, "float64", 8}};

constexpr std::int64_t kMostExact = std::int64_t{1} << 53;

// IEEE 754 half precision: a sign, five bits of exponent, ten of mantissa.
double FromHalf(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  double value = 0;
  if (exponent == 31) value = mantissa == 0 ? HUGE_VAL : std::nan("");
  else if (exponent == 0) value = std::ldexp(mantissa, -24);
  else value = std::ldexp(mantissa + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -value : value;
}

template <class T>
Result<void> Read(std::span<const std::byte> bytes, std::vector<double>& into) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    if constexpr (std::is_same_v<T, std::int64_t>) {
      if (value > kMostExact || value < -kMostExact) {
        return Fail(ErrorCode::kOutOfRange, "the whole number " + std::to_string(value) + " is beyond 2^53");
      }
    }
    into.push_back(static_cast<double>(value));
  }
  return {};
}

}  // namespace

std::string_view NameOf(NumberType type) { return kTypes[static_cast<std::size_t>(type)].name; }

std::optional<NumberType> ParseNumberType(std::string_view name) {
  for (const TypeRow& row : kTypes) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

std::size_t SizeOf(NumberType type) { return kTypes[static_cast<std::size_t>(type)].size; }

Result<void> ReadNumbers(std::span<const std::byte> bytes, NumberType type, std::vector<double>& into) {
  into.clear();
  if (bytes.size() % SizeOf(type) != 0) {
    return Fail(ErrorCode::kBadRow, std::to_string(bytes.size()) + " bytes aren't a whole number of " +
                                        std::string(NameOf(type)));
  }
  into.reserve(bytes.size() / SizeOf(type));
  switch (type) {
    case NumberType::kInt8: return Read<std::int8_t>(bytes, into);
    case NumberType::kUint8: return Read<std::uint8_t>(bytes, into);
    case NumberType::kInt16: return Read<std::int16_t>(bytes, into);
    case NumberType::kInt32: return Read<std::int32_t>(bytes, into);
    case NumberType::kInt64: return Read<std::int64_t>(bytes, into);
    case NumberType::kFloat32: return Read<float>(bytes, into);
    case NumberType::kFloat64: return Read<double>(bytes, into);
    case NumberType::kFloat16: break;
  }
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    std::uint16_t bits;
    std::memcpy(&bits, bytes.data() + at, sizeof bits);
    into.push_back(FromHalf(bits));
  }
  return {};
}

}  // namespace assay::data
