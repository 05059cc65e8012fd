// SPDX-License-Identifier: Apache-2.0
// Generated text against one right text: ROUGE and how much was generated; CNN/DailyMail and OpenOrca.
#include <iterator>
#include <utility>

#include "data/response/token_texts.h"
#include "data/truth/target_texts.h"
#include "metric/text/rouge.h"
#include "run/accuracy_log/log_scorer.h"
#include "text/unicode.h"

namespace assay::run {
namespace {

class SummaryScorer : public LogScorer {
 public:
  SummaryScorer(std::vector<std::string> right, std::optional<data::NumberType> type, std::optional<data::TokenTexts> tokens)
      : right_(std::move(right)), type_(type), tokens_(std::move(tokens)) {}

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    std::string text(reinterpret_cast<const char*>(answer.bytes.data()), answer.bytes.size());
    std::optional<std::uint64_t> count;
    if (answer.token_count && *answer.token_count >= 0) count = static_cast<std::uint64_t>(*answer.token_count);
    if (type_) {
      ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes, *type_, numbers_));
      ASSAY_TRY(decoded, tokens_->Decode(numbers_));
      text = std::move(decoded);
      count = numbers_.size();
    }
    counted_ = counted_ && count.has_value();
    generated_tokens_ += count.value_or(0);
    CountCharacters(text);
    const metric::RougeScores scores = metric::ScoreRouge(text, right_[answer.sample], metric::Stemming::kPorter);
    sums_[0] += scores.n[0].f1;
    sums_[1] += scores.n[1].f1;
    sums_[2] += scores.l.f1;
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    std::string line = "{";
    constexpr std::pair<const char*, const char*> kNames[] = {{"ROUGE1", "rouge1"}, {"ROUGE2", "rouge2"}, {"ROUGEL", "rougeL"}};
    for (std::size_t k = 0; k < std::size(kNames); ++k) {
      AccuracyFigure figure = Blank(kNames[k].first);
      const auto n = static_cast<double>(scored), all = static_cast<double>(scored + unscored);
      figure.value = 100 * sums_[k] / n;
      figure.low = 100 * sums_[k] / all;
      figure.high = 100 * (sums_[k] + static_cast<double>(unscored)) / all;
      figure.printed = FixedNumber(*figure.value, 4);
      line += "'" + std::string(kNames[k].second) + "': '" + figure.printed + "', ";
      figures.figures.push_back(std::move(figure));
    }
    AccuracyFigure sentences = Blank("ROUGELSUM");
    sentences.note = "it goes by sentences as NLTK's punkt model parts them, which isn't part of this program";
    figures.figures.push_back(std::move(sentences));
    line += AddLengths(scored, unscored, figures);
    figures.lines.push_back(line + "}");
    return figures;
  }

 private:
  static AccuracyFigure Blank(const char* metric) {
    return {.metric = metric, .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
  }

  // The reference joins sentences by one line feed before it counts, so white space between them counts as one. Where
  // sentences end isn't known here: the count lies between each run of white space as one and all of it.
  void CountCharacters(const std::string& utf8) {
    const std::u32string decoded = text::DecodeUtf8(utf8);
    const std::u32string_view stripped = text::Strip(decoded);
    characters_ += stripped.size();
    for (std::size_t i = 0; i < stripped.size(); ++i) {
      const bool more = i > 0 && text::IsSpace(stripped[i]) && text::IsSpace(stripped[i - 1]);
      least_characters_ += more ? 0 : 1;
    }
  }

  std::string AddLengths(std::uint64_t scored, std::uint64_t unscored, AccuracyFigures& figures) const {
    AccuracyFigure length = Blank("GEN_LEN");
    length.value = static_cast<double>(characters_);
    length.printed = std::to_string(characters_);
    length.low = static_cast<double>(least_characters_);
    if (unscored == 0) length.high = length.value;
    if (least_characters_ < characters_) {
      length.note = "characters; white space between sentences, which the reference counts as one, isn't told from other";
    }
    std::string line = "'gen_len': " + length.printed + ", 'gen_num': " + std::to_string(scored);
    figures.figures.push_back(std::move(length));
    AccuracyFigure rate = Blank("TOKENS_PER_SAMPLE");
    if (counted_) {
      const auto tokens = static_cast<double>(generated_tokens_);
      rate.value = tokens / static_cast<double>(scored);
      rate.printed = FixedNumber(*rate.value, 1);
      rate.low = tokens / static_cast<double>(scored + unscored);
      if (unscored == 0) rate.high = rate.value;
      line += ", 'gen_tok_len': " + std::to_string(generated_tokens_) + ", 'tokens_per_sample': " + rate.printed;
    } else {
      rate.note = "the log states no token counts, and its answers are texts";
    }
    figures.figures.push_back(std::move(rate));
    return line;
  }

  std::vector<std::string> right_;
  std::optional<data::NumberType> type_;
  std::optional<data::TokenTexts> tokens_;
  std::vector<double> numbers_;
  double sums_[3] = {};
  std::uint64_t characters_ = 0, least_characters_ = 0, generated_tokens_ = 0;
  bool counted_ = true;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeSummaryScorer(const ScorerOptions& options) {
  std::optional<data::TokenTexts> tokens;
  if (!options.text) {
    if (options.tokenizer.empty()) {
      return Fail(ErrorCode::kUsage, "answers are numbers of tokens: --tokenizer tokenizer.json (or a GGUF file) turns them into "
                                     "text",
                  "answers that are text already are --dtype text");
    }
    ASSAY_TRY(read, data::TokenTexts::Read(options.tokenizer));
    tokens = std::move(read);
  }
  ASSAY_TRY(path, OneTruth(options, "the data set, texts under \"output\""));
  ASSAY_TRY(right, data::ReadTargetTexts(path, "output"));
  return std::make_unique<SummaryScorer>(std::move(right), options.text ? std::nullopt : options.type, std::move(tokens));
}

}  // namespace assay::run
