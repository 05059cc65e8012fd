// SPDX-License-Identifier: Apache-2.0
#include "results/precision.h"

#include <array>
#include <cctype>
#include <optional>

namespace assay::results {
namespace {

struct Spelling {
  std::string_view word;
  NumericType type;
};

constexpr Spelling kSpellings[] = {
    {"fp32", NumericType::kFp32},      {"float32", NumericType::kFp32},   {"f32", NumericType::kFp32},
    {"tf32", NumericType::kTf32},      {"bf16", NumericType::kBf16},      {"bfloat16", NumericType::kBf16},
    {"fp16", NumericType::kFp16},      {"float16", NumericType::kFp16},   {"f16", NumericType::kFp16},
    {"fp8", NumericType::kFp8},        {"float8", NumericType::kFp8},     {"f8", NumericType::kFp8},
    {"mxfp8", NumericType::kFp8},      {"e4m3", NumericType::kFp8},       {"e5m2", NumericType::kFp8},
    {"fp6", NumericType::kFp6},        {"float6", NumericType::kFp6},     {"mxfp6", NumericType::kFp6},
    {"fp4", NumericType::kFp4},        {"float4", NumericType::kFp4},     {"f4", NumericType::kFp4},
    {"mxfp4", NumericType::kFp4},      {"nvfp4", NumericType::kFp4},      {"int8", NumericType::kInt8},
    {"i8", NumericType::kInt8},        {"s8", NumericType::kInt8},        {"qint8", NumericType::kInt8},
    {"uint8", NumericType::kUint8},    {"u8", NumericType::kUint8},       {"quint8", NumericType::kUint8},
    {"int4", NumericType::kInt4},      {"i4", NumericType::kInt4},        {"uint4", NumericType::kUint4},
    {"u4", NumericType::kUint4},       {"int32", NumericType::kInt32},    {"i32", NumericType::kInt32},
    {"int16", NumericType::kInt16},    {"i16", NumericType::kInt16},      {"int64", NumericType::kInt64},
    {"i64", NumericType::kInt64},      {"uint64", NumericType::kUint64},  {"u64", NumericType::kUint64},
};

constexpr std::array<std::string_view, 15> kTypeNames = {"fp32", "tf32",  "bf16", "fp16",  "fp8",   "fp6",   "fp4",   "int8",
                                                     "uint8", "int4", "uint4", "int32", "int16", "int64", "uint64"};

// Fewest bits first, float before integer.
constexpr NumericType kLowestFirst[] = {
    NumericType::kFp4,   NumericType::kInt4,  NumericType::kUint4, NumericType::kFp6,  NumericType::kFp8,
    NumericType::kInt8,  NumericType::kUint8, NumericType::kFp16,  NumericType::kBf16, NumericType::kInt16,
    NumericType::kTf32,  NumericType::kFp32,  NumericType::kInt32, NumericType::kInt64, NumericType::kUint64,
};

std::uint32_t BitOf(NumericType type) { return 1u << static_cast<unsigned>(type); }

std::uint32_t Lookup(std::string_view word) {
  if (word.ends_with("_t")) word.remove_suffix(2);
  // "f8_e4m3": the part behind the size says how its bits are used.
  if (const auto cut = word.find('_'); cut != word.npos) word = word.substr(0, cut);
  for (const Spelling& spelling : kSpellings) {
    if (spelling.word == word) return BitOf(spelling.type);
  }
  return 0;
}

bool IsNumber(std::string_view word) { return !word.empty() && word.find_first_not_of("0123456789") == word.npos; }

// Reads the text word by word. Two words can name one type ("int 8", "fp-16", "8-bit integer"), and in "we transform
// the fp32 weight to int8" only what stands behind the "to" is what ran.
class PrecisionReader {
 public:
  void Take(std::string_view word) {
    if (std::uint32_t bit = Lookup(word)) {
      types_ |= bit;
    } else if (IsNumber(word) && (before_ == "int" || before_ == "uint" || before_ == "fp" || before_ == "float" ||
                                  before_ == "bfloat" || before_ == "bf")) {
      types_ |= Lookup(before_ + std::string(word));
    } else if (word == "bit" && IsNumber(before_)) {
      bits_ = before_;
    } else if (!bits_.empty() && (word.starts_with("int") || word.starts_with("float"))) {
      const std::string kind = word.starts_with("int") ? (unsigned_ ? "uint" : "int") : "float";
      types_ |= Lookup(kind + bits_);
      bits_.clear();
    } else if (word == "unsigned") {
      unsigned_ = true;
    } else if (word.starts_with("transform") || word.starts_with("convert") || word.starts_with("quanti")) {
      changes_ = true;
    } else if (word == "to" && changes_ && types_ != 0) {
      from_ = types_;
      types_ = 0;
    }
    before_ = word;
  }
  std::uint32_t types() const { return types_ != 0 ? types_ : from_; }

 private:
  std::uint32_t types_ = 0, from_ = 0;
  std::string before_, bits_;
  bool unsigned_ = false, changes_ = false;
};

}  // namespace

Precision ParsePrecision(std::string_view text) {
  PrecisionReader reader;
  std::string word;
  for (const char letter : text) {
    if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '_') {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (!word.empty()) {
      reader.Take(word);
      word.clear();
    }
  }
  if (!word.empty()) reader.Take(word);
  return {reader.types(), reader.types() != 0};
}

std::string_view NameOf(NumericType type) { return kTypeNames.at(static_cast<std::size_t>(type)); }

std::string NameOf(const Precision& precision) {
  if (!precision.disclosed) return "undisclosed";
  std::string names;
  for (std::size_t i = 0; i < kTypeNames.size(); ++i) {
    if (!precision.Has(static_cast<NumericType>(i))) continue;
    if (!names.empty()) names += ", ";
    names += kTypeNames[i];
  }
  return names;
}

std::string_view PrecisionClass(const Precision& precision) {
  for (const NumericType type : kLowestFirst) {
    if (precision.disclosed && precision.Has(type)) return NameOf(type);
  }
  return "undisclosed";
}

}  // namespace assay::results
