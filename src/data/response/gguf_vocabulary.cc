// SPDX-License-Identifier: Apache-2.0
#include "data/response/gguf_vocabulary.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace assay::data {
namespace {

constexpr std::uint64_t kMostKeys = 1 << 20, kMostBytes = 1 << 26, kMostItems = 1 << 24;
constexpr std::uint32_t kString = 8, kArray = 9;

// Bytes of a value of a plain type; 0 for texts, arrays and unknown types.
std::size_t PlainSize(std::uint32_t type) {
  constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  return type < std::size(kSizes) ? kSizes[type] : 0;
}

// Reads numbers and texts one after the other; `good` turns false where the file ends or a length is absurd.
class Head {
 public:
  explicit Head(std::ifstream& file) : file_(file) {}

  template <class T>
  T Number() {
    T value{};
    file_.read(reinterpret_cast<char*>(&value), sizeof value);
    good_ = good_ && static_cast<bool>(file_);
    return value;
  }
  std::string Text() {
    const auto size = Number<std::uint64_t>();
    if (!good_ || size > kMostBytes) return good_ = false, std::string();
    std::string text(static_cast<std::size_t>(size), '\0');
    file_.read(text.data(), static_cast<std::streamsize>(text.size()));
    good_ = static_cast<bool>(file_);
    return text;
  }
  void Skip(std::uint32_t type, int depth = 0) {
    if (type == kString) return void(Text());
    if (type != kArray) {
      const std::size_t size = PlainSize(type);
      good_ = good_ && size > 0 && static_cast<bool>(file_.ignore(static_cast<std::streamsize>(size)));
      return;
    }
    const auto item = Number<std::uint32_t>();
    const auto count = Number<std::uint64_t>();
    good_ = good_ && depth < 4 && count <= kMostItems;
    for (std::uint64_t i = 0; good_ && i < count; ++i) Skip(item, depth + 1);
  }
  // The number of items of an array of `type`; none when it is of another.
  std::uint64_t ArrayOf(std::uint32_t type) {
    const auto item = Number<std::uint32_t>();
    const auto count = Number<std::uint64_t>();
    good_ = good_ && item == type && count <= kMostItems;
    return good_ ? count : 0;
  }
  bool good() const { return good_; }

 private:
  std::ifstream& file_;
  bool good_ = true;
};

}  // namespace

Result<std::optional<GgufVocabulary>> GgufVocabulary::Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return FailAt({.file = path}, ErrorCode::kNotFound, "can't open '" + path + "'");
  char magic[4] = {};
  if (!file.read(magic, sizeof magic) || std::string(magic, 4) != "GGUF") return std::nullopt;
  Head head(file);
  if (head.Number<std::uint32_t>() < 2) return FailAt({.file = path}, ErrorCode::kUnsupported, "GGUF before version 2");
  (void)head.Number<std::uint64_t>();  // tensors
  const auto keys = head.Number<std::uint64_t>();
  GgufVocabulary vocabulary;
  std::string model;
  for (std::uint64_t i = 0; head.good() && i < std::min(keys, kMostKeys); ++i) {
    const std::string key = head.Text();
    const auto type = head.Number<std::uint32_t>();
    if (key == "tokenizer.ggml.model" && type == kString) {
      model = head.Text();
    } else if (key == "tokenizer.ggml.tokens" && type == kArray) {
      for (std::uint64_t left = head.ArrayOf(kString); head.good() && left > 0; --left) vocabulary.pieces.push_back(head.Text());
    } else if (key == "tokenizer.ggml.token_type" && type == kArray) {
      for (std::uint64_t left = head.ArrayOf(5); head.good() && left > 0; --left) {
        vocabulary.types.push_back(head.Number<std::int32_t>());
      }
    } else {
      head.Skip(type);
    }
  }
  if (!head.good()) return FailAt({.file = path}, ErrorCode::kBadRow, "the head of the GGUF file is damaged or cut short");
  if (vocabulary.pieces.empty()) return FailAt({.file = path}, ErrorCode::kMissingKey, "there is no tokenizer.ggml.tokens");
  if (model != "gpt2" && model != "llama") {
    return FailAt({.file = path}, ErrorCode::kUnsupported, "the tokenizer is '" + model + "'", "gpt2 and llama are known");
  }
  vocabulary.byte_level = model == "gpt2";
  return vocabulary;
}

}  // namespace assay::data
