// SPDX-License-Identifier: Apache-2.0
#include "run/claims.h"

#include <algorithm>
#include <map>
#include <string>

#include "decision/decide.h"
#include "metric/paired/gate.h"
#include "run/operating_point.h"
#include "run/quality.h"
#include "run/slices/slice_members.h"
#include "run/unscored_cases.h"
#include "run/worst_required.h"
#include "verdict/bound_check.h"
#include "verdict/claim_verdict.h"
#include "verdict/holm_verdicts.h"

namespace assay::run {
namespace {

std::optional<Measurement> Find(std::span<const Measurement> measurements, const std::string& metric) {
  const auto found = std::ranges::find(measurements, metric, &Measurement::metric);
  if (found == measurements.end()) return std::nullopt;
  return *found;
}

std::optional<double> ValueOf(std::span<const Measurement> measurements, const std::string& metric) {
  const auto found = Find(measurements, metric);
  return found ? found->value : std::nullopt;
}

const QualityResult* QualityOf(const Evaluation& evaluation, const std::string& system) {
  const auto found = std::ranges::find(evaluation.quality, system, &QualityResult::system);
  return found == evaluation.quality.end() ? nullptr : &*found;
}

int Rank(verdict::Outcome outcome) {
  switch (outcome) {
    case verdict::Outcome::kFail: return 3;
    case verdict::Outcome::kNotMeasured: return 2;
    case verdict::Outcome::kUndecided: return 1;
    case verdict::Outcome::kPass: return 0;
  }
  return 0;
}

std::string Joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
  return all;
}

// A figure of the load is qualified by an accuracy pass of the same system, model bytes and precision that is complete,
// and whose gates against other systems all passed.
bool AccuracyShown(const Evaluation& evaluation, const CellContext& context) {
  const QualityResult* quality = QualityOf(evaluation, context.cell.system);
  if (quality == nullptr || !quality->complete) return false;
  const bool same = std::ranges::any_of(evaluation.cells, [&](const CellResult& cell) {
    return cell.context.accuracy && cell.context.cell.system == context.cell.system &&
           cell.context.executor.model_sha256 == context.executor.model_sha256 &&
           cell.context.executor.precision == context.executor.precision;
  });
  return same && std::ranges::none_of(evaluation.claims, [&](const verdict::ClaimVerdict& verdict) {
           if (verdict.system != context.cell.system || verdict.outcome == verdict::Outcome::kPass) return false;
           const auto claim = std::ranges::find(evaluation.spec.claims, verdict.claim, &spec::Claim::id);
           const MetricInfo* info = FindMetric(verdict.metric);
           return claim != evaluation.spec.claims.end() && claim->bound.is_gate() && info != nullptr &&
                  (info->needs & kQualityNeeds) != 0;
         });
}

// A claim is about the default decision, or about the one at the operating point.
const std::vector<Measurement>& FiguresFor(const spec::Claim& claim, const QualityResult& quality) {
  return claim.given_operating_point ? quality.at_point_for_claims : quality.for_claims;
}

bool HasThreshold(const QualityResult& quality) {
  return quality.operating_point && quality.operating_point->threshold.has_value();
}

// Fills what a gate compares with: the other system's value under the same decision rule, and the paired interval where
// the decisions weren't picked by these cases.
Result<void> AddGate(const Evaluation& evaluation, const spec::Claim& claim, const QualityResult& quality,
                     verdict::ClaimEvidence& evidence) {
  const QualityResult* reference = QualityOf(evaluation, claim.bound.gate_system);
  if (reference == nullptr || !reference->invalid.empty()) return {};
  // The best threshold by the labels flatters the reference; it is no value to take a share of.
  if (claim.given_operating_point && !HasThreshold(*reference)) return {};
  evidence.reference = ValueOf(FiguresFor(claim, *reference), claim.metric);
  const bool unscored = !quality.cases.missing.empty() || !reference->cases.missing.empty();
  if (!claim.given_operating_point) {
    const auto paired = [&](const ScoredCases& ours, const ScoredCases& theirs) {
      return metric::PairedGateInterval(claim.metric, ours.Columns(), theirs.Columns(), claim.bound.limit.value,
                                        verdict::ClaimIntervalLevel(evaluation.spec.stats.level), evaluation.spec.stats.seed);
    };
    if (!unscored) {
      ASSAY_TRY(difference, paired(quality.cases, reference->cases));
      evidence.gate_difference = std::move(difference);
      return {};
    }
    ASSAY_TRY(least, paired(WithUnscored(quality.cases, TakenAs::kWrong), WithUnscored(reference->cases, TakenAs::kRight)));
    ASSAY_TRY(most, paired(WithUnscored(quality.cases, TakenAs::kRight), WithUnscored(reference->cases, TakenAs::kWrong)));
    if (least && most) {
      evidence.gate_difference = *least;
      evidence.gate_difference->low = std::min(least->low, most->low);
      evidence.gate_difference->high = std::max(least->high, most->high);
      return {};
    }
  }
  if (!reference->cases.missing.empty()) {
    return Fail(ErrorCode::kNotMeasured, claim.bound.gate_system + " left " + std::to_string(reference->cases.missing.size()) +
                                             " cases without an answer, so it has no value to take a share of");
  }
  return {};
}

// `tests`: what the chance of error is divided by, for claims that are corrected for each other.
verdict::ClaimVerdict JudgeQualityClaim(const Evaluation& evaluation, const spec::Claim& claim,
                                        const std::string& system, std::size_t tests = 1) {
  const auto level_for = [tests](double alpha) { return 1 - alpha / static_cast<double>(tests); };
  verdict::ClaimEvidence evidence{.system = system, .split = evaluation.system.judged_split,
                                  .level = level_for(1 - evaluation.spec.stats.level)};
  const QualityResult* quality = QualityOf(evaluation, system);
  const auto missing = [&](std::string why) {
    evidence.measured.reset();
    evidence.missing = std::move(why);
    return verdict::JudgeClaim(claim, evidence);
  };
  if (quality == nullptr) return missing("no accuracy pass of " + system);
  evidence.invalid = quality->invalid;
  const bool at_point = claim.given_operating_point;
  if (at_point && !quality->operating_point) {
    return missing("the answers of " + system + " have no scores to set an operating point by");
  }
  if (at_point) evidence.level = level_for(AlphaAtPoint(evaluation.spec, *quality->operating_point));
  std::string chosen;
  if (!claim.target.slice.empty()) {
    auto part = MeasureInSlice(evaluation, claim, *quality, verdict::ClaimIntervalLevel(evidence.level));
    if (!part) return missing(part.error().what);
    evidence.measured = std::move(part->measured);
    if (claim.target.slice == kWorstDecile) chosen = part->which + ": ";
  } else {
    evidence.measured = Find(FiguresFor(claim, *quality), claim.metric);
    if (!evidence.measured) return missing(claim.metric + " wasn't measured for " + system);
    if (const auto added = AddGate(evaluation, claim, *quality, evidence); !added) return missing(added.error().what);
  }
  verdict::ClaimVerdict verdict = verdict::JudgeClaim(claim, evidence);
  verdict.reason = chosen + verdict.reason;
  if (const std::size_t silent = quality->cases.missing.size(); silent > 0 && verdict.interval) {
    verdict.reason += "; the interval goes from all " + std::to_string(silent) +
                      " cases without an answer being wrong to all being right";
  }
  const bool flattering =
      at_point && (!HasThreshold(*quality) || quality->operating_point->method == "descriptive");
  if (flattering && verdict.outcome != verdict::Outcome::kNotMeasured) {
    if (verdict.outcome == verdict::Outcome::kPass) verdict.outcome = verdict::Outcome::kUndecided;
    verdict.reason = quality->operating_point->statement + ". At the best threshold by the labels, which flatters: " +
                     verdict.reason;
  }
  return verdict;
}

// The gate system's value in the same repeat of the same traffic; an INVALID run has none.
std::optional<double> LoadReference(const Evaluation& evaluation, const spec::Claim& claim, const CellPath& of) {
  for (const CellResult& cell : evaluation.cells) {
    const CellPath& at = cell.context.cell;
    if (at.system != claim.bound.gate_system || at.traffic != of.traffic || at.repeat != of.repeat) continue;
    return cell.verdict.valid ? ValueOf(cell.for_claims, claim.metric) : std::nullopt;
  }
  return std::nullopt;
}

verdict::ClaimVerdict JudgeLoadClaim(const Evaluation& evaluation, const spec::Claim& claim, const std::string& system,
                                     const std::string& traffic) {
  std::optional<verdict::ClaimVerdict> worst;
  for (const CellResult& cell : evaluation.cells) {
    if (cell.context.cell.system != system || cell.context.cell.traffic != traffic) continue;
    const PerformanceColumns columns = cell.run->Get();
    verdict::ClaimEvidence evidence{.system = system, .traffic = traffic, .run = &columns, .is_performance = true,
                                    .accuracy_shown = cell.qualification.empty(),
                                    .level = evaluation.spec.stats.level};
    evidence.measured = Find(cell.for_claims, claim.metric);
    if (!evidence.measured) evidence.missing = claim.metric + " wasn't measured under " + traffic;
    if (!cell.verdict.valid) {
      evidence.invalid = cell.verdict.invalid_reasons.empty() ? "no reason is on record"
                                                              : Joined(cell.verdict.invalid_reasons);
    }
    evidence.reference = LoadReference(evaluation, claim, cell.context.cell);
    verdict::ClaimVerdict verdict = verdict::JudgeClaim(claim, evidence);
    if (!worst || Rank(verdict.outcome) > Rank(worst->outcome)) worst = std::move(verdict);
  }
  if (worst) return *std::move(worst);
  return verdict::JudgeClaim(claim, {.system = system, .traffic = traffic,
                                     .missing = "no load run of " + system + " under " + traffic,
                                     .is_performance = true, .level = evaluation.spec.stats.level});
}

bool IsLoadMetric(const spec::Claim& claim) {
  const MetricInfo* info = FindMetric(claim.metric);
  return info != nullptr && (info->needs & kQualityNeeds) == 0;
}

bool IsRequired(const spec::Spec& spec, const spec::Claim& claim) {
  if (!spec.decision) return claim.primary;
  return std::ranges::find(spec.decision->require, claim.id) != spec.decision->require.end();
}

// What the spec prefers among candidates, by system: of the accuracy pass, else of the first VALID load run under the
// traffic that a claim on the same metric names, else under any.
std::map<std::string, double> Preferences(const Evaluation& evaluation) {
  std::map<std::string, double> values;
  const std::string& metric = evaluation.spec.decision->prefer_metric;
  const auto claimed = std::ranges::find_if(evaluation.spec.claims, [&](const spec::Claim& claim) {
    return claim.metric == metric && !claim.target.traffic.empty();
  });
  const std::string traffic = claimed == evaluation.spec.claims.end() ? "" : claimed->target.traffic;
  for (const QualityResult& quality : evaluation.quality) {
    if (const auto value = ValueOf(quality.measurements, metric)) values.emplace(quality.system, *value);
  }
  for (const CellResult& cell : evaluation.cells) {
    if (cell.context.accuracy || !cell.verdict.valid) continue;
    if (!traffic.empty() && cell.context.cell.traffic != traffic) continue;
    if (const auto value = ValueOf(cell.measurements, metric)) values.emplace(cell.context.cell.system, *value);
  }
  return values;
}

// Primary claims about parts of the data are many looks at one set of cases: those of a system are corrected for each other.
void CorrectSliceClaims(Evaluation& evaluation) {
  for (const spec::System& system : evaluation.spec.systems) {
    std::vector<std::size_t> places;
    std::vector<const spec::Claim*> claims;
    for (std::size_t i = 0; i < evaluation.claims.size(); ++i) {
      const verdict::ClaimVerdict& verdict = evaluation.claims[i];
      if (verdict.system != system.id || verdict.slice.empty() || !verdict.primary) continue;
      places.push_back(i);
      claims.push_back(&*std::ranges::find(evaluation.spec.claims, verdict.claim, &spec::Claim::id));
    }
    if (places.size() < 2) continue;
    auto corrected = verdict::HolmVerdicts(places.size(), [&](std::size_t claim, std::size_t tests) {
      return JudgeQualityClaim(evaluation, *claims[claim], system.id, tests);
    });
    for (std::size_t i = 0; i < places.size(); ++i) {
      corrected[i].required = evaluation.claims[places[i]].required;
      evaluation.claims[places[i]] = std::move(corrected[i]);
    }
  }
}

// Of every system that the claim is about and, for a load metric, every traffic entry.
void JudgeOne(const spec::Claim& claim, bool load, Evaluation& evaluation) {
  const auto add = [&](verdict::ClaimVerdict verdict) {
    verdict.required = IsRequired(evaluation.spec, claim);
    evaluation.claims.push_back(std::move(verdict));
  };
  for (const spec::System& system : evaluation.spec.systems) {
    if (!claim.target.system.empty() && claim.target.system != system.id) continue;
    if (!load) {
      add(JudgeQualityClaim(evaluation, claim, system.id));
      continue;
    }
    for (const spec::Traffic& traffic : evaluation.spec.traffic) {
      if (!claim.target.traffic.empty() && claim.target.traffic != traffic.name) continue;
      add(JudgeLoadClaim(evaluation, claim, system.id, traffic.name));
    }
  }
}

}  // namespace

