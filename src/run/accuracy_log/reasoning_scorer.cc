// SPDX-License-Identifier: Apache-2.0
// deepseek-r1: five sets in one. Letters and whole numbers are read and counted; formulas and programs need a judge of their
// own, so the share of exact answers has bounds only.
#include <charconv>
#include <utility>

#include "data/truth/target_texts.h"
#include "run/accuracy_log/generated_text.h"
#include "run/accuracy_log/log_scorer.h"
#include "run/accuracy_log/reasoned_answer.h"
#include "text/unicode.h"

namespace assay::run {
namespace {

enum class AnswerKind : std::uint8_t { kUpToD, kUpToJ, kWhole, kFormula, kProgram };

struct ReasoningSet {
  std::string_view name;  // a part of what the truth calls it
  AnswerKind kind;
};
// In the order in which the reference looks for them.
constexpr ReasoningSet kSets[] = {{"gpqa", AnswerKind::kUpToD},       {"mmlu_pro", AnswerKind::kUpToJ},
                                  {"math500", AnswerKind::kFormula},  {"aime", AnswerKind::kWhole},
                                  {"livecodebench", AnswerKind::kProgram}};

std::optional<std::size_t> SetNamed(std::string_view name) {
  const std::string lower = text::EncodeUtf8(text::Lower(text::DecodeUtf8(name)));
  for (std::size_t i = 0; i < std::size(kSets); ++i) {
    if (lower.find(kSets[i].name) != lower.npos) return i;
  }
  return std::nullopt;
}

bool IsJudgedHere(AnswerKind kind) { return kind != AnswerKind::kFormula && kind != AnswerKind::kProgram; }

bool IsRightAnswer(AnswerKind kind, std::string_view right, std::string_view said) {
  if (kind == AnswerKind::kWhole) {
    std::int64_t wanted = 0;
    const auto [end, error] = std::from_chars(right.data(), right.data() + right.size(), wanted);
    return error == std::errc() && end == right.data() + right.size() && WholeAnswerOf(said) == wanted;
  }
  const auto choice = kind == AnswerKind::kUpToD ? ChoiceOf(said, 'D', false) : ChoiceOf(said, 'J', true);
  return choice && right.size() == 1 && text::AsciiLower(static_cast<unsigned char>(right[0])) ==
                                            text::AsciiLower(static_cast<unsigned char>(*choice));
}

class ReasoningScorer : public LogScorer {
 public:
  ReasoningScorer(std::vector<std::string> right, std::vector<std::size_t> sets, GeneratedText generated)
      : right_(std::move(right)), sets_(std::move(sets)), generated_(std::move(generated)) {}

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(said, generated_.Read(answer));
    const std::size_t set = sets_[answer.sample];
    ++answered_[set];
    if (!IsJudgedHere(kSets[set].kind)) ++open_;
    else if (IsRightAnswer(kSets[set].kind, right_[answer.sample], said)) ++right_answers_[set];
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    AccuracyFigures figures;
    std::uint64_t right = 0;
    for (const std::uint64_t count : right_answers_) right += count;
    const auto all = static_cast<double>(scored + unscored);
    figures.figures.push_back({.metric = "exact_match", .value = {}, .printed = {}, .low = 100 * static_cast<double>(right) / all,
                               .high = 100 * static_cast<double>(right + open_ + unscored) / all, .interval = {},
                               .note = "formulas of math500 need the PRM800K grader, programs of livecodebench a runner, which "
                                       "aren't part of this program; they are taken as either way"});
    AccuracyFigure tokens = generated_.TokensPerSample(scored, unscored);
    if (tokens.value) figures.lines.push_back("{'tokens_per_sample': " + tokens.printed + "}");
    figures.figures.push_back(std::move(tokens));
    for (std::size_t i = 0; i < std::size(kSets); ++i) {
      if (answered_[i] == 0 || !IsJudgedHere(kSets[i].kind)) continue;
      figures.figures.push_back({.metric = std::string(kSets[i].name) + " exact_match",
                                 .value = 100 * static_cast<double>(right_answers_[i]) / static_cast<double>(answered_[i]),
                                 .printed = {}, .low = {}, .high = {}, .interval = {},
                                 .note = std::to_string(right_answers_[i]) + " of " + std::to_string(answered_[i])});
    }
    return figures;
  }

 private:
  std::vector<std::string> right_;
  std::vector<std::size_t> sets_;
  GeneratedText generated_;
  std::uint64_t right_answers_[std::size(kSets)] = {}, answered_[std::size(kSets)] = {};
  std::uint64_t open_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeReasoningScorer(const ScorerOptions& options) {
  ASSAY_TRY(generated, GeneratedText::Make(options));
  ASSAY_TRY(path, OneTruth(options, "the data set as JSON, with \"ground_truth\" and \"dataset\""));
  auto right = data::ReadTargetTexts(path, "gt_output");
  if (!right && right.error().code == ErrorCode::kMissingKey) right = data::ReadTargetTexts(path, "ground_truth");
  if (!right) return std::unexpected(right.error());
  ASSAY_TRY(names, data::ReadTargetTexts(path, "dataset"));
  std::vector<std::size_t> sets;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto set = SetNamed(names[i]);
    if (!set) {
      return FailAt({.file = path, .path = "[" + std::to_string(i) + "].dataset"}, ErrorCode::kUnknownName,
                    "expected gpqa, mmlu_pro, math500, aime or livecodebench, found '" + names[i] + "'");
    }
    sets.push_back(*set);
  }
  return std::make_unique<ReasoningScorer>(*std::move(right), std::move(sets), std::move(generated));
}

}  // namespace assay::run
