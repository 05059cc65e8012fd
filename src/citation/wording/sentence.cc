// SPDX-License-Identifier: Apache-2.0
#include "citation/wording/sentence.h"

#include "citation/assess_required.h"
#include "citation/match_text.h"
#include "citation/wording/title.h"

namespace assay::citation {
namespace {

std::string Capital(std::string_view word) {
  std::string text(word);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

bool Unverified(const Subject& subject) {
  if (subject.matched.public_row) return false;
  const std::string status = Lower(subject.Get("verified"));
  return status == "unverified" || status == "no" || status == "not verified" || status == "false";
}

// Enough stands in the quote itself to repeat it as its author's word.
bool Repeatable(const Subject& subject) {
  const bool held_apart = subject.matched.match == Match::kRoundNotHeld || subject.matched.twins_only;
  if (!held_apart || !subject.IsHeadline()) return false;
  for (const std::string_view field : {"submitter", "round", "scenario", "value", "unit", "division"}) {
    if (subject.Get(field).empty()) return false;
  }
  return !(subject.Get("benchmark").empty() && subject.Get("model").empty()) && !SystemPhrase(subject).empty();
}

bool MaySpeak(const Subject& subject) {
  if (subject.row() != nullptr) return !subject.row()->withdrawn && subject.row()->valid;
  return Repeatable(subject);
}

std::string Core(const Subject& subject) {
  const std::string_view benchmark = subject.row() != nullptr            ? results::BenchmarkText(*subject.row())
                                     : subject.Get("benchmark").empty() ? subject.Get("model")
                                                                        : subject.Get("benchmark");
  std::string text(subject.Get("submitter"));
  text += Unverified(subject) ? " reported, unverified, " : " reported ";
  text += FigurePhrase(subject) + " for " + BenchmarkTitle(benchmark) + " in the " +
          ScenarioTitle(subject.Get("scenario")) + " of MLPerf® Inference " + std::string(subject.Get("round")) + " " +
          Capital(subject.Get("division"));
  std::string kind(subject.Get("category"));
  if (const std::string_view available = subject.Get("availability"); !available.empty()) {
    kind += (kind.empty() ? "" : ", ") + std::string(available);
  }
  if (!kind.empty()) text += " (" + kind + ")";
  text += " on " + SystemPhrase(subject);
  const BoundPhrase bound = BoundPhraseOf(subject);
  if (!bound.words.empty()) text += ", under " + bound.words + (bound.by_rule ? " (by the round's rules)" : "");
  if (subject.row() != nullptr && subject.row()->inferred.value_or(false)) {
    text += ", inferred from another scenario's run";
  }
  return text + ".";
}

// A sentence about a row alone, without what a quote says of it.
std::string SentenceOfRow(const Subject& subject, const Matched& matched) {
  const Quote quote;
  Subject alone{.quote = quote, .needs = subject.needs, .today = subject.today, .matched = matched, .sides = {},
                .differences = {}, .derived_value = false};
  alone.matched.match = Match::kOne;
  alone.matched.filled = FactsOf(*matched.row);
  std::string text = Core(alone);
  if (matched.row->system->division == results::Division::kOpen) {
    text += " It isn't a Closed result: " + Listed(WaysOpen(*matched.row)) + ".";
  }
  return text;
}

// The other sides, each in full, and in what they differ.
std::string Comparison(const Subject& subject) {
  std::string text;
  for (std::size_t i = 0; i < subject.sides.size(); ++i) {
    const Matched& other = subject.sides[i].matched;
    if (other.match != Match::kOne || other.row->withdrawn || !other.row->valid) continue;
    text += " " + SentenceOfRow(subject, other);
    std::vector<std::string> differences, forbidding;
    for (const SideDifference& each : subject.differences[i]) {
      std::string words = each.axis + " (" + each.ours + " and " + each.theirs + ")";
      (each.forbids ? forbidding : differences).push_back(std::move(words));
    }
    if (!forbidding.empty()) {
      text += " The two may not be compared: they differ in " + Listed(forbidding) + ".";
    } else if (!differences.empty()) {
      text += " The two differ in " + Listed(differences) + ".";
    }
  }
  return text;
}

constexpr std::string_view kLegend =
    "The MLPerf name and logo are registered and unregistered trademarks of MLCommons Association in the United States "
    "and other countries. All rights reserved. Unauthorized use strictly prohibited. See www.mlcommons.org for more "
    "information.";

std::string Retrieval(const Subject& subject) {
  const results::Row* row = subject.row();
  std::string source(subject.Get("source")), date(subject.Stated("date") ? subject.Get("date") : "");
  if (row == nullptr && source.empty()) {
    const round::Round* rules = round::FindRound(subject.matched.round);
    if (rules != nullptr) source = rules->results_source;
  }
  if (date.empty() && row != nullptr) date = subject.matched.public_row ? results::HeldDataDate() : subject.today;
  if (source.empty() && date.empty()) return "date and source of retrieval: to be stated";
  return "retrieved " + (date.empty() ? "on a day to be stated" : date) + " from " +
         (source.empty() ? "a source to be stated" : source);
}

// "…; compared with result ID 5.1-0002": each result that the sentence names has its own.
std::string OtherIds(const Subject& subject) {
  std::string text;
  for (const Side& side : subject.sides) {
    if (side.matched.match == Match::kNotInference) continue;
    const results::Row* row = side.matched.match == Match::kOne ? side.matched.row : nullptr;
    const auto stated = side.stated.find("result_id");
    std::string id = row != nullptr ? std::string(row->result_id) : std::string();
    if (id.empty() && stated != side.stated.end()) id = stated->second + " as stated, not in the held data";
    if (row == nullptr && id.empty()) continue;
    text += "; compared with ";
    if (row != nullptr) {
      text += "MLPerf® Inference " + std::string(row->system->round) + ", " +
              Capital(results::NameOf(row->system->division)) + " division, " + BenchmarkTitle(results::BenchmarkText(*row)) +
              ", " + ScenarioTitle(round::NameOf(row->scenario)) + ", ";
    }
    text += "result ID" + (id.empty() ? std::string(": not in the held data, see the public table") : " " + id);
  }
  return text;
}

}  // namespace

std::string CorrectedSentence(const Subject& subject, const std::vector<std::string>& limits) {
  if (subject.matched.match != Match::kOne && !subject.matched.contradictions.empty() && subject.matched.row != nullptr) {
    const results::Row& row = *subject.matched.row;
    return row.withdrawn || !row.valid ? std::string() : SentenceOfRow(subject, subject.matched);
  }
  if (!MaySpeak(subject)) return {};
  std::string text = Core(subject);
  if (subject.row() != nullptr && subject.row()->system->division == results::Division::kOpen) {
    text += " It isn't a Closed result: " + Listed(WaysOpen(*subject.row())) + ".";
  }
  if (Unverified(subject)) text += " Result not verified by MLCommons Association.";
  text += Comparison(subject);
  std::string clause;
  for (const std::string& limit : limits) clause += (clause.empty() ? " Limits: " : "; ") + limit;
  return text + (clause.empty() ? "" : clause + ".");
}

std::string CorrectedFootnote(const Subject& subject) {
  if (subject.matched.match != Match::kOne && !subject.matched.contradictions.empty() && subject.matched.row != nullptr) {
    const Quote quote;
    Subject alone{.quote = quote, .needs = subject.needs, .today = subject.today, .matched = subject.matched, .sides = {},
                  .differences = {}, .derived_value = false};
    alone.matched.match = Match::kOne;
    alone.matched.contradictions.clear();
    alone.matched.filled = FactsOf(*subject.matched.row);
    alone.matched.public_row = alone.matched.row->source.starts_with("http");
    return CorrectedFootnote(alone);
  }
  if (!MaySpeak(subject)) return {};
  const results::Row* row = subject.row();
  const std::string_view benchmark = row != nullptr                     ? results::BenchmarkText(*row)
                                     : subject.Get("benchmark").empty() ? subject.Get("model")
                                                                        : subject.Get("benchmark");
  std::string text = "MLPerf® Inference " + std::string(subject.Get("round")) + ", " +
                     Capital(subject.Get("division")) + " division, " + BenchmarkTitle(benchmark) + ", " +
                     ScenarioTitle(subject.Get("scenario")) + "; ";
  if (row != nullptr && !row->result_id.empty()) {
    text += "result ID " + std::string(row->result_id);
  } else if (subject.Stated("result_id")) {
    text += "result ID " + std::string(subject.Get("result_id")) + " as stated, not in the held data";
  } else {
    text += "result ID: not in the held data, see the public table";
  }
  text += OtherIds(subject) + "; " + Retrieval(subject) + ". ";
  if (Unverified(subject)) text += "Result not verified by MLCommons Association. ";
  return text + std::string(kLegend);
}

}  // namespace assay::citation
