// SPDX-License-Identifier: Apache-2.0
// Generated text against one right text: ROUGE and how much was generated; CNN/DailyMail and OpenOrca.
#include <iterator>
#include <optional>
#include <utility>

#include "data/truth/target_texts.h"
#include "metric/text/rouge.h"
#include "run/accuracy_log/generated_text.h"
#include "run/accuracy_log/log_scorer.h"
#include "text/sentences.h"
#include "text/unicode.h"

namespace assay::run {
namespace {

class SummaryScorer : public LogScorer {
 public:
  SummaryScorer(std::vector<std::string> right, GeneratedText generated, std::optional<text::PunktModel> model)
      : right_(std::move(right)), generated_(std::move(generated)), model_(std::move(model)) {}

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(text, generated_.Read(answer));
    std::string right = right_[answer.sample];
    if (model_) {
      text = SentenceLines(text);
      right = SentenceLines(right);
    }
    CountCharacters(text);
    const metric::RougeScores scores = metric::ScoreRouge(text, right, metric::Stemming::kPorter);
    const double f1[] = {scores.n[0].f1, scores.n[1].f1, scores.l.f1, scores.lsum.f1};
    for (std::size_t k = 0; k < std::size(f1); ++k) sums_[k] += f1[k];
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    std::string line = "{";
    constexpr std::pair<const char*, const char*> kNames[] = {
        {"ROUGE1", "rouge1"}, {"ROUGE2", "rouge2"}, {"ROUGEL", "rougeL"}, {"ROUGELSUM", "rougeLsum"}};
    for (std::size_t k = 0; k < std::size(kNames); ++k) {
      AccuracyFigure figure = Blank(kNames[k].first);
      if (k == kByLine && !model_) {
        figure.note = "it goes by sentences as NLTK's punkt model parts them: --punkt FOLDER, tokenizers/punkt_tab/english of its "
                      "data";
        figures.figures.push_back(std::move(figure));
        continue;
      }
      const auto n = static_cast<double>(scored), all = static_cast<double>(scored + unscored);
      figure.value = 100 * sums_[k] / n;
      figure.low = 100 * sums_[k] / all;
      figure.high = 100 * (sums_[k] + static_cast<double>(unscored)) / all;
      figure.printed = FixedNumber(*figure.value, 4);
      line += "'" + std::string(kNames[k].second) + "': '" + figure.printed + "', ";
      figures.figures.push_back(std::move(figure));
    }
    line += AddLengths(scored, unscored, figures);
    figures.lines.push_back(line + "}");
    return figures;
  }

 private:
  static constexpr std::size_t kByLine = 3;  // of the sums: ROUGE-Lsum

  // The reference's form of a text: a sentence a line.
  std::string SentenceLines(const std::string& utf8) const {
    const std::u32string decoded = text::DecodeUtf8(utf8);
    std::u32string lines;
    for (const std::u32string_view sentence : model_->Sentences(text::Strip(decoded))) {
      lines.append(lines.empty() ? U"" : U"\n").append(sentence);
    }
    return text::EncodeUtf8(lines);
  }

  static AccuracyFigure Blank(const char* metric) {
    return {.metric = metric, .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
  }

  // The reference joins sentences by one line feed before it counts, so white space between them counts as one. Where
  // sentences end isn't known without the model: the count then lies between each run of white space as one and all of it.
  void CountCharacters(const std::string& utf8) {
    const std::u32string decoded = text::DecodeUtf8(utf8);
    const std::u32string_view stripped = text::Strip(decoded);
    characters_ += stripped.size();
    if (model_) {
      least_characters_ += stripped.size();
      return;
    }
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
  std::optional<text::PunktModel> model_;
  double sums_[4] = {};
  std::uint64_t characters_ = 0, least_characters_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeSummaryScorer(const ScorerOptions& options) {
  ASSAY_TRY(generated, GeneratedText::Make(options));
  ASSAY_TRY(path, OneTruth(options, "the data set, texts under \"output\""));
  ASSAY_TRY(right, data::ReadTargetTexts(path, "output"));
  std::optional<text::PunktModel> model;
  if (!options.punkt.empty()) {
    ASSAY_TRY(read, text::PunktModel::Read(options.punkt));
    model = std::move(read);
  }
  return std::make_unique<SummaryScorer>(std::move(right), std::move(generated), std::move(model));
}

}  // namespace assay::run
