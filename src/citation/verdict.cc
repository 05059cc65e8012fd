// SPDX-License-Identifier: Apache-2.0
#include "citation/verdict.h"

#include <algorithm>

#include "citation/assess_required.h"

namespace assay::citation {
namespace {

const Answer& Of(const std::vector<Answer>& answers, std::string_view id) {
  return *std::ranges::find(answers, id, &Answer::id);
}

std::vector<std::string> Overclaims(const Subject& subject) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"accuracy", "quality"}, {"cost", "cost"}, {"safety", "safety"}, {"why", "a cause"}, {"ours", "the reader's own workload"}};
  std::vector<std::string> found;
  for (const auto& [word, claim] : kWords) {
    if (subject.Asserts(word)) found.emplace_back(claim);
  }
  return found;
}

std::string Broken(const std::vector<RuleReading>& rules) {
  std::string text;
  for (const RuleReading& rule : rules) {
    if (rule.state == RuleState::kBroken) text += (text.empty() ? "" : "; ") + std::string(rule.id) + " " + rule.words;
  }
  return text;
}

std::string WhatItIs(const Subject& subject) {
  const std::string_view name = NameOf(subject.quote.suite);
  switch (subject.quote.suite) {
    case Suite::kTraining: return std::string(name) + " measures the time to train a model to a quality";
    case Suite::kTiny: return std::string(name) + " measures latency and energy of microcontrollers";
    case Suite::kMobile: return std::string(name) + " measures phones with an app of its own";
    case Suite::kClient: return std::string(name) + " measures personal computers with an app of its own";
    case Suite::kStorage: return std::string(name) + " measures how fast storage feeds training";
    case Suite::kAutomotive: return std::string(name) + " measures systems for vehicles under rules of its own";
    case Suite::kHpc: return std::string(name) + " measures training of scientific models on supercomputers";
    default: return "the number comes from another board or test";
  }
}

std::string Unknown(const std::vector<Answer>& answers) {
  std::vector<std::string> words;
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"Q1", "division"}, {"Q2", "scenario"}, {"Q3", "system"}, {"Q4", "precision"}, {"Q5", "latency bound"}};
  for (const auto& [id, name] : kNames) {
    if (!Of(answers, id).known && Of(answers, id).state != "not asked") words.emplace_back(name);
  }
  return Listed(words);
}

// Everything that evidence needs beyond answers without a limit.
std::string AgainstEvidence(const Subject& subject, const std::vector<Answer>& answers) {
  const results::Row* row = subject.row();
  if (row == nullptr) return "no one held row stands behind it";
  if (!subject.matched.public_row) return "the row isn't one of the published rounds held here";
  if (row->system->division != results::Division::kClosed) return "the division isn't closed";
  if (row->system->availability != results::Availability::kAvailable) return "the system isn't available";
  if (row->inferred.value_or(false)) return "the result was inferred";
  if (row->withdrawn || !row->valid) return "the entry doesn't stand";
  if (row->unit_state != results::UnitState::kAgrees) return "its unit isn't confirmed by the round's rules";
  if (results::ReadGates(*row).state != results::GateState::kMet) return "its accuracy isn't known to meet the gate";
  if (subject.matched.value_rounded) return "the figure quoted is a round one";
  if (!subject.IsHeadline()) return "the figure quoted isn't the result itself";
  if (subject.quote.suite == Suite::kNotStated && !subject.Stated("round") && !subject.Stated("result_id")) {
    return "the text doesn't say that it is an MLPerf result";
  }
  if (!subject.matched.silent.empty()) {
    return "the row doesn't say what the quote does: " + Listed(subject.matched.silent);
  }
  for (const Answer& answer : answers) {
    if (answer.limits) return answer.words;
  }
  for (const std::string_view id : {"Q1", "Q2", "Q3", "Q4", "Q6"}) {
    if (!Of(answers, id).known) return Of(answers, id).words;
  }
  return {};
}

Decision ForClaim(const Subject& subject, const std::vector<Answer>& answers) {
  const bool named = Of(answers, "Q1").known && Of(answers, "Q2").known && Of(answers, "Q3").known;
  if (!named) return {Verdict::kNotYetAClaim, "Not stated and not found: " + Unknown(answers) + ".", 0};
  switch (subject.matched.match) {
    case Match::kNone:
      return {Verdict::kNotYetAClaim, "No row of the held round " + subject.matched.round + " agrees with what is stated.", 0};
    case Match::kNoRound:
      return {Verdict::kNotYetAClaim,
              subject.matched.round.empty() ? "The round isn't stated, and no one row is told by the rest."
                                            : "There is no round " + subject.matched.round + " of MLPerf Inference.",
              0};
    case Match::kSeveral:
      if (subject.matched.twins_only) break;
      return {Verdict::kNotYetAClaim,
              std::to_string(subject.matched.matches) + " rows agree with what is stated; which is meant isn't known.", 0};
    default: break;
  }
  const std::string_view sla = Of(answers, "Q5").state;
  const bool scenario_fits = !subject.needs.scenario ||
                             round::ParseScenario(subject.Get("scenario")) == *subject.needs.scenario;
  const std::string against = AgainstEvidence(subject, answers);
  const bool bound_met = (sla == "match" || sla == "stricter") && scenario_fits && subject.row() != nullptr;
  if (against.empty()) return {Verdict::kEvidence, "One published row agrees, and nothing limits it.", bound_met ? 2 : 1};
  if (subject.matched.match == Match::kRoundNotHeld) {
    return {Verdict::kEvidenceLimited, "The round " + subject.matched.round + " isn't held here, so nothing was checked.", 1};
  }
  if (subject.matched.twins_only) {
    return {Verdict::kEvidenceLimited, "The accuracy gate isn't stated: the 99 % and the 99.9 % row agree alike.", 1};
  }
  std::string because = against;
  if (because[0] >= 'a' && because[0] <= 'z') because[0] = static_cast<char>(because[0] - 32);
  if (because.back() != '.') because += '.';
  return {Verdict::kEvidenceLimited, because, bound_met ? 2 : 1};
}

}  // namespace

Decision Decide(const Subject& subject, const std::vector<Answer>& answers, const std::vector<RuleReading>& rules) {
  const bool inference = subject.matched.match != Match::kNotInference;
  if (!subject.matched.contradictions.empty()) {
    const Contradiction& first = subject.matched.contradictions.front();
    return {Verdict::kContradicted,
            "Stated " + first.field + " " + first.stated + "; the one row that the rest names has " + first.held + ".", 0};
  }
  if (const auto overclaims = Overclaims(subject); !overclaims.empty() && subject.quote.suite != Suite::kNotMlperf) {
    return {Verdict::kOverclaim, "It speaks of " + Listed(overclaims) + ", which no MLPerf Inference result shows.", 0};
  }
  if (const std::string broken = Broken(rules); !broken.empty()) return {Verdict::kViolation, "Broken: " + broken + ".", 0};
  if (!inference) return {Verdict::kDecorative, "Not an Inference result: " + WhatItIs(subject) + ".", 0};
  int unknown = 0;
  for (const std::string_view id : {"Q1", "Q2", "Q3", "Q4", "Q5"}) {
    if (!Of(answers, id).known && Of(answers, id).state != "not asked") ++unknown;
  }
  if (unknown >= 3) return {Verdict::kDecorative, "A decorative number: not known are " + Unknown(answers) + ".", 0};
  return ForClaim(subject, answers);
}

}  // namespace assay::citation
