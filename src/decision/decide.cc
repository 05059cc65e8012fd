// SPDX-License-Identifier: Apache-2.0
#include "decision/decide.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::decision {
namespace {

using verdict::ClaimVerdict;
using verdict::Outcome;

// From best to worst, as the exit codes rank them.
int Badness(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return 0;
    case Outcome::kUndecided:
      return 1;
    case Outcome::kNotMeasured:
      return 2;
    case Outcome::kFail:
      break;
  }
  return 3;
}

Outcome Worse(Outcome a, Outcome b) { return Badness(a) >= Badness(b) ? a : b; }

std::string PlaceOf(const ClaimVerdict& claim) {
  std::string where;
  if (!claim.traffic.empty()) where = " under " + claim.traffic;
  if (!claim.split.empty()) where += " on " + claim.split;
  if (!claim.slice.empty()) where += ", slice '" + claim.slice + "'";
  return where;
}

LineItem ItemOf(std::span<const ClaimVerdict* const> claims, std::string_view none) {
  LineItem item;
  if (claims.empty()) {
    item.reason = none;
    return item;
  }
  std::vector<Outcome> outcomes;
  for (const ClaimVerdict* claim : claims) {
    outcomes.push_back(claim->outcome);
    if (std::ranges::find(item.claims, claim->claim) == item.claims.end()) item.claims.push_back(claim->claim);
  }
  item.outcome = Worst(outcomes);
  if (item.outcome == Outcome::kPass) {
    item.reason = "all of its required claims pass";
    return item;
  }
  // One sentence for the first claim that made it so, and how many more there are like it.
  const auto decides = [&](const ClaimVerdict* claim) { return claim->outcome == item.outcome; };
  const ClaimVerdict* first = *std::ranges::find_if(claims, decides);
  const auto others = std::ranges::count_if(claims, decides) - 1;
  item.reason = first->claim + PlaceOf(*first) + ": " + first->reason;
  if (others > 0) item.reason += " (and " + std::to_string(others) + " more)";
  return item;
}

std::string Join(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

// Which of the two questions the required claims ask at all.
struct Asked {
  bool servable = false;
  bool good_enough = false;

  Outcome Of(const Candidate& candidate) const {
    if (!servable && !good_enough) return Outcome::kNotMeasured;
    return Worse(servable ? candidate.servable.outcome : Outcome::kPass,
                 good_enough ? candidate.good_enough.outcome : Outcome::kPass);
  }
  std::string Text(bool all) const {
    if (servable && good_enough) {
      return all ? "servable within SLA and budget and good enough on the task"
                 : "both servable within SLA and budget and good enough on the task";
    }
    return servable ? "servable within SLA and budget" : "good enough on the task";
  }
};

// Values nearer to each other than this share of the better one are the same for choosing: a cost at a rate that was asked
// for differs between systems only by where the last answer fell.
constexpr double kSamePreference = 0.01;

struct Preferred {
  const Candidate* best = nullptr;  // null when none passes, or another one is as good
  bool tied = false;
};

// Marks the best candidate among those that pass, unless another one is within kSamePreference of it.
Preferred Prefer(std::span<Candidate> candidates, const Asked& asked, bool minimize) {
  const auto counts = [&](const Candidate& candidate) {
    return asked.Of(candidate) == Outcome::kPass && candidate.preference.has_value();
  };
  Candidate* best = nullptr;
  for (Candidate& candidate : candidates) {
    if (!counts(candidate)) continue;
    const bool better = best == nullptr || (minimize ? *candidate.preference < *best->preference
                                                     : *candidate.preference > *best->preference);
    if (better) best = &candidate;
  }
  if (best == nullptr) return {};
  for (const Candidate& other : candidates) {
    if (&other == best || !counts(other)) continue;
    const double distance = std::abs(*other.preference - *best->preference);
    if (distance <= kSamePreference * std::abs(*best->preference)) return {nullptr, true};
  }
  best->preferred = true;
  return {best, false};
}

std::string SentenceOf(const DecisionResult& result, const Asked& asked, const spec::Spec& spec,
                       const Preferred& preferred) {
  if (!asked.servable && !asked.good_enough) return "Nothing is required, so nothing is decided.";
  std::vector<std::string> passing, possible;
  for (const Candidate& candidate : result.candidates) {
    if (asked.Of(candidate) == Outcome::kPass) passing.push_back(candidate.system);
    if (Badness(asked.Of(candidate)) == Badness(result.outcome)) possible.push_back(candidate.system);
  }
  if (!passing.empty()) {
    std::string text = Join(passing) + (passing.size() == 1 ? " is " : " are ") + asked.Text(true) + ".";
    if (preferred.tied) {
      text += " The best of them differ by less than 1 % in " + spec.decision->prefer_metric + ": none is preferred.";
    } else if (preferred.best != nullptr && passing.size() > 1) {
      text += " " + preferred.best->system + " is preferred: " +
              (spec.decision->prefer_minimize ? "lowest " : "highest ") + spec.decision->prefer_metric + ".";
    }
    return text;
  }
  std::string text = "No candidate is shown to be " + asked.Text(false);
  if (result.outcome == Outcome::kUndecided) text += "; " + Join(possible) + " may be: more cases would decide";
  if (result.outcome == Outcome::kNotMeasured) text += "; not all that is required of " + Join(possible) + " is measured";
  return text + ".";
}

}  // namespace

