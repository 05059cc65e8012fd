// SPDX-License-Identifier: Apache-2.0
// Transcripts: an answer holds numbers of letters, or the text; LibriSpeech as RNN-T's reference scores it.
#include <cmath>
#include <string_view>
#include <utility>

#include "data/truth/transcripts.h"
#include "metric/text/word_errors.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

constexpr std::string_view kLetters = " abcdefghijklmnopqrstuvwxyz'";

// Words between blanks: how often the reference counts on, without the answer.
std::uint64_t WordsOf(std::string_view text) {
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < text.size(); ++i) words += text[i] != ' ' && (i == 0 || text[i - 1] == ' ') ? 1 : 0;
  return words;
}

class TranscriptScorer : public LogScorer {
 public:
  TranscriptScorer(std::vector<std::string> right, std::optional<data::NumberType> type)
      : right_(std::move(right)), type_(type) {
    for (const std::string& text : right_) words_ += WordsOf(text);
  }

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(said, TextOf(answer.bytes));
    ASSAY_TRY(errors, metric::CountWordErrors(std::span(&right_[answer.sample], 1), std::span(&said, 1)));
    errors_ += errors;
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    AccuracyFigure figure{.metric = "WER", .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {},
                          .note = "the gate is on 100 - the word error rate"};
    if (errors_.reference_words == 0) {
      figure.note = "the transcripts hold no word";
      figures.figures.push_back(std::move(figure));
      return figures;
    }
    const double rate = errors_.Wer();
    figure.value = (1 - rate) * 100;
    figure.printed = ShortestNumber(*figure.value);
    const double edits = static_cast<double>(errors_.edits.edits());
    // The rest without an error is the best; insertions have no end, so there is no worst.
    if (scored + unscored == right_.size()) figure.high = 100 * (1 - edits / static_cast<double>(words_));
    if (unscored == 0) figure.high = figure.low = figure.value;
    figures.lines.push_back("Word Error Rate: " + ShortestNumber(rate * 100) + "%, accuracy=" + figure.printed + "%");
    figures.figures.push_back(std::move(figure));
    return figures;
  }

 private:
  Result<std::string> TextOf(std::span<const std::byte> bytes) {
    if (!type_) return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    ASSAY_CHECK_OK(data::ReadNumbers(bytes, *type_, numbers_));
    std::string text;
    for (const double number : numbers_) {
      if (!(number >= 0 && number < static_cast<double>(kLetters.size())) || number != std::floor(number)) {
        return Fail(ErrorCode::kOutOfRange, "no letter has the number " + ShortestNumber(number));
      }
      text += kLetters[static_cast<std::size_t>(number)];
    }
    return text;
  }

  std::vector<std::string> right_;
  std::optional<data::NumberType> type_;
  std::uint64_t words_ = 0;
  std::vector<double> numbers_;
  metric::WordErrors errors_;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeTranscriptScorer(const ScorerOptions& options) {
  ASSAY_TRY(path, OneTruth(options, "the manifest of LibriSpeech"));
  ASSAY_TRY(right, data::ReadTranscripts(path));
  return std::make_unique<TranscriptScorer>(std::move(right), options.text ? std::nullopt : options.type);
}

}  // namespace assay::run
