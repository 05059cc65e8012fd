// SPDX-License-Identifier: Apache-2.0
// Clicks: an answer holds pairs of a score and a label, one a user and item; Criteo's logs carry their own truth.
#include <cmath>

#include "metric/calibration/probability_loss.h"
#include "metric/rank/auc_passes.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

class ClickScorer : public LogScorer {
 public:
  ClickScorer(std::size_t samples, data::NumberType type) : samples_(samples), type_(type) {}

  std::size_t samples() const override { return samples_; }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes, type_, numbers_));
    if (numbers_.empty() || numbers_.size() % 2 != 0) {
      return Fail(ErrorCode::kBadRow, "expected pairs of a score and a label, found " + std::to_string(numbers_.size()) +
                                          " numbers");
    }
    for (std::size_t i = 0; i < numbers_.size(); i += 2) {
      if (!std::isfinite(numbers_[i])) return Fail(ErrorCode::kNotFinite, "a score is no finite number");
      if (numbers_[i + 1] != 0 && numbers_[i + 1] != 1) {
        return Fail(ErrorCode::kOutOfRange, "a label is neither 0 nor 1: the log must carry the labels");
      }
    }
    for (std::size_t i = 0; i < numbers_.size(); i += 2) AddPair(numbers_[i], numbers_[i + 1] == 1);
    return {};
  }

  bool AnotherPass() override {
    first_ = false;
    return auc_.EndPass();
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t) override {
    AccuracyFigures figures;
    AccuracyFigure area{.metric = "AUC", .value = auc_.Auc(), .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
    const std::uint64_t pairs = auc_.positives() + auc_.negatives();
    const double share = static_cast<double>(good_) / static_cast<double>(pairs);
    if (area.value) {
      *area.value *= 100;
      area.printed = FixedNumber(*area.value, 3);
      figures.lines.push_back("AUC=" + area.printed + "%, accuracy=" + FixedNumber(100 * share, 3) + "%, good=" +
                              std::to_string(good_) + ", total=" + std::to_string(pairs) + ", queries=" +
                              std::to_string(scored));
    } else {
      area.note = "only one of the two labels occurs";
    }
    AccuracyFigure entropy{.metric = "normalised_entropy", .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
    const double prevalence = static_cast<double>(auc_.positives()) / static_cast<double>(pairs);
    if (probabilities_) entropy.value = metric::NormalisedEntropy(loss_ / static_cast<double>(pairs), prevalence);
    else entropy.note = "scores outside 0 to 1 aren't probabilities";
    figures.figures = {std::move(area), std::move(entropy)};
    return figures;
  }

 private:
  void AddPair(double score, bool click) {
    auc_.Add(static_cast<float>(score), click);
    if (!first_) return;
    // The reference rounds half to even, and so does the processor.
    good_ += std::nearbyint(score) == (click ? 1.0 : 0.0) ? 1 : 0;
    probabilities_ = probabilities_ && score >= 0 && score <= 1;
    if (!probabilities_) return;
    // Compensated: a plain sum of some hundred million losses would lose its last digits.
    const double term = metric::CaseLogLoss(click ? score : 1 - score) - carry_;
    const double sum = loss_ + term;
    carry_ = (sum - loss_) - term;
    loss_ = sum;
  }

  std::size_t samples_;
  data::NumberType type_;
  std::vector<double> numbers_;
  metric::AucPasses auc_;
  bool first_ = true, probabilities_ = true;
  std::uint64_t good_ = 0;
  double loss_ = 0, carry_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeClickScorer(const ScorerOptions& options) {
  if (options.type != data::NumberType::kFloat32 && options.type != data::NumberType::kFloat16) {
    return Fail(ErrorCode::kUsage, "scores and labels of clicks are --dtype float32 or float16");
  }
  if (!options.truths.empty()) {
    return Fail(ErrorCode::kUsage, "the labels stand in the log, each behind its score: leave --truth out",
                "a log without labels can't be scored here");
  }
  return std::make_unique<ClickScorer>(options.samples, *options.type);
}

}  // namespace assay::run
