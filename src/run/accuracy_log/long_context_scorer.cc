// SPDX-License-Identifier: Apache-2.0
// llama3.1-405b: answers of three kinds; summaries count as ROUGE-L, the others as one exact match.
#include <tuple>
#include <utility>

#include "data/truth/target_texts.h"
#include "metric/text/rouge.h"
#include "run/accuracy_log/answer_reading.h"
#include "run/accuracy_log/generated_text.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

struct KindSum {
  double sum = 0;  // 0 to 100 each
  std::uint64_t answered = 0, all = 0;
};

class LongContextScorer : public LogScorer {
 public:
  LongContextScorer(std::vector<std::string> right, std::vector<std::string> kinds, GeneratedText generated)
      : right_(std::move(right)), kinds_(std::move(kinds)), generated_(std::move(generated)) {
    for (const std::string& kind : kinds_) ++(kind == "rouge" ? summaries_ : exact_).all;
  }

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(said, generated_.Read(answer));
    const std::string& right = right_[answer.sample];
    const std::string& kind = kinds_[answer.sample];
    KindSum& into = kind == "rouge" ? summaries_ : exact_;
    ++into.answered;
    if (kind == "rouge") into.sum += 100 * metric::ScoreRouge(said, right, metric::Stemming::kPorter).l.f1;
    else if (kind == "niah_em") into.sum += NeedleMatch(right, said);
    else into.sum += QuestionMatch(right, said) ? 100 : 0;
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    const bool whole = scored + unscored == right_.size();
    std::string line = "{";
    for (const auto& [metric, name, kind] : {std::tuple{"ROUGEL", "rougeL", summaries_}, {"exact_match", "exact_match", exact_}}) {
      AccuracyFigure figure{.metric = metric, .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
      if (kind.answered == 0) {
        figure.note = "no answer of this kind was scored";
      } else {
        figure.value = kind.sum / static_cast<double>(kind.answered);
        figure.printed = FixedNumber(*figure.value, 4);
        line += "'" + std::string(name) + "': " + figure.printed + ", ";
      }
      if (whole && kind.all > 0) {
        figure.low = kind.sum / static_cast<double>(kind.all);
        figure.high = *figure.low + 100 * static_cast<double>(kind.all - kind.answered) / static_cast<double>(kind.all);
      }
      figures.figures.push_back(std::move(figure));
    }
    AccuracyFigure tokens = generated_.TokensPerSample(scored, unscored);
    line += "'gen_num': " + std::to_string(scored);
    if (tokens.value) line += ", 'tokens_per_sample': " + tokens.printed;
    figures.figures.push_back(std::move(tokens));
    figures.lines.push_back(line + "}");
    figures.notes.push_back("answers to questions are compared with runs of white space as one blank; the reference parts "
                            "sentences by line feeds before");
    return figures;
  }

 private:
  std::vector<std::string> right_, kinds_;
  GeneratedText generated_;
  KindSum summaries_, exact_;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeLongContextScorer(const ScorerOptions& options) {
  ASSAY_TRY(generated, GeneratedText::Make(options));
  ASSAY_TRY(path, OneTruth(options, "the data set as JSON, with \"gt_output\" and \"metric\""));
  ASSAY_TRY(right, data::ReadTargetTexts(path, "gt_output"));
  ASSAY_TRY(kinds, data::ReadTargetTexts(path, "metric"));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == "rouge" || kinds[i] == "niah_em" || kinds[i] == "qa_em") continue;
    return FailAt({.file = path, .path = "[" + std::to_string(i) + "].metric"}, ErrorCode::kUnknownName,
                  "expected rouge, niah_em or qa_em, found '" + kinds[i] + "'");
  }
  return std::make_unique<LongContextScorer>(std::move(right), std::move(kinds), std::move(generated));
}

}  // namespace assay::run
