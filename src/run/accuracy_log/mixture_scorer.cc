// SPDX-License-Identifier: Apache-2.0
// mixtral-8x7b: three sets in one; OpenOrca counts as ROUGE, GSM8K as right numbers. MBXP's programs would have to be run.
#include <utility>

#include "data/truth/target_texts.h"
#include "metric/text/rouge.h"
#include "run/accuracy_log/answer_reading.h"
#include "run/accuracy_log/generated_text.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

class MixtureScorer : public LogScorer {
 public:
  MixtureScorer(std::vector<std::string> right, std::vector<std::string> sets, GeneratedText generated)
      : right_(std::move(right)), sets_(std::move(sets)), generated_(std::move(generated)) {
    for (const std::string& set : sets_) {
      texts_all_ += set == "OpenOrca" ? 1 : 0;
      numbers_all_ += set == "GSM8K" ? 1 : 0;
    }
  }

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(said, generated_.Read(answer));
    const std::string& right = right_[answer.sample];
    if (sets_[answer.sample] == "OpenOrca") {
      const metric::RougeScores scores = metric::ScoreRouge(said, right, metric::Stemming::kPorter);
      sums_[0] += 100 * scores.n[0].f1, sums_[1] += 100 * scores.n[1].f1, sums_[2] += 100 * scores.l.f1;
      ++texts_;
    } else if (sets_[answer.sample] == "GSM8K") {
      right_numbers_ += NumberMatch(right, said).value_or(false) ? 100 : 0;
      ++numbers_;
    }
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    const bool whole = scored + unscored == right_.size();
    std::string line = "{";
    const auto add = [&](const char* metric, const char* name, double sum, std::uint64_t answered, std::uint64_t all) {
      AccuracyFigure figure{.metric = metric, .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
      if (answered == 0) {
        figure.note = "no answer of this set was scored";
      } else {
        figure.value = sum / static_cast<double>(answered);
        figure.printed = FixedNumber(*figure.value, 4);
        line += "'" + std::string(name) + "': " + figure.printed + ", ";
      }
      if (whole && all > 0) {
        figure.low = sum / static_cast<double>(all);
        figure.high = *figure.low + 100 * static_cast<double>(all - answered) / static_cast<double>(all);
      }
      figures.figures.push_back(std::move(figure));
    };
    add("ROUGE1", "rouge1", sums_[0], texts_, texts_all_);
    add("ROUGE2", "rouge2", sums_[1], texts_, texts_all_);
    add("ROUGEL", "rougeL", sums_[2], texts_, texts_all_);
    add("gsm8k_accuracy", "gsm8k", right_numbers_, numbers_, numbers_all_);
    figures.figures.push_back({.metric = "mbxp_accuracy", .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {},
                               .note = "its answers are programs that would have to be run, which isn't done here"});
    AccuracyFigure tokens = generated_.TokensPerSample(scored, unscored);
    line += "'gen_num': " + std::to_string(scored);
    if (tokens.value) line += ", 'tokens_per_sample': " + tokens.printed;
    figures.figures.push_back(std::move(tokens));
    figures.lines.push_back(line + "}");
    return figures;
  }

 private:
  std::vector<std::string> right_, sets_;
  GeneratedText generated_;
  double sums_[3] = {}, right_numbers_ = 0;
  std::uint64_t texts_ = 0, texts_all_ = 0, numbers_ = 0, numbers_all_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeMixtureScorer(const ScorerOptions& options) {
  ASSAY_TRY(generated, GeneratedText::Make(options));
  ASSAY_TRY(path, OneTruth(options, "the data set as JSON, with \"gt_output\" and \"dataset\""));
  ASSAY_TRY(right, data::ReadTargetTexts(path, "gt_output"));
  ASSAY_TRY(sets, data::ReadTargetTexts(path, "dataset"));
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    if (sets[i] != "OpenOrca" && sets[i] != "GSM8K" && sets[i] != "MBXP") {
      return FailAt({.file = path, .path = place + ".dataset"}, ErrorCode::kUnknownName,
                    "expected OpenOrca, GSM8K or MBXP, found '" + sets[i] + "'");
    }
    if (sets[i] == "GSM8K" && !NumberMatch(right[i], "")) {
      return FailAt({.file = path, .path = place + ".gt_output"}, ErrorCode::kWrongType, "a right answer that is no number");
    }
  }
  return std::make_unique<MixtureScorer>(std::move(right), std::move(sets), std::move(generated));
}

}  // namespace assay::run
