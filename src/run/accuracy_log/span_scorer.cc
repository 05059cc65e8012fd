// SPDX-License-Identifier: Apache-2.0
// Answers to questions as start and end scores of each token of a window: BERT as MLPerf runs it. The best span of all
// windows of a question is its answer.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "data/truth/squad_windows.h"
#include "run/accuracy_log/answer_sums.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

constexpr std::uint64_t kWindows = 10833;  // of dev-v1.1.json with BERT's own vocabulary
constexpr std::size_t kTokens = data::SquadWindows::kTokens;
constexpr std::size_t kBest = 20, kLongest = 30;  // starts and ends that are tried; tokens of an answer
constexpr double kUnstated = -10000;              // of tokens behind those that the answer has scores of

// Source   mlcommons/inference language/bert/accuracy-squad.py (by values): the best of 20 x 20 spans that lie in the
//          paragraph, begin where the window has the most text around, and have at most 30 tokens; of equal scores the
//          earlier window's, then the better start's, then the better end's.
class SpanScorer : public LogScorer {
 public:
  SpanScorer(data::SquadSet set, data::SquadWindows windows, data::NumberType type)
      : set_(std::move(set)), windows_(std::move(windows)), type_(type), questions_(set_.questions.size()) {
    for (const data::SquadWindow& window : windows_.windows()) ++questions_[window.question].missing;
  }

  std::size_t samples() const override { return windows_.windows().size(); }
  std::optional<std::uint64_t> data_set() const override { return kWindows; }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes, type_, numbers_));
    if (numbers_.size() % 2 != 0 || numbers_.size() > 2 * kTokens) {
      return Fail(ErrorCode::kBadRow, "expected a start and an end score of at most " + std::to_string(kTokens) +
                                          " tokens, found " + std::to_string(numbers_.size()) + " numbers");
    }
    for (const double number : numbers_) {
      if (std::isnan(number) || number == std::numeric_limits<double>::infinity()) {
        return Fail(ErrorCode::kOutOfRange, "a score is " + std::string(std::isnan(number) ? "no number" : "infinite"));
      }
    }
    const data::SquadWindow& window = windows_.windows()[answer.sample];
    Question& question = questions_[window.question];
    --question.missing;
    if (auto found = BestIn(window, answer.sample); found && (!question.best || Before(*found, *question.best))) {
      question.best = found;
    }
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AnswerSums sums;
    // Windows that the truth doesn't have belong to that many more questions at most.
    std::uint64_t others = scored + unscored - std::min<std::uint64_t>(scored + unscored, samples());
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (questions_[i].missing > 0) {
        ++others;
        continue;
      }
      const std::string said = questions_[i].best ? TextOf(i, *questions_[i].best) : "empty";
      ASSAY_TRY(score, metric::ScoreAnswer(said, set_.questions[i].answers));
      sums.Add(score);
    }
    return sums.Figures(others);
  }

 private:
  struct Span {
    double score = 0;
    std::size_t window = 0, start = 0, end = 0;  // tokens of the window
  };
  struct Question {
    std::size_t missing = 0;  // windows without an answer
    std::optional<Span> best;
  };

  static bool Before(const Span& one, const Span& other) {
    return one.score > other.score || (one.score == other.score && one.window < other.window);
  }

  // The tokens with the best scores, best first, of equal ones the first; `which` 0 for starts, 1 for ends.
  std::vector<std::size_t> Best(std::size_t which) const {
    std::vector<std::size_t> tokens(kTokens);
    std::iota(tokens.begin(), tokens.end(), std::size_t{0});
    std::ranges::partial_sort(tokens, tokens.begin() + kBest, [&](std::size_t one, std::size_t other) {
      const double a = ScoreOf(one, which), b = ScoreOf(other, which);
      return a > b || (a == b && one < other);
    });
    tokens.resize(kBest);
    return tokens;
  }

  double ScoreOf(std::size_t token, std::size_t which) const {
    return 2 * token < numbers_.size() ? numbers_[2 * token + which] : kUnstated;
  }

  std::optional<Span> BestIn(const data::SquadWindow& window, std::size_t number) const {
    std::optional<Span> best;
    const std::vector<std::size_t> ends = Best(1);
    for (const std::size_t start : Best(0)) {
      if (start < window.offset || start >= window.offset + window.length || !window.fullest[start - window.offset]) continue;
      for (const std::size_t end : ends) {
        if (end < start || end >= window.offset + window.length || end - start >= kLongest) continue;
        const double score = ScoreOf(start, 0) + ScoreOf(end, 1);
        if (!best || score > best->score) best = Span{score, number, start, end};
      }
    }
    return best;
  }

  std::string TextOf(std::size_t question, const Span& span) const {
    const data::SquadWindow& window = windows_.windows()[span.window];
    return windows_.TextOf(question, window.first + span.start - window.offset, window.first + span.end - window.offset);
  }

  data::SquadSet set_;
  data::SquadWindows windows_;
  data::NumberType type_;
  std::vector<Question> questions_;
  std::vector<double> numbers_;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeSpanScorer(const ScorerOptions& options) {
  if (options.tokenizer.empty()) {
    return Fail(ErrorCode::kUsage, "answers are start and end scores of word pieces: --tokenizer vocab.txt says which",
                "answers that are texts, sample i that of question i, are --dtype text");
  }
  ASSAY_TRY(path, OneTruth(options, "dev-v1.1.json"));
  ASSAY_TRY(set, data::ReadSquad(path));
  ASSAY_TRY(pieces, text::WordPieces::Read(options.tokenizer));
  data::SquadWindows windows(set, std::move(pieces));
  return std::make_unique<SpanScorer>(std::move(set), std::move(windows), *options.type);
}

}  // namespace assay::run
