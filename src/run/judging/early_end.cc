// SPDX-License-Identifier: Apache-2.0
#include "run/judging/early_end.h"

#include <cstdio>
#include <string_view>

#include "stats/confidence_sequence.h"
#include "verdict/bound_check.h"

namespace assay::run {
namespace {

// Whether a row is one that the rate is about, and whether it counts for it.
struct Trial {
  bool counts = false, success = false;
};

Trial TrialOf(std::string_view metric, std::int32_t label, std::int32_t predicted) {
  if (metric == "recall") return {label == 1, predicted == 1};
  if (metric == "precision") return {predicted == 1, label == 1};
  if (metric == "specificity") return {label == 0, predicted == 0};
  return {true, label == predicted};
}

bool IsRate(std::string_view metric) {
  return metric == "accuracy" || metric == "top_1" || metric == "recall" || metric == "precision" || metric == "specificity";
}

}  // namespace

Result<EarlyEnd> DecideEarly(const Requirement& requirement, const ScoredCases& cases, double level) {
  if (requirement.given || requirement.bound_from_costs || !IsRate(requirement.metric)) {
    return Fail(ErrorCode::kUsage, "--stop-when-decided reads accuracy, recall, precision or specificity at a given decision, "
                                   "found '" + requirement.text + "'");
  }
  ASSAY_TRY(limit, verdict::LimitInUnit(requirement.bound, Unit::kShare, std::nullopt));
  EarlyEnd end{.rows = cases.ids.size(), .interval = {0, 1, level, "confidence sequence"}};
  end.verdict.outcome = verdict::Outcome::kUndecided;
  for (std::size_t row = 0; row < cases.ids.size() && end.verdict.outcome == verdict::Outcome::kUndecided; ++row) {
    const Trial trial = TrialOf(requirement.metric, cases.label[row], cases.predicted[row]);
    ++end.rows_read;
    if (!trial.counts) continue;
    ++end.trials;
    end.successes += trial.success ? 1 : 0;
    ASSAY_TRY(interval, stats::ConfidenceSequence(end.successes, end.trials, level));
    end.interval = interval;
    end.verdict.outcome = verdict::CheckBound(requirement.bound.op, limit, 0, interval);
  }
  verdict::ClaimVerdict& verdict = end.verdict;
  verdict.claim = requirement.text, verdict.metric = requirement.metric;
  verdict.primary = verdict.required = true;
  verdict.unit = Unit::kShare;
  verdict.bound_text = requirement.bound.text, verdict.limit = limit, verdict.n = end.trials;
  if (end.trials == 0) {
    verdict.outcome = verdict::Outcome::kNotMeasured;
    verdict.reason = "no row that " + requirement.metric + " is about";
    return end;
  }
  verdict.measured = static_cast<double>(end.successes) / static_cast<double>(end.trials);
  verdict.interval = end.interval;
  char text[240];
  const bool decided = verdict.outcome != verdict::Outcome::kUndecided;
  std::snprintf(text, sizeof text, "%s after %llu of %llu rows: %s %.4g (%.4g to %.4g, at all rows together) of %llu against ",
                decided ? "decided" : "undecided", static_cast<unsigned long long>(end.rows_read),
                static_cast<unsigned long long>(end.rows), requirement.metric.c_str(), *verdict.measured, end.interval.low,
                end.interval.high, static_cast<unsigned long long>(end.trials));
  verdict.reason = text + requirement.bound.text + "; the rows' order must say nothing of the answers";
  return end;
}

}  // namespace assay::run
