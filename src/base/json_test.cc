// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <limits>

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(JsonWriter, WritesADocumentInTheOrderOfCalls) {
  std::string out;
  JsonWriter(out).BeginObject().Member("b", 1).Key("a").BeginArray().Value(true).Null().Value("x").EndArray()
      .Key("empty").BeginObject().EndObject().Member("none", std::optional<int>()).EndObject();
  EXPECT_EQ(out, R"({"b":1,"a":[true,null,"x"],"empty":{},"none":null})");
}

TEST(JsonWriter, IndentsByLevel) {
  std::string out;
  JsonWriter(out, 2).BeginObject().Member("a", 1).Key("b").BeginArray().Value(2).Value(3).EndArray().Key("c").BeginArray()
      .EndArray().EndObject();
  EXPECT_EQ(out, "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    3\n  ],\n  \"c\": []\n}");
}

// Shortest texts that read back to the same double: 0.1 and 5e-324 are the classic ones; RFC 8259 knows no infinity.
TEST(JsonWriter, WritesNumbersExactly) {
  std::string out;
  JsonWriter(out).BeginArray().Value(0.1).Value(5e-324).Value(-0.0).Value(std::numeric_limits<double>::infinity())
      .Value(std::numeric_limits<double>::quiet_NaN()).Value(INT64_MIN).Value(UINT64_MAX).EndArray();
  EXPECT_EQ(out, "[0.1,5e-324,-0,null,null,-9223372036854775808,18446744073709551615]");
}

// RFC 8259 section 7 for what must be escaped; Unicode 15 table 3-7 for what is well-formed UTF-8.
TEST(JsonWriter, EscapesTextAndReplacesWhatIsNotUtf8) {
  const auto written = [](std::string_view text) {
    std::string out;
    JsonWriter(out).Value(text);
    return out;
  };
  EXPECT_EQ(written("a\"b\\c\n\r\t\x01\x7f/"), R"("a\"b\\c\n\r\t\u0001\u007f/")");
  EXPECT_EQ(written("naïve 日本 😀"), "\"naïve 日本 😀\"");
  const std::string replaced = "\"\xEF\xBF\xBD\"";
  EXPECT_EQ(written("\xFF"), replaced);
  EXPECT_EQ(written("\xC3"), replaced);  // cut short
  EXPECT_EQ(written("\xC0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");  // overlong
  EXPECT_EQ(written("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // a surrogate
  EXPECT_EQ(written("\xF4\x90\x80\x80").size(), 2 + 4 * 3u);  // above U+10FFFF
}

TEST(JsonValue, GivesAValueOnlyAsWhatItIs) {
  EXPECT_EQ(JsonValue(std::uint64_t{5}).kind(), JsonValue::Kind::kInt64);
  EXPECT_EQ(JsonValue(UINT64_MAX).AsUint64(), UINT64_MAX);
  EXPECT_EQ(JsonValue(UINT64_MAX).AsInt64(), std::nullopt);
  EXPECT_EQ(JsonValue(std::int64_t{-1}).AsUint64(), std::nullopt);
  EXPECT_EQ(JsonValue(std::int64_t{3}).AsDouble(), 3.0);
  EXPECT_EQ(JsonValue(3.0).AsInt64(), std::nullopt);
  EXPECT_EQ(JsonValue(std::string("3")).AsDouble(), std::nullopt);
  EXPECT_EQ(JsonValue(true).AsString(), std::nullopt);
  EXPECT_TRUE(JsonValue().IsNull());
  EXPECT_EQ(JsonValue(JsonValue::Object{{"a", JsonValue(true)}}).Find("b"), nullptr);
}

}  // namespace
}  // namespace assay::base
