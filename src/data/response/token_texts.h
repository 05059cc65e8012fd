// SPDX-License-Identifier: Apache-2.0
// From numbers of tokens to text: the vocabulary and the joining rule of a tokenizer, read from the model's own file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

class TokenTexts {
 public:
  // tokenizer.json of Hugging Face's tokenizers, or a GGUF file, told apart by their first bytes. A tokenizer_config.json
  // beside the former that sets clean_up_tokenization_spaces is heeded: blanks before marks go then.
  // Shape    byte-level vocabularies (GPT-2, Llama 3) and SentencePiece's with byte fallback (Llama 2).
  // Errors   those of reading files and JSON; kUnsupported for another joining rule; kBadRow for a damaged GGUF file or a
  //          vocabulary with a gap of more than a million numbers; kMissingKey.
  // Source   the tokenizers library's decoders ByteLevel, Replace, ByteFallback, Fuse and Strip; the GGUF specification.
  static Result<TokenTexts> Read(const std::string& path);
  static Result<TokenTexts> ParseJson(std::string_view text, const std::string& file);

  // Special tokens are left out. What is left of a broken character becomes U+FFFD: one for each in byte-level
  // vocabularies, one for each byte of a run of byte tokens in the others.
  // Errors   kOutOfRange for a number without a token.
  // Threads  safe: pure.
  Result<std::string> Decode(std::span<const double> tokens) const;

 private:
  enum class Kind : std::uint8_t { kUnknown, kText, kByte, kSpecial };
  struct Token {
    Kind kind = Kind::kUnknown;
    std::string text;  // its bytes
  };

  Result<void> Set(std::uint64_t id, Token token, const std::string& file);
  void SetPiece(std::uint64_t id, const std::string& piece, bool special);

  std::vector<Token> tokens_;
  bool byte_level_ = false;  // else SentencePiece: a leading blank goes
  bool closes_marks_ = false;
};

}  // namespace assay::data
