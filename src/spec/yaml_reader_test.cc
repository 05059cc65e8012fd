// SPDX-License-Identifier: Apache-2.0
// Right values: lines and columns counted by hand in the text beside them.
#include "spec/yaml_reader.h"

#include <gtest/gtest.h>

namespace assay::spec {
namespace {

TEST(YamlReader, KnowsWhereEverythingStands) {
  const Node root = ReadYaml("a: 1\nb:\n  - {id: x, n: \"2\"}\n  - ~\n", "s.yaml").value();
  ASSERT_EQ(root.kind, NodeKind::kMap);
  EXPECT_EQ(root.Find("a")->text, "1");
  EXPECT_EQ(root.Find("a")->column, 4);
  const Node& list = *root.Find("b");
  EXPECT_EQ(list.key_line, 2);
  EXPECT_EQ(list.line, 3);
  const Node& n = *list.children[0].Find("n");
  EXPECT_EQ(n.line, 3);
  EXPECT_EQ(n.key_column, 13);
  EXPECT_EQ(n.column, 16);
  EXPECT_TRUE(n.quoted);
  EXPECT_FALSE(list.children[0].Find("id")->quoted);
  EXPECT_EQ(list.children[1].kind, NodeKind::kNull);
}

TEST(YamlReader, TakesByteOrderMarkLineEndsAndJson) {
  for (std::string_view text : {"\xEF\xBB\xBF"
                                "a: 1\nb: 2\n",
                                "a: 1\r\nb: 2\r\n", "a: 1\rb: 2", "{\"a\":1,\n\"b\":2}"}) {
    const auto root = ReadYaml(text, "s.yaml");
    ASSERT_TRUE(root.has_value()) << text;
    EXPECT_EQ(root->Find("b")->text, "2");
    EXPECT_EQ(root->Find("b")->line, 2) << text;
  }
}

TEST(YamlReader, GivesNoValueAMeaningByItsLook) {
  const Node root = ReadYaml("[yes, off, 010, 1:30, 0x1F, 1e3, true]", "s.yaml").value();
  const char* texts[] = {"yes", "off", "010", "1:30", "0x1F", "1e3", "true"};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(root.children[i].text, texts[i]);
}

struct BadYaml {
  std::string_view text;
  ErrorCode code;
  int line, column;
};

constexpr BadYaml kBadYaml[] = {
    {"", ErrorCode::kSyntax, 1, 1},
    {"\xEF\xBB\xBF", ErrorCode::kSyntax, 1, 1},
    {"# only a comment\n", ErrorCode::kSyntax, 1, 1},
    {"---\n", ErrorCode::kSyntax, 1, 1},
    {"a: 1\na: 2\n", ErrorCode::kDuplicateKey, 2, 1},
    {"a: {b: 1, b: 2}\n", ErrorCode::kDuplicateKey, 1, 11},
    {"a: &x 1\n", ErrorCode::kSyntax, 1, 4},
    {"a: *x\n", ErrorCode::kSyntax, 1, 4},
    {"<<: {a: 1}\n", ErrorCode::kSyntax, 1, 1},
    {"a: !!int 1\n", ErrorCode::kSyntax, 1, 4},
    {"a: 1\n---\nb: 2\n", ErrorCode::kSyntax, 2, 1},
    {"? [a]\n: 1\n", ErrorCode::kSyntax, 1, 3},
    {": 1\n", ErrorCode::kSyntax, 1, 1},
    {"a: [1, 2\n", ErrorCode::kSyntax, 2, 1},
    {"a: \"x\n", ErrorCode::kSyntax, 1, 4},
    {"a: 'x''\n", ErrorCode::kSyntax, 1, 4},
    {"a: \"x", ErrorCode::kSyntax, 1, 6},
    {"a: b: c\n", ErrorCode::kSyntax, 1, 5},
    {"a: 1\n\tb: 2\n", ErrorCode::kSyntax, 2, 1},
    {"a: \xFF\n", ErrorCode::kSyntax, 1, 4},
    {"a: 1\nb: \x04 c: 3\n", ErrorCode::kSyntax, 2, 4},
    {"a: \xED\xA0\x80\n", ErrorCode::kSyntax, 1, 4},
};

TEST(YamlReader, RefusesWithPosition) {
  for (const BadYaml& bad : kBadYaml) {
    const auto root = ReadYaml(bad.text, "s.yaml");
    ASSERT_FALSE(root.has_value()) << bad.text;
    const Error& error = root.error().front();
    EXPECT_EQ(error.code, bad.code) << bad.text << ": " << error.what;
    EXPECT_EQ(error.where.front().line, bad.line) << bad.text << ": " << error.what;
    EXPECT_EQ(error.where.front().column, bad.column) << bad.text << ": " << error.what;
  }
}

TEST(YamlReader, RefusesDepthAndSize) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(ReadYaml(deep, "s.yaml").error().front().code, ErrorCode::kSyntax);
  EXPECT_EQ(ReadYaml(std::string(2 << 20, 'a'), "s.yaml").error().front().code,
            ErrorCode::kOutOfRange);
}

TEST(YamlReader, TellsAllDuplicatesAtOnce) {
  const auto root = ReadYaml("a: 1\nb: 2\na: 3\nb: 4\n", "s.yaml");
  ASSERT_FALSE(root.has_value());
  ASSERT_EQ(root.error().size(), 2u);
  EXPECT_EQ(root.error()[0].where[0].line, 3);
  EXPECT_EQ(root.error()[1].hint, "the first is in line 2; take one of them out");
}

}  // namespace
}  // namespace assay::spec
