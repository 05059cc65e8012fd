// SPDX-License-Identifier: Apache-2.0
#include "load/find_peak.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "spec/quantity.h"

namespace assay::load {
namespace {

using spec::NumberText;

Result<void> CheckSearch(const PeakSearch& search) {
  const auto finite = {search.start, search.step, search.precision, search.least, search.most};
  const bool ordered = search.least > 0 && search.least <= search.start && search.start <= search.most;
  if (!std::ranges::all_of(finite, [](double value) { return std::isfinite(value); }) || !ordered) {
    return Fail(ErrorCode::kOutOfRange, "expected 0 < least <= start <= most, found least " + NumberText(search.least) +
                                            ", start " + NumberText(search.start) + ", most " +
                                            NumberText(search.most));
  }
  if (search.step <= 1 || search.precision <= 0 || search.max_trials < 1 || (search.whole && search.least < 1)) {
    return Fail(ErrorCode::kOutOfRange, "expected a step above 1, a precision above 0 and at least 1 trial");
  }
  return {};
}

class Search {
 public:
  Search(const PeakSearch& search, const std::function<Result<TrialOutcome>(double)>& trial)
      : search_(search), trial_(trial) {}

  Result<Peak> Run();

 private:
  double Allowed(double rate) const;
  bool Exhausted() const { return std::ssize(peak_.trials) >= search_.max_trials; }
  bool Close() const;
  Result<Trial> Try(double rate);
  Result<void> Widen();
  Result<void> Bisect();
  Result<void> Confirm();
  void Summarise();

  const PeakSearch& search_;
  const std::function<Result<TrialOutcome>(double)>& trial_;
  std::optional<double> low_, high_;  // met, and not met or not measurable
  Peak peak_;
};

double Search::Allowed(double rate) const {
  const double bounded = std::clamp(rate, search_.least, search_.most);
  return search_.whole ? std::max(std::floor(bounded), std::ceil(search_.least)) : bounded;
}

bool Search::Close() const {
  return search_.whole ? *high_ - *low_ <= 1 : *high_ - *low_ <= search_.precision * *low_;
}

Result<Trial> Search::Try(double rate) {
  for (int attempt = 0;; ++attempt) {
    ASSAY_TRY(outcome, trial_(rate));
    peak_.trials.push_back({rate, outcome});
    if (outcome.result != Trial::kInvalid || attempt == 1 || Exhausted()) {
      if (outcome.result == Trial::kInvalid) {
        peak_.notes.push_back("the trial at " + NumberText(rate) + " was invalid (" + outcome.reason +
                              "): rates from there on can't be measured here");
      }
      return outcome.result;
    }
  }
}

// Up from a rate that is met, down from one that isn't, until there is one of each or a limit is reached.
Result<void> Search::Widen() {
  double rate = Allowed(search_.start);
  while (!Exhausted()) {
    ASSAY_TRY(result, Try(rate));
    (result == Trial::kMet ? low_ : high_) = rate;
    if (low_ && high_) return {};
    double next = Allowed(low_ ? *low_ * search_.step : *high_ / search_.step);
    if (search_.whole && low_ && next == rate) next = Allowed(rate + 1);
    if (next == rate) return {};
    rate = next;
  }
  return {};
}

Result<void> Search::Bisect() {
  while (low_ && high_ && !Close() && !Exhausted()) {
    const double rate = Allowed(*low_ + (*high_ - *low_) / 2);
    if (rate <= *low_ || rate >= *high_) return {};
    ASSAY_TRY(result, Try(rate));
    (result == Trial::kMet ? low_ : high_) = rate;
  }
  if (low_ && high_ && !Close()) {
    peak_.notes.push_back("the search ended after " + std::to_string(search_.max_trials) +
                          " trials with a gap wider than asked for");
  }
  return {};
}

// A noisy machine may meet a rate once and miss it the next time; that must show.
Result<void> Search::Confirm() {
  for (const std::optional<double>& end : {low_, high_}) {
    if (end && !Exhausted()) ASSAY_CHECK_OK(Try(*end));
  }
  return {};
}

void Search::Summarise() {
  std::optional<double> lowest_miss, highest_met;
  for (const PeakTrial& trial : peak_.trials) {
    if (trial.outcome.result == Trial::kNotMet) lowest_miss = std::min(lowest_miss.value_or(trial.rate), trial.rate);
    if (trial.outcome.result == Trial::kMet) highest_met = std::max(highest_met.value_or(trial.rate), trial.rate);
  }
  for (const PeakTrial& trial : peak_.trials) {
    if (trial.outcome.result == Trial::kMet && (!lowest_miss || trial.rate < *lowest_miss)) {
      peak_.met = std::max(peak_.met.value_or(trial.rate), trial.rate);
    }
    if (trial.outcome.result == Trial::kNotMet && (!highest_met || trial.rate > *highest_met)) {
      peak_.not_met = std::min(peak_.not_met.value_or(trial.rate), trial.rate);
    }
  }
  if (lowest_miss && highest_met && *lowest_miss <= *highest_met) {
    peak_.notes.push_back("a rate of " + NumberText(*highest_met) + " was met although " + NumberText(*lowest_miss) +
                          " was not: the trials contradict each other, and the interval covers both");
  }
  if (!highest_met && peak_.trials.back().rate <= Allowed(search_.least)) {
    peak_.notes.push_back("not even the lowest rate, " + NumberText(Allowed(search_.least)) + ", was met");
  }
  if (highest_met && *highest_met >= Allowed(search_.most)) {
    peak_.notes.push_back("the highest rate of the search, " + NumberText(Allowed(search_.most)) + ", was met");
  }
}

Result<Peak> Search::Run() {
  ASSAY_CHECK_OK(Widen());
  ASSAY_CHECK_OK(Bisect());
  ASSAY_CHECK_OK(Confirm());
  Summarise();
  return std::move(peak_);
}

}  // namespace

Result<Peak> FindPeak(const PeakSearch& search, const std::function<Result<TrialOutcome>(double rate)>& trial) {
  ASSAY_CHECK_OK(CheckSearch(search));
  return Search(search, trial).Run();
}

}  // namespace assay::load
