// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/generated_text.h"

#include <utility>

namespace assay::run {

Result<GeneratedText> GeneratedText::Make(const ScorerOptions& options) {
  GeneratedText text;
  if (options.text) return text;
  if (options.tokenizer.empty()) {
    return Fail(ErrorCode::kUsage, "answers are numbers of tokens: --tokenizer tokenizer.json (or a GGUF file) turns them into "
                                   "text",
                "answers that are text already are --dtype text");
  }
  ASSAY_TRY(read, data::TokenTexts::Read(options.tokenizer));
  text.type_ = options.type;
  text.decoder_ = std::move(read);
  return text;
}

Result<std::string> GeneratedText::Read(const LogAnswer& answer) {
  std::string text(reinterpret_cast<const char*>(answer.bytes.data()), answer.bytes.size());
  std::optional<std::uint64_t> count;
  if (answer.token_count && *answer.token_count >= 0) count = static_cast<std::uint64_t>(*answer.token_count);
  if (type_) {
    ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes, *type_, numbers_));
    ASSAY_TRY(decoded, decoder_->Decode(numbers_));
    text = std::move(decoded);
    count = numbers_.size();
  }
  counted_ = counted_ && count.has_value();
  generated_tokens_ += count.value_or(0);
  return text;
}

AccuracyFigure GeneratedText::TokensPerSample(std::uint64_t scored, std::uint64_t unscored) const {
  AccuracyFigure rate{.metric = "TOKENS_PER_SAMPLE", .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {},
                      .note = {}};
  if (!counted_) {
    rate.note = "the log states no token counts, and its answers are texts";
    return rate;
  }
  const auto tokens = static_cast<double>(generated_tokens_);
  rate.value = tokens / static_cast<double>(scored);
  rate.printed = FixedNumber(*rate.value, 1);
  rate.low = tokens / static_cast<double>(scored + unscored);
  if (unscored == 0) rate.high = rate.value;
  return rate;
}

}  // namespace assay::run
