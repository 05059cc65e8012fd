// SPDX-License-Identifier: Apache-2.0
// Answers to questions that are texts: SQuAD's exact match and F1.
#include <utility>

#include "data/truth/squad_questions.h"
#include "metric/text/squad.h"
#include "run/accuracy_log/answer_sums.h"
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
    sums_.Add(score);
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t, std::uint64_t unscored) override { return sums_.Figures(unscored); }

 private:
  data::SquadSet set_;
  AnswerSums sums_;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeAnswerScorer(const ScorerOptions& options) {
  if (!options.text) return MakeSpanScorer(options);
  ASSAY_TRY(path, OneTruth(options, "dev-v1.1.json"));
  ASSAY_TRY(set, data::ReadSquad(path));
  return std::make_unique<AnswerScorer>(std::move(set));
}

}  // namespace assay::run
