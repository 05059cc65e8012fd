// SPDX-License-Identifier: Apache-2.0
//
// The requirement becomes a spec of one system and one claim, so that there is one way of judging.
#include "run/requirement.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "metric/error_cost/break_even.h"
#include "run/claims.h"
#include "run/operating_point.h"
#include "run/quality.h"

namespace assay::run {
namespace {

constexpr const char* kForm = "write METRIC OP VALUE, as recall>=0.7, or with the precision that it is meant at: "
                              "\"recall>=0.7 @ precision>=0.25\"";
constexpr const char* kPredictions = "predictions";
constexpr std::string_view kFromCosts = "from-costs";
constexpr std::string_view kErrorCost = "error_cost_per_1000";

Result<spec::Condition> OneCondition(std::string_view text) {
  auto conditions = spec::ParseConditions(text);
  if (!conditions) {
    Error error = std::move(conditions).error();
    if (error.hint.empty()) error.hint = kForm;
    return std::unexpected(std::move(error));
  }
  const auto from_costs = [](const spec::Condition& condition) {
    return condition.value_text == kFromCosts && condition.op == spec::Op::kGreaterEqual &&
           (condition.name == "precision" || condition.name == "recall");
  };
  if (conditions->size() != 1 || (!conditions->front().is_quantity && !from_costs(conditions->front()))) {
    return Fail(ErrorCode::kBadBound, "expected one METRIC OP VALUE, found '" + std::string(text) + "'", kForm);
  }
  return std::move(conditions->front());
}

Result<void> CheckMetric(const std::string& name) {
  const MetricInfo* info = FindMetric(name);
  if (info == nullptr) {
    return Fail(ErrorCode::kUnknownName, "no metric is called '" + name + "'", "`assay list metrics` shows them");
  }
  if ((info->needs & kQualityNeeds) == 0) {
    return Fail(ErrorCode::kUsage, name + " needs a load run; a file of predictions has none");
  }
  if ((info->needs & static_cast<std::uint8_t>(Needs::kBaseline)) != 0) {
    return Fail(ErrorCode::kUsage, name + " needs a baseline system; a file of predictions has one system");
  }
  return {};
}

}  // namespace

Result<Requirement> ParseRequirement(std::string_view text) {
  Requirement requirement{.text = std::string(text), .metric = {}, .bound = {}, .given = {}};
  const std::size_t at = text.find('@');
  ASSAY_TRY(claimed, OneCondition(text.substr(0, at)));
  requirement.metric = claimed.name;
  requirement.bound = {.op = claimed.op, .limit = claimed.value, .gate_system = {}, .gate_number = {},
                       .text = std::string(spec::OpText(claimed.op)) + " " + claimed.value_text};
  ASSAY_CHECK_OK(CheckMetric(requirement.metric));
  requirement.bound_from_costs = !claimed.is_quantity;
  if (requirement.metric == kErrorCost && requirement.bound.limit.kind == spec::QuantityKind::kNumber) {
    requirement.bound.limit.kind = spec::QuantityKind::kMoney;  // in the currency of the costs, which needs no name
    requirement.bound.limit.per = spec::Per::kThousand;
  }
  if (requirement.bound_from_costs && requirement.metric == "recall" && at == std::string_view::npos) {
    return Fail(ErrorCode::kBadBound, "the recall that costs ask for depends on the precision that comes with it",
                "\"recall>=from-costs @ precision>=0.25\"");
  }
  if (at == std::string_view::npos) return requirement;
  ASSAY_TRY(given, OneCondition(text.substr(at + 1)));
  requirement.given_from_costs = !given.is_quantity;
  const bool share = requirement.given_from_costs || (given.value.value > 0 && given.value.value < 1);
  const bool precision = given.name == "precision" && given.op == spec::Op::kGreaterEqual && share;
  if (!precision) {
    return Fail(ErrorCode::kBadBound,
                "after '@' expected precision >= SHARE, with a share between 0 and 1, found '" +
                    std::string(text.substr(at + 1)) + "'",
                kForm);
  }
  requirement.given = std::move(given);
  return requirement;
}

namespace {

std::string NumberOf(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// Puts in what the costs ask for.
Result<Requirement> Resolved(Requirement requirement, const CostInputs& cost, std::optional<double> base_rate,
                             const ScoredCases& cases) {
  if (!requirement.bound_from_costs && !requirement.given_from_costs) return requirement;
  if (!cost.fn || !cost.fp) {
    return Fail(ErrorCode::kUsage, std::string(kFromCosts) + " needs the costs of both errors: --cost-fn, --cost-fp");
  }
  const metric::CostTerms terms{*cost.fn, *cost.fp, cost.review.value_or(0)};
  ASSAY_TRY(precision, metric::PrecisionFromCosts(terms));
  if (requirement.given_from_costs) {
    requirement.given->value = {.kind = spec::QuantityKind::kShare, .value = precision, .currency = {}};
    requirement.given->value_text = NumberOf(precision);
    requirement.given->is_quantity = true;
  }
  if (!requirement.bound_from_costs) return requirement;
  double needed = precision;
  if (requirement.metric == "recall") {
    const double sampled = static_cast<double>(std::ranges::count(cases.label, 1)) / static_cast<double>(cases.label.size());
    ASSAY_TRY(recall, metric::RecallFromCosts(terms, requirement.given->value.value, base_rate.value_or(sampled)));
    needed = recall;
  }
  requirement.bound.limit = {.kind = spec::QuantityKind::kShare, .value = needed, .currency = {}};
  requirement.bound.text = ">= " + NumberOf(needed) + ", from the costs";
  return requirement;
}

spec::Spec SpecOf(const Requirement& requirement, const ScoredCases& cases, const JudgingOptions& options,
                  std::optional<double> base_rate, double alpha) {
  spec::Spec spec;
  spec.task.kind = cases.score.empty() ? spec::TaskKind::kMulticlass : spec::TaskKind::kBinary;
  spec.stats.level = requirement.given ? 1 - options.alpha : 1 - alpha;
  spec.stats.seed = options.seed;
  if (base_rate) spec.data.base_rate = {.value = *base_rate, .low = {}, .high = {}, .source = {}};
  spec::System system;
  system.id = kPredictions;
  spec.systems.push_back(std::move(system));
  spec::Claim claim{.id = requirement.text, .metric = requirement.metric};
  claim.bound = requirement.bound;
  claim.primary = true;
  claim.given_operating_point = requirement.given.has_value();
  spec.claims.push_back(std::move(claim));
  if (!requirement.given) return spec;
  spec::OperatingPoint point;
  point.subject_to = {*requirement.given};
  point.alpha = alpha;
  point.method = options.method;
  point.at_base_rate = base_rate.has_value();
  spec.operating_point = std::move(point);
  return spec;
}

Result<RequirementResult> JudgeOnce(const Requirement& requirement, const ScoredCases& cases,
                                    const JudgingOptions& options, std::optional<double> base_rate, double alpha) {
  Evaluation evaluation;
  evaluation.spec = SpecOf(requirement, cases, options, base_rate, alpha);
  const spec::Spec& spec = evaluation.spec;
  QualityResult quality{.system = kPredictions, .split = {}, .cases = cases, .complete = true};
  quality.cases.miss_amount = options.amount;
  const bool fixed = requirement.given && options.fixed_threshold;
  if (fixed) {
    ASSAY_TRY(point, FixedOperatingPoint(spec, cases, *options.fixed_threshold));
    quality.operating_point = std::move(point);
    quality.decisions_at_point = DecideAt(cases, *options.fixed_threshold);
  } else {
    ASSAY_CHECK_OK(DecideQuality(spec, quality));
  }
  ASSAY_CHECK_OK(MeasureQuality(spec, quality, nullptr, options.cost));
  evaluation.quality.push_back(std::move(quality));
  JudgeClaims(evaluation);
  RequirementResult result{requirement, std::move(evaluation.claims.front()),
                           std::move(evaluation.quality.front().operating_point)};
  if (!fixed) return result;
  const verdict::Outcome precise = *result.point->details.precision_outcome;
  if (precise == verdict::Outcome::kFail) result.verdict.outcome = verdict::Outcome::kFail;
  if (precise == verdict::Outcome::kUndecided && result.verdict.outcome == verdict::Outcome::kPass) {
    result.verdict.outcome = verdict::Outcome::kUndecided;
  }
  return result;
}

// Two things that are claimed together are each tested at all of alpha to pass, and at half to fail: a true claim fails
// when either test errs.
Result<RequirementResult> JudgeAt(const Requirement& requirement, const ScoredCases& cases, const JudgingOptions& options,
                                  std::optional<double> base_rate) {
  ASSAY_TRY(resolved, Resolved(requirement, options.cost, base_rate, cases));
  ASSAY_TRY(result, JudgeOnce(resolved, cases, options, base_rate, options.alpha));
  if (!requirement.given || !options.fixed_threshold || result.verdict.outcome != verdict::Outcome::kFail ||
      result.point->details.precision_outcome == verdict::Outcome::kFail) {
    return result;
  }
  ASSAY_TRY(stricter, JudgeOnce(resolved, cases, options, base_rate, options.alpha / 2));
  if (stricter.verdict.outcome != verdict::Outcome::kFail) result.verdict.outcome = verdict::Outcome::kUndecided;
  return result;
}

}  // namespace

Result<RequirementResult> JudgeRequirement(const Requirement& requirement, const ScoredCases& cases,
                                           const JudgingOptions& options) {
  ASSAY_TRY(at_low, JudgeAt(requirement, cases, options, options.base_rate));
  if (!options.base_rate_high) return at_low;
  ASSAY_TRY(at_high, JudgeAt(requirement, cases, options, options.base_rate_high));
  if (at_low.verdict.outcome == at_high.verdict.outcome) return at_low;
  // A precision that is certified for the rarer class holds for the commoner one.
  if (requirement.given && at_low.verdict.outcome == verdict::Outcome::kPass) return at_low;
  const auto word = [](const RequirementResult& result) { return std::string(OutcomeWord(result.verdict.outcome)); };
  at_low.verdict.reason += "; it depends on the base rate: " + word(at_low) + " at " + NumberOf(*options.base_rate) + ", " +
                           word(at_high) + " at " + NumberOf(*options.base_rate_high);
  const bool measured = at_low.verdict.outcome != verdict::Outcome::kNotMeasured &&
                        at_high.verdict.outcome != verdict::Outcome::kNotMeasured;
  at_low.verdict.outcome = measured ? verdict::Outcome::kUndecided : verdict::Outcome::kNotMeasured;
  return at_low;
}

}  // namespace assay::run
