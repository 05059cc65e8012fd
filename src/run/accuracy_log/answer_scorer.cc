// SPDX-License-Identifier: Apache-2.0
// Answers to questions: SQuAD's exact match and F1.
#include <utility>

#include "data/truth/squad_questions.h"
#include "metric/text/squad.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

constexpr std::uint64_t kQuestions = 10570;  // of dev-v1.1.json; the benchmark's samples are its 10,833 windows

// An answer is a text; sample i is question i.
class AnswerScorer : public LogScorer {
 public:
  explicit AnswerScorer(data::SquadSet set) : set_(std::move(set)) {}

  std::size_t samples() const override { return set_.questions.size(); }
  std::optional<std::uint64_t> data_set() const override { return kQuestions; }

  Result<void> Score(const LogAnswer& answer) override {
    const std::string_view text(reinterpret_cast<const char*>(answer.bytes.data()), answer.bytes.size());
    ASSAY_TRY(score, metric::ScoreAnswer(text, set_.questions[answer.sample].answers));
    exact_ += score.exact ? 1 : 0;
    f1_ += score.f1;
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    const auto n = static_cast<double>(scored), all = static_cast<double>(scored + unscored);
    const auto add = [&](const char* metric, double sum) {
      figures.figures.push_back({.metric = metric, .value = 100 * sum / n, .printed = ShortestNumber(100 * sum / n),
                                 .low = 100 * sum / all, .high = 100 * (sum + static_cast<double>(unscored)) / all,
                                 .interval = {}, .note = {}});
    };
    add("F1", f1_);
    add("exact_match", static_cast<double>(exact_));
    figures.lines.push_back("{\"exact_match\": " + figures.figures[1].printed + ", \"f1\": " + figures.figures[0].printed + "}");
    return figures;
  }

 private:
  data::SquadSet set_;
  std::uint64_t exact_ = 0;
  double f1_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeAnswerScorer(const ScorerOptions& options) {
  if (!options.text) {
    return Fail(ErrorCode::kUnsupported, "start and end scores of tokens need BERT's own windows and words, which aren't made here",
                "answers that are texts, sample i that of question i, are --dtype text");
  }
  ASSAY_TRY(path, OneTruth(options, "dev-v1.1.json"));
  ASSAY_TRY(set, data::ReadSquad(path));
  return std::make_unique<AnswerScorer>(std::move(set));
}

}  // namespace assay::run
