// SPDX-License-Identifier: Apache-2.0
#include "stats/betting_sequence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/proportion.h"

namespace assay::stats {
namespace {

constexpr double kMostOfLoss = 0.5;  // of what a bet could lose at worst
constexpr int kHalvings = 60;

// Stakes that each value is bet on with, from the values before it.
class Stakes {
 public:
  explicit Stakes(double level) : numerator_(2 * std::log(2 / (1 - level))) {}

  double Next() const {
    const auto i = static_cast<double>(seen_ + 1);  // the variance so far is its sum over i
    return std::sqrt(numerator_ / (variance_sum_ * std::log(i + 1)));
  }
  void See(double value) {
    ++seen_;
    sum_ += value;
    const double mean = sum_ / static_cast<double>(seen_ + 1);
    variance_sum_ += (value - mean) * (value - mean);
  }

 private:
  double numerator_;
  std::size_t seen_ = 0;
  double sum_ = 0.5, variance_sum_ = 0.25;  // as if a score of 1/2 with that spread had been seen
};

// What a bet of `stake` on scores above `mean` makes of the logarithm of its capital; for scores below, mirror both.
double LogGain(double value, double mean, double stake) {
  const double cut = mean > 0 ? std::min(stake, kMostOfLoss / mean) : stake;
  return std::log1p(cut * (value - mean));
}

Result<void> CheckValues(std::span<const double> values, double level) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  const auto inside = [](double value) { return value >= 0 && value <= 1; };
  if (!std::ranges::all_of(values, inside)) return Fail(ErrorCode::kOutOfRange, "expected scores between 0 and 1");
  return {};
}

}  // namespace

Result<Interval> BettingSequence(std::span<const double> values, double level) {
  ASSAY_CHECK_OK(CheckValues(values, level));
  std::vector<double> stakes;
  Stakes next(level);
  for (const double value : values) {
    stakes.push_back(next.Next());
    next.See(value);
  }
  const double limit = std::log(2 / (1 - level));
  const auto shown_above = [&](double mean, bool mirrored) {
    double capital = 0;
    for (std::size_t i = 0; i < values.size(); ++i) capital += LogGain(mirrored ? 1 - values[i] : values[i], mean, stakes[i]);
    return capital >= limit;
  };
  // The greatest mean that the scores are shown to lie above.
  const auto end = [&](bool mirrored) {
    if (!shown_above(0, mirrored)) return 0.0;
    double low = 0, high = 1;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = (low + high) / 2;
      (shown_above(middle, mirrored) ? low : high) = middle;
    }
    return low;
  };
  return Interval{end(false), 1 - end(true), level, "betting sequence"};
}

Result<MeanDecision> DecideMean(std::span<const double> values, double bound, double level) {
  ASSAY_CHECK_OK(CheckValues(values, level));
  if (!(bound >= 0 && bound <= 1)) return Fail(ErrorCode::kOutOfRange, "expected a bound between 0 and 1");
  Stakes next(level);
  const double limit = std::log(2 / (1 - level));
  double above = 0, below = 0;
  MeanDecision decision;
  for (const double value : values) {
    const double stake = next.Next();
    above += LogGain(value, bound, stake);
    below += LogGain(1 - value, 1 - bound, stake);
    next.See(value);
    ++decision.read;
    if (above >= limit || below >= limit) {
      decision.side = above >= limit ? 1 : -1;
      return decision;
    }
  }
  return decision;
}

}  // namespace assay::stats
