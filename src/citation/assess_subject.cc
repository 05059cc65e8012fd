// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_subject.h"

#include <algorithm>

#include "citation/assess_difference.h"
#include "citation/match_text.h"

namespace assay::citation {
namespace {

// Figures that a quote may carry beside a result: their value isn't a row's.
constexpr std::string_view kSecondaryMetrics[] = {"speedup", "accuracy", "ttft", "tpot", "score"};

Facts HeadlineFacts(const Facts& stated) {
  Facts facts = stated;
  const auto metric = facts.find("metric");
  if (metric != facts.end() && std::ranges::find(kSecondaryMetrics, metric->second) != std::end(kSecondaryMetrics)) {
    facts.erase("value");
    facts.erase("unit");
  }
  return facts;
}

// What a comparison says once holds for both sides.
Facts WithContext(const Facts& side, const Facts& quote) {
  Facts facts = side;
  const bool round_told = side.contains("round") || side.contains("result_id");
  for (const std::string_view field : {"round", "benchmark", "scenario", "category", "unit"}) {
    if (field == "round" && round_told) continue;
    if (field == "benchmark" && side.contains("model")) continue;
    if (const auto found = quote.find(field); found != quote.end()) facts.emplace(field, found->second);
  }
  return facts;
}

Side MakeSide(const Facts& stated, const Quote& quote, const results::RowSet& rows) {
  Side side{.stated = stated, .matched = {}};
  const auto suite = stated.find("suite");
  side.suite = suite == stated.end() ? Suite::kNotStated : SuiteNamed(suite->second);
  if (side.suite == Suite::kNotStated && (stated.contains("round") || stated.contains("result_id"))) {
    side.suite = quote.suite;
  }
  const Facts facts = WithContext(HeadlineFacts(stated), HeadlineFacts(quote.stated));
  side.matched = MatchRow(facts, side.suite, Bound::kNone, rows);
  return side;
}

}  // namespace

std::string_view Subject::Get(std::string_view field) const {
  if (const auto found = quote.stated.find(field); found != quote.stated.end()) return found->second;
  if (const auto found = matched.filled.find(field); found != matched.filled.end()) return found->second;
  return {};
}

bool Subject::Asserts(std::string_view what) const {
  return std::ranges::find(quote.asserts, what) != quote.asserts.end();
}

std::string Subject::Words() const {
  const auto footnote = quote.stated.find("footnote");
  return quote.text + (footnote == quote.stated.end() ? "" : "\n" + footnote->second);
}

bool Subject::IsHeadline() const {
  const auto metric = quote.stated.find("metric");
  if (derived_value) return false;
  return metric == quote.stated.end() ||
         std::ranges::find(kSecondaryMetrics, metric->second) == std::end(kSecondaryMetrics);
}

Suite SuiteNamed(std::string_view text) {
  if (text.empty()) return Suite::kNotStated;
  constexpr std::pair<std::string_view, Suite> kNames[] = {
      {"inference", Suite::kInference}, {"training", Suite::kTraining},     {"tiny", Suite::kTiny},
      {"mobile", Suite::kMobile},       {"client", Suite::kClient},         {"storage", Suite::kStorage},
      {"automotive", Suite::kAutomotive}, {"hpc", Suite::kHpc}};
  for (const auto& [word, suite] : kNames) {
    if (Mentions(text, word)) return suite;
  }
  if (Lower(text) == NameOf(Suite::kNotStated)) return Suite::kNotStated;
  return Squeezed(text) == "mlperf" ? Suite::kNotStated : Suite::kNotMlperf;
}

std::vector<std::string> WaysOpen(const results::Row& row) {
  std::vector<std::string> ways;
  if (row.other_model) {
    ways.push_back("it ran " + std::string(row.model_stated) +
                   " in place of " + std::string(results::BenchmarkText(row)));
  }
  const results::GateReading gate = results::ReadGates(row);
  if (gate.state == results::GateState::kMissed) ways.push_back(gate.words);
  if (gate.state == results::GateState::kNotKnown) ways.push_back("whether its accuracy meets the gate isn't known");
  const std::string retraining = Lower(row.retraining);
  if (!retraining.empty() && retraining != "no" && retraining != "n" && retraining != "n/a") {
    ways.push_back("the model was retrained (" + std::string(row.retraining) + ")");
  }
  if (!row.weights.disclosed) ways.push_back("its precision isn't disclosed");
  if (ways.empty()) ways.emplace_back("in which ways it wouldn't qualify isn't part of the held data");
  return ways;
}

Subject MakeSubject(const Quote& quote, const Needs& needs, const results::RowSet& rows, std::string_view today) {
  Subject subject{.quote = quote, .needs = needs, .today = today, .matched = {}, .sides = {}, .differences = {},
                  .derived_value = false};
  const Facts facts = HeadlineFacts(quote.stated);
  subject.matched = MatchRow(facts, quote.suite, BoundOf(quote), rows);
  // A figure per accelerator or per watt isn't the row's own, and contradicts nothing.
  const bool derived = subject.Asserts("per_accelerator") || subject.Asserts("per_watt") || subject.Asserts("composite");
  if (derived && subject.matched.match != Match::kOne && facts.contains("value")) {
    Facts rest = facts;
    rest.erase("value");
    rest.erase("unit");
    subject.matched = MatchRow(rest, quote.suite, Bound::kNone, rows);
    subject.derived_value = true;
  }
  for (const Facts& stated : quote.compared_with) subject.sides.push_back(MakeSide(stated, quote, rows));
  for (const Side& side : subject.sides) subject.differences.push_back(DifferencesTo(subject, side));
  return subject;
}

}  // namespace assay::citation
