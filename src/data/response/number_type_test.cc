// SPDX-License-Identifier: Apache-2.0
// Right values: the bytes that Python's struct packs, named beside them.
#include "data/response/number_type.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace assay::data {
namespace {

std::vector<double> Read(std::string_view bytes, NumberType type) {
  std::vector<double> numbers;
  const auto read = ReadNumbers(std::as_bytes(std::span(bytes.data(), bytes.size())), type, numbers);
  EXPECT_TRUE(read) << (read ? "" : read.error().what);
  return numbers;
}

using Numbers = std::vector<double>;
using std::string_view_literals::operator""sv;

TEST(ReadNumbers, EachType) {
  EXPECT_EQ(Read("\xFF\x7F"sv, NumberType::kInt8), (Numbers{-1, 127}));
  EXPECT_EQ(Read("\xFF\x00"sv, NumberType::kUint8), (Numbers{255, 0}));
  EXPECT_EQ(Read("\xFE\xFF"sv, NumberType::kInt16), (Numbers{-2}));
  EXPECT_EQ(Read("\x03\x00\x00\x00\xFF\xFF\xFF\xFF"sv, NumberType::kInt32), (Numbers{3, -1}));
  EXPECT_EQ(Read("\x09\x00\x00\x00\x00\x00\x00\x00"sv, NumberType::kInt64), (Numbers{9}));
  EXPECT_EQ(Read("\x00\x00\xE0\x40"sv, NumberType::kFloat32), (Numbers{7}));          // pack('<f', 7)
  EXPECT_EQ(Read("\x00\x00\x00\x00\x00\x00\xF8\x3F"sv, NumberType::kFloat64), (Numbers{1.5}));  // pack('<d', 1.5)
  // pack('<e', …): 1.5, -2, the smallest 2^-24, the largest 65504.
  EXPECT_EQ(Read("\x00\x3E\x00\xC0\x01\x00\xFF\x7B"sv, NumberType::kFloat16), (Numbers{1.5, -2, 0x1p-24, 65504}));
  EXPECT_TRUE(std::isinf(Read("\x00\x7C"sv, NumberType::kFloat16)[0]));
  EXPECT_TRUE(std::isnan(Read("\x01\x7C"sv, NumberType::kFloat16)[0]));
  EXPECT_TRUE(Read("", NumberType::kFloat32).empty());
}

TEST(ReadNumbers, RefusesWhatIsNotWholeOrExact) {
  std::vector<double> numbers;
  const std::string_view three = "abc";
  EXPECT_EQ(ReadNumbers(std::as_bytes(std::span(three.data(), 3)), NumberType::kFloat32, numbers).error().code,
            ErrorCode::kBadRow);
  const std::string_view large("\x00\x00\x00\x00\x00\x00\x40\x00", 8);  // 2^54
  EXPECT_EQ(ReadNumbers(std::as_bytes(std::span(large.data(), 8)), NumberType::kInt64, numbers).error().code,
            ErrorCode::kOutOfRange);
}

TEST(NumberType, NamesComeBack) {
  for (const char* name : {"int8", "uint8", "int16", "int32", "int64", "float16", "float32", "float64"}) {
    ASSERT_TRUE(ParseNumberType(name)) << name;
    EXPECT_EQ(NameOf(*ParseNumberType(name)), name);
  }
  EXPECT_FALSE(ParseNumberType("float"));
}

}  // namespace
}  // namespace assay::data