Question QuestionOf(int slot, const MetricInfo* metric) {
  if (slot == 2 || slot == 4) return Question::kServable;
  if (slot == 3 || slot == 6) return Question::kGoodEnough;
  const auto needs = [&](Needs need) { return metric != nullptr && (metric->needs & static_cast<std::uint8_t>(need)) != 0; };
  const bool quality = needs(Needs::kQualityScores) || needs(Needs::kQualityDecisions);
  return !quality && (needs(Needs::kPerformance) || needs(Needs::kCost)) ? Question::kServable : Question::kGoodEnough;
}

Outcome Worst(std::span<const Outcome> outcomes) {
  if (outcomes.empty()) return Outcome::kNotMeasured;
  return *std::ranges::max_element(outcomes, {}, &Badness);
}

DecisionResult Decide(const spec::Spec& spec, std::span<const ClaimVerdict> claims,
                      const std::map<std::string, double>& preference) {
  const auto question = [](const ClaimVerdict& claim) { return QuestionOf(claim.slot, FindMetric(claim.metric)); };
  Asked asked;
  for (const ClaimVerdict& claim : claims) {
    if (claim.required) (question(claim) == Question::kServable ? asked.servable : asked.good_enough) = true;
  }
  DecisionResult result;
  for (const spec::System& system : spec.systems) {
    std::vector<const ClaimVerdict*> servable, good_enough;
    for (const ClaimVerdict& claim : claims) {
      if (!claim.required || claim.system != system.id) continue;
      (question(claim) == Question::kServable ? servable : good_enough).push_back(&claim);
    }
    Candidate candidate;
    candidate.system = system.id;
    candidate.servable = ItemOf(servable, "no required claim is about serving it");
    candidate.good_enough = ItemOf(good_enough, "no required claim is about its answers");
    if (const auto found = preference.find(system.id); found != preference.end()) candidate.preference = found->second;
    result.candidates.push_back(std::move(candidate));
  }
  std::optional<Outcome> best;
  for (const Candidate& candidate : result.candidates) {
    const Outcome outcome = asked.Of(candidate);
    if (!best || Badness(outcome) < Badness(*best)) best = outcome;
  }
  result.outcome = best.value_or(Outcome::kNotMeasured);
  const bool prefers = spec.decision && !spec.decision->prefer_metric.empty();
  const Preferred preferred =
      prefers ? Prefer(result.candidates, asked, spec.decision->prefer_minimize) : Preferred{};
  result.sentence = SentenceOf(result, asked, spec, preferred);
  for (const ClaimVerdict& claim : claims) {
    if (!claim.required || claim.outcome != Outcome::kUndecided || !claim.n_needed) continue;
    result.n_needed.push_back(claim.claim + " of " + claim.system + PlaceOf(claim) + ": " +
                              std::to_string(*claim.n_needed) + " " + claim.n_unit + " would decide it (" +
                              std::to_string(claim.n) + " there)");
  }
  return result;
}

}  // namespace assay::decision
