// SPDX-License-Identifier: Apache-2.0
// Right values: the joining rules by hand, on vocabularies of a few tokens; GGUF heads are laid out by its specification.
#include "data/response/token_texts.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "data/response/gguf_vocabulary.h"

namespace assay::data {
namespace {

std::string Decoded(const TokenTexts& texts, const std::vector<double>& tokens) {
  const auto text = texts.Decode(tokens);
  EXPECT_TRUE(text) << (text ? "" : text.error().what);
  return text.value_or("");
}

// "Ġ" is the blank, "Ċ" the line feed, "Ã" and "©" the bytes C3 and A9 of é.
TEST(TokenTexts, ByteLevel) {
  const auto texts = TokenTexts::ParseJson(R"({"decoder": {"type": "ByteLevel"},
    "added_tokens": [{"id": 5, "content": "<end>", "special": true}, {"id": 6, "content": "Ġas is", "special": false}],
    "model": {"vocab": {"Hello": 0, "Ġworld": 1, "Ċ": 2, "Ã": 3, "©": 4}}})", "t");
  ASSERT_TRUE(texts) << texts.error().what;
  EXPECT_EQ(Decoded(*texts, {0, 1, 2, 5}), "Hello world\n");
  EXPECT_EQ(Decoded(*texts, {3, 4}), "\xC3\xA9");
  EXPECT_EQ(Decoded(*texts, {6}), "Ġas is");
  EXPECT_EQ(Decoded(*texts, {1}), " world");
  EXPECT_EQ(Decoded(*texts, {}), "");
  EXPECT_EQ(texts->Decode(std::vector<double>{7}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(texts->Decode(std::vector<double>{-1}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(texts->Decode(std::vector<double>{0.5}).error().code, ErrorCode::kOutOfRange);
}

// "▁" is the blank, and the first one goes; "<0xC3>" is a byte.
TEST(TokenTexts, SentencePiece) {
  const auto texts = TokenTexts::ParseJson(R"({"decoder": {"type": "Sequence", "decoders": [{"type": "Replace"},
    {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip"}]},
    "added_tokens": [{"id": 0, "content": "<s>", "special": true}],
    "model": {"vocab": {"<s>": 0, "▁Hello": 1, "▁world": 2, "<0xC3>": 3, "<0xA9>": 4, "s": 5}}})", "t");
  ASSERT_TRUE(texts) << texts.error().what;
  EXPECT_EQ(Decoded(*texts, {0, 1, 2, 5}), "Hello worlds");
  EXPECT_EQ(Decoded(*texts, {3, 4}), "\xC3\xA9");
}

// Right values: tokenizers 0.22.2; 3,000 random sequences of each kind came out the same. The broken part of a character is one
// U+FFFD, "\xE2\x80" too; a run of byte tokens that isn't whole characters is one for each byte, the "A" in it too.
TEST(TokenTexts, BrokenCharacters) {
  const auto bytes = TokenTexts::ParseJson(R"({"decoder": {"type": "ByteLevel"},
    "model": {"vocab": {"â": 0, "Ģ": 1, "a": 2, "Ã": 3}}})", "t");
  ASSERT_TRUE(bytes) << bytes.error().what;
  EXPECT_EQ(Decoded(*bytes, {0, 1, 2}), "\uFFFDa");
  EXPECT_EQ(Decoded(*bytes, {3, 3, 2, 1}), "\uFFFD\uFFFDa\uFFFD");
  const auto pieces = TokenTexts::ParseJson(R"({"decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}]},
    "model": {"vocab": {"<0xE2>": 0, "<0x80>": 1, "<0x41>": 2, "b": 3, "<0x99>": 4}}})", "t");
  ASSERT_TRUE(pieces) << pieces.error().what;
  EXPECT_EQ(Decoded(*pieces, {0, 1, 2, 3}), "\uFFFD\uFFFD\uFFFD" "b");
  EXPECT_EQ(Decoded(*pieces, {3, 2, 3, 0, 1, 4}), "bAb\u2019");
}

