// SPDX-License-Identifier: Apache-2.0
// Generated answers of an accuracy log as text, and how many tokens they have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "data/response/token_texts.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {

class GeneratedText {
 public:
  // Errors   kUsage for numbers of tokens without a tokenizer; those of reading it.
  static Result<GeneratedText> Make(const ScorerOptions& options);

  // The answer's text; its tokens count from then on.
  // Errors   the answer can't be read or decoded; nothing is counted then.
  Result<std::string> Read(const LogAnswer& answer);

  // TOKENS_PER_SAMPLE over all that was read; without a value where the number of tokens isn't known.
  AccuracyFigure TokensPerSample(std::uint64_t scored, std::uint64_t unscored) const;
  // All tokens, where their number is known.
  std::optional<std::uint64_t> tokens() const { return counted_ ? std::optional(generated_tokens_) : std::nullopt; }

 private:
  std::optional<data::NumberType> type_;  // empty = answers are texts
  std::optional<data::TokenTexts> decoder_;
  std::vector<double> numbers_;
  std::uint64_t generated_tokens_ = 0;
  bool counted_ = true;
};

}  // namespace assay::run