// Quality first: whether its gates passed qualifies the figures of the load.
void JudgeClaims(Evaluation& evaluation) {
  const spec::Spec& spec = evaluation.spec;
  for (const spec::Claim& claim : spec.claims) {
    if (!IsLoadMetric(claim)) JudgeOne(claim, false, evaluation);
  }
  CorrectSliceClaims(evaluation);
  for (CellResult& cell : evaluation.cells) {
    if (!cell.context.accuracy && !AccuracyShown(evaluation, cell.context)) cell.qualification = verdict::kUnqualified;
  }
  for (const spec::Claim& claim : spec.claims) {
    if (IsLoadMetric(claim)) JudgeOne(claim, true, evaluation);
  }
  if (spec.decision) {
    evaluation.decision = decision::Decide(spec, evaluation.claims, Preferences(evaluation));
  }
}

int ExitCodeOf(const Evaluation& evaluation) {
  const bool stopped = std::ranges::any_of(evaluation.cells, [](const CellResult& cell) {
    const bool over_budget = std::ranges::any_of(cell.verdict.constraints, [](const verdict::Constraint& constraint) {
      return constraint.name == "error_rate" && constraint.outcome == verdict::Outcome::kFail;
    });
    return cell.end == record::EndState::kSutFailed || cell.end == record::EndState::kSutStuck || over_budget;
  });
  if (stopped) return 5;
  const bool invalid = std::ranges::any_of(evaluation.cells, [](const CellResult& cell) { return !cell.verdict.valid; });
  const bool asked = evaluation.decision.has_value() ||
                     std::ranges::any_of(evaluation.claims, &verdict::ClaimVerdict::required);
  if (!asked) return invalid ? 1 : 0;
  const verdict::Outcome outcome =
      evaluation.decision ? evaluation.decision->outcome : WorstRequired(evaluation.claims);
  switch (outcome) {
    case verdict::Outcome::kPass: return 0;
    case verdict::Outcome::kFail: return 1;
    case verdict::Outcome::kUndecided: return invalid ? 1 : 7;
    case verdict::Outcome::kNotMeasured: return invalid ? 1 : 8;
  }
  return 1;
}

}  // namespace assay::run
