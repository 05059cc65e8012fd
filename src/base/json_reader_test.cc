// SPDX-License-Identifier: Apache-2.0
#include "base/json_reader.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(ReadJson, WhatWasReadIsWrittenBackTheSame) {
  // The number is LoadGen's default qsl seed of an MLPerf round: above the range of int64 and of exact doubles.
  const std::string text =
      R"({"seed":16159082839903944936,"z":-9223372036854775808,"a":[null,true,1.5,"ü\n",{}],"e":1e-7,"":[]})";
  const auto value = ReadJson(text, "x.json");
  ASSERT_TRUE(value.has_value()) << value.error().what;
  EXPECT_EQ(value->Find("seed")->AsUint64(), 16159082839903944936u);
  std::string out;
  JsonWriter writer(out);
  value->WriteTo(writer);
  EXPECT_EQ(out, R"({"seed":16159082839903944936,"z":-9223372036854775808,"a":[null,true,1.5,"ü\n",{}],"e":1e-07,"":[]})");
}

struct Bad {
  const char* text;
  ErrorCode code;
  int line, column;
};

// Lines and columns counted by hand.
constexpr Bad kBad[] = {
    {"", ErrorCode::kEmpty, 1, 1},
    {" \r\n", ErrorCode::kEmpty, 1, 1},
    {"{", ErrorCode::kSyntax, 1, 2},
    {"[1,\n 2,\n  x]", ErrorCode::kSyntax, 3, 3},
    {"[1] 2", ErrorCode::kSyntax, 1, 5},
    {"{\"a\":1,\n\"a\":2}", ErrorCode::kDuplicateKey, 2, 1},
    {"{\"a\\\"b\":1, \"a\\\"b\":2}", ErrorCode::kDuplicateKey, 1, 12},
    {"[18446744073709551616]", ErrorCode::kOutOfRange, 1, 2},
    {"\"\xFF\"", ErrorCode::kSyntax, 1, 2},
    {"[01]", ErrorCode::kSyntax, 1, 3},
    {"NaN", ErrorCode::kSyntax, 1, 1},
};

TEST(ReadJson, SaysWhereItIsWrong) {
  for (const Bad& bad : kBad) {
    const auto value = ReadJson(bad.text, "x.json");
    ASSERT_FALSE(value.has_value()) << bad.text;
    const Where& where = value.error().where.at(0);
    EXPECT_EQ(value.error().code, bad.code) << bad.text << ": " << value.error().what;
    EXPECT_EQ(where.file, "x.json");
    EXPECT_EQ(where.line, bad.line) << bad.text << ": " << value.error().what;
    EXPECT_EQ(where.column, bad.column) << bad.text << ": " << value.error().what;
  }
}

TEST(ReadJson, RefusesInfinityAndDepth) {
  EXPECT_EQ(ReadJson("1e999", "x").error().code, ErrorCode::kOutOfRange);
  const std::string nested = std::string(128, '[') + std::string(128, ']');
  EXPECT_TRUE(ReadJson(nested, "x").has_value());
  EXPECT_EQ(ReadJson("[" + nested + "]", "x").error().code, ErrorCode::kSyntax);
  EXPECT_FALSE(ReadJson(std::string(1000000, '['), "x").has_value());
}

// Whatever is cut off a document, the rest is an error and not a crash.
TEST(ReadJson, EveryPrefixOfADocumentIsRefused) {
  const std::string text = R"({"a":[1,-2.5e3,"\u00fc\"x"],"b":{"c":null,"d":true}})";
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_FALSE(ReadJson(text.substr(0, length), "x").has_value()) << length;
  }
  EXPECT_TRUE(ReadJson("\xEF\xBB\xBF" + text, "x").has_value());
}

}  // namespace
}  // namespace assay::base
