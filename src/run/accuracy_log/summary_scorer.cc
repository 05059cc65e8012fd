// SPDX-License-Identifier: Apache-2.0
// Generated text against one right text: ROUGE and how much was generated; CNN/DailyMail and OpenOrca.
#include <iterator>
#include <utility>

#include "data/truth/target_texts.h"
#include "metric/text/rouge.h"
#include "run/accuracy_log/generated_text.h"
#include "run/accuracy_log/log_scorer.h"
#include "text/unicode.h"

namespace assay::run {
namespace {

class SummaryScorer : public LogScorer {
 public:
  SummaryScorer(std::vector<std::string> right, GeneratedText generated)
      : right_(std::move(right)), generated_(std::move(generated)) {}

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(text, generated_.Read(answer));
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
    AccuracyFigure rate = generated_.TokensPerSample(scored, unscored);
    if (const auto tokens = generated_.tokens()) {
      line += ", 'gen_tok_len': " + std::to_string(*tokens) + ", 'tokens_per_sample': " + rate.printed;
    }
    figures.figures.push_back(std::move(rate));
    return line;
  }

  std::vector<std::string> right_;
  GeneratedText generated_;
  double sums_[3] = {};
  std::uint64_t characters_ = 0, least_characters_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeSummaryScorer(const ScorerOptions& options) {
  ASSAY_TRY(generated, GeneratedText::Make(options));
  ASSAY_TRY(path, OneTruth(options, "the data set, texts under \"output\""));
  ASSAY_TRY(right, data::ReadTargetTexts(path, "output"));
  return std::make_unique<SummaryScorer>(std::move(right), std::move(generated));
}

}  // namespace assay::run
