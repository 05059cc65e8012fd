// SPDX-License-Identifier: Apache-2.0
// Spoken texts: an answer holds numbers of letters, or the text; LibriSpeech as Whisper's reference scores it.
#include <cmath>
#include <utility>

#include "data/truth/spelling_table.h"
#include "data/truth/transcripts.h"
#include "metric/text/joined_word_errors.h"
#include "run/accuracy_log/log_scorer.h"
#include "text/unicode.h"

namespace assay::run {
namespace {

class SpeechScorer : public LogScorer {
 public:
  SpeechScorer(const std::vector<std::string>& right, text::Spellings spellings, std::optional<data::NumberType> type)
      : spellings_(std::move(spellings)), type_(type) {
    for (const std::string& text : right) {
      right_.push_back(text::SpokenWords(text::DecodeUtf8(text), spellings_));
      all_words_ += right_.back().size();
    }
  }

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(said, LettersOf(answer.bytes));
    const std::vector<std::u32string>& right = right_[answer.sample];
    errors_ += metric::JoinedWordErrors(text::SpokenWords(said, spellings_), right);
    words_ += right.size();
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    AccuracyFigure figure{.metric = "ACCURACY", .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {},
                          .note = "100 - the word error rate, of texts in one form; words written together or apart are alike"};
    if (words_ == 0) {
      figure.note = "the transcripts hold no word";
      figures.figures.push_back(std::move(figure));
      return figures;
    }
    const double rate = static_cast<double>(errors_) / static_cast<double>(words_);
    figure.value = (1 - rate) * 100;
    figure.printed = ShortestNumber(*figure.value);
    // The rest without an error is the best; words too many have no end, so there is no worst.
    if (scored + unscored == right_.size()) {
      figure.high = 100 * (1 - static_cast<double>(errors_) / static_cast<double>(all_words_));
    }
    if (unscored == 0) figure.high = figure.low = figure.value;
    figures.lines.push_back("Word Error Rate: " + ShortestNumber(rate * 100) + "%, accuracy=" + figure.printed + "%");
    figures.figures.push_back(std::move(figure));
    return figures;
  }

 private:
  Result<std::u32string> LettersOf(std::span<const std::byte> bytes) {
    constexpr std::u32string_view kSpoken = data::kSpokenLetters;
    std::u32string text;
    if (!type_) {
      text = text::DecodeUtf8({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      const std::size_t other = text.find_first_not_of(kSpoken);
      if (other == text.npos) return text;
      return Fail(ErrorCode::kOutOfRange, "the reference has no letter '" + text::EncodeUtf8(text.substr(other, 1)) + "'");
    }
    ASSAY_CHECK_OK(data::ReadNumbers(bytes, *type_, numbers_));
    for (const double number : numbers_) {
      if (!(number >= 0 && number < static_cast<double>(kSpoken.size())) || number != std::floor(number)) {
        return Fail(ErrorCode::kOutOfRange, "no letter has the number " + ShortestNumber(number));
      }
      text += kSpoken[static_cast<std::size_t>(number)];
    }
    return text;
  }

  text::Spellings spellings_;
  std::optional<data::NumberType> type_;
  std::vector<std::vector<std::u32string>> right_;
  std::uint64_t all_words_ = 0, words_ = 0, errors_ = 0;
  std::vector<double> numbers_;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeSpeechScorer(const ScorerOptions& options) {
  if (options.spellings.empty()) {
    return Fail(ErrorCode::kUsage, "the gate is on texts in American spelling: --spellings english.json",
                "openai-whisper has the file in whisper/normalizers");
  }
  ASSAY_TRY(path, OneTruth(options, "the manifest of LibriSpeech"));
  ASSAY_TRY(right, data::ReadSpokenTexts(path));
  ASSAY_TRY(spellings, data::ReadSpellings(options.spellings));
  return std::make_unique<SpeechScorer>(right, std::move(spellings), options.text ? std::nullopt : options.type);
}

}  // namespace assay::run