// The settings beside the file say whether blanks before marks go.
TEST(TokenTexts, BlanksBeforeMarks) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "token_texts_settings";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "tokenizer.json").string();
  std::ofstream(path) << R"({"decoder": {"type": "ByteLevel"}, "model": {"vocab": {"Well": 0, "Ġ,": 1, "ĠI": 2, "Ġ'm": 3, "Ġ.": 4}}})";
  const auto plain = TokenTexts::Read(path);
  ASSERT_TRUE(plain) << plain.error().what;
  EXPECT_EQ(Decoded(*plain, {0, 1, 2, 3, 4}), "Well , I 'm .");
  std::ofstream(folder / "tokenizer_config.json") << R"({"clean_up_tokenization_spaces": true})";
  const auto closed = TokenTexts::Read(path);
  ASSERT_TRUE(closed) << closed.error().what;
  EXPECT_EQ(Decoded(*closed, {0, 1, 2, 3, 4}), "Well, I'm.");
  std::filesystem::remove_all(folder);
}

TEST(TokenTexts, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(TokenTexts::ParseJson(R"({"decoder": {"type": "WordPiece"}, "model": {"vocab": {"a": 0}}})", "t").error().code,
            ErrorCode::kUnsupported);
  EXPECT_EQ(TokenTexts::ParseJson(R"({"model": {"vocab": {"a": 0}}})", "t").error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(TokenTexts::ParseJson(R"({"decoder": {"type": "ByteLevel"}})", "t").error().code, ErrorCode::kMissingKey);
  EXPECT_EQ(TokenTexts::ParseJson(R"({"decoder": {"type": "ByteLevel"}, "model": {"vocab": {"a": 99999999}}})", "t").error().code,
            ErrorCode::kBadRow);
  EXPECT_FALSE(TokenTexts::ParseJson("[", "t"));
}

class Gguf : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  template <class T>
  Gguf& Number(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof value);
    bytes_.append(raw, sizeof raw);
    return *this;
  }
  Gguf& Text(std::string_view text) {
    Number<std::uint64_t>(text.size());
    bytes_ += text;
    return *this;
  }
  Gguf& Key(std::string_view name, std::uint32_t type) { return Text(name).Number(type); }
  // Version 3, no tensor, four keys: one that is passed over, the model, the tokens, their types.
  void Llama() {
    bytes_ = "GGUF";
    Number<std::uint32_t>(3).Number<std::uint64_t>(0).Number<std::uint64_t>(4);
    Key("x.list", 9).Number<std::uint32_t>(9).Number<std::uint64_t>(1);
    Number<std::uint32_t>(6).Number<std::uint64_t>(2).Number(1.0F).Number(2.0F);
    Key("tokenizer.ggml.model", 8).Text("llama");
    Key("tokenizer.ggml.tokens", 9).Number<std::uint32_t>(8).Number<std::uint64_t>(3);
    Text("</s>").Text("▁yes").Text("<0x21>");
    Key("tokenizer.ggml.token_type", 9).Number<std::uint32_t>(5).Number<std::uint64_t>(3);
    Number<std::int32_t>(3).Number<std::int32_t>(1).Number<std::int32_t>(6);
  }
  std::string Written(std::string_view bytes) {
    path_ = std::filesystem::path(testing::TempDir()) / "vocabulary.gguf";
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_.string();
  }

  std::string bytes_;
  std::filesystem::path path_;
};

TEST_F(Gguf, HoldsTheVocabulary) {
  Llama();
  const auto texts = TokenTexts::Read(Written(bytes_ + "weights"));
  ASSERT_TRUE(texts) << texts.error().what;
  EXPECT_EQ(Decoded(*texts, {1, 2, 0}), "yes!");
}

TEST_F(Gguf, CutShortAnywhereIsRefused) {
  Llama();
  for (std::size_t size = 4; size < bytes_.size(); ++size) {
    EXPECT_FALSE(GgufVocabulary::Read(Written(std::string_view(bytes_).substr(0, size)))) << size;
  }
  EXPECT_FALSE(GgufVocabulary::Read(Written("GGU"))->has_value());
  EXPECT_EQ(GgufVocabulary::Read("nowhere.gguf").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::data
