// SPDX-License-Identifier: Apache-2.0
// Top-1: one number an answer, the class; ImageNet and the paper graph of R-GAT.
#include <cmath>

#include "data/truth/class_list.h"
#include "metric/proportion.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

metric::Outcomes Counted(std::uint64_t cases) {
  const auto count = static_cast<double>(cases);
  return {count, count, cases};
}

class ClassScorer : public LogScorer {
 public:
  ClassScorer(std::vector<std::int32_t> right, data::NumberType type, bool share)
      : right_(std::move(right)), type_(type), share_(share) {}

  std::size_t samples() const override { return right_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes, type_, numbers_));
    if (numbers_.empty()) return Fail(ErrorCode::kEmpty, "no class in the answer");
    // The reference takes the first number and cuts its fraction off.
    const double found = std::trunc(numbers_.front());
    if (!std::isfinite(found)) return Fail(ErrorCode::kNotFinite, "the class is no finite number");
    if (found != numbers_.front()) ++cut_;
    good_ += found == static_cast<double>(right_[answer.sample]) ? 1 : 0;
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    const double unit = share_ ? 1 : 100;
    const auto good = static_cast<double>(good_), all = static_cast<double>(scored + unscored);
    AccuracyFigure figure{.metric = "acc", .value = unit * good / static_cast<double>(scored), .printed = {},
                          .low = unit * good / all, .high = unit * (good + static_cast<double>(unscored)) / all,
                          .interval = metric::ProportionInterval(Counted(good_), Counted(scored), unscored, 0.95),
                          .note = {}};
    if (figure.interval) figure.interval->low *= unit, figure.interval->high *= unit;
    AccuracyFigures figures;
    if (share_) {
      figure.printed = ShortestNumber(*figure.value);
      figures.lines.push_back("{'mean-accuracy': '" + figure.printed + "'}");
    } else {
      figure.printed = FixedNumber(*figure.value, 3);
      figures.lines.push_back("accuracy=" + figure.printed + "%, good=" + std::to_string(good_) +
                              ", total=" + std::to_string(scored));
    }
    figures.figures.push_back(std::move(figure));
    if (cut_ > 0) {
      figures.notes.push_back(std::to_string(cut_) + (cut_ == 1 ? " class has" : " classes have") +
                              " a fraction, which is cut off as the reference does: is the type of the answers right?");
    }
    return figures;
  }

 private:
  std::vector<std::int32_t> right_;
  data::NumberType type_;
  bool share_;
  std::vector<double> numbers_;
  std::uint64_t good_ = 0, cut_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeClassScorer(const ScorerOptions& options) {
  if (!options.type) return Fail(ErrorCode::kUsage, "a class is a number: --dtype float32, int32 or int64");
  ASSAY_TRY(path, OneTruth(options, "the list of right classes (val_map.txt)"));
  ASSAY_TRY(right, data::ReadClassList(path));
  return std::make_unique<ClassScorer>(std::move(right), *options.type, options.share);
}

}  // namespace assay::run
