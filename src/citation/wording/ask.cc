// SPDX-License-Identifier: Apache-2.0
// What to ask the vendor.
#include <algorithm>

#include "citation/wording/sentence.h"

namespace assay::citation {
namespace {

using Questions = std::vector<std::pair<std::string, std::string>>;

struct Missing {
  std::string_view field, question;
};

constexpr Missing kMissing[] = {
    {"round", "Which round of MLPerf Inference is the number from (v5.1, …)?"},
    {"submitter", "Which organisation submitted the result?"},
    {"benchmark", "Which benchmark is it, and at which accuracy gate (99 % or 99.9 %)?"},
    {"scenario", "Which scenario: SingleStream, MultiStream, Server, Interactive or Offline?"},
    {"division", "Which division: Closed, Open or Network?"},
    {"value", "What is the number, as published?"},
    {"unit", "What is the number's unit?"},
    {"software", "Which software, with its versions, was it measured with?"},
    {"precision", "At which precision did the weights run?"},
    {"availability", "Is the system available, a preview, or RDI?"},
    {"result_id", "What is the result ID, as the public table has it (major.minor-entry)?"}};

void AskForMissing(const Subject& subject, Questions& ask) {
  for (const Missing& each : kMissing) {
    if (!subject.Get(each.field).empty()) continue;
    if (each.field == "benchmark" && !subject.Get("model").empty()) continue;
    ask.emplace_back(each.field, each.question);
  }
  const bool hardware = !subject.Get("system").empty() || !subject.Get("accelerator").empty() ||
                        !subject.Get("host_processor").empty();
  if (!hardware) ask.emplace_back("system", "Which system was it, with which accelerators or processors?");
  const bool accelerated = !subject.Get("accelerator").empty();
  if (accelerated && subject.Get("accelerators").empty()) {
    ask.emplace_back("accelerators", "How many accelerators did the whole system have?");
  }
}

void AskForDoubtful(const Subject& subject, Questions& ask) {
  for (const Contradiction& each : subject.matched.contradictions) {
    ask.emplace_back(each.field, "You say " + each.stated + "; the published table says " + each.held +
                                     ". Which result is meant?");
  }
  if (subject.matched.match == Match::kNone && subject.matched.contradictions.empty()) {
    ask.emplace_back("source", "No published row of " + subject.matched.round +
                                   " agrees with all of this. Where does the number stand?");
  }
  if (subject.matched.twins_only && subject.Stated("benchmark")) {
    ask.emplace_back("benchmark", "Is it the 99 % or the 99.9 % benchmark?");
  }
  if (subject.row() == nullptr && subject.Get("verified").empty()) {
    ask.emplace_back("verified", "Has MLCommons verified and published the result?");
  }
  if (subject.Asserts("speedup") && subject.sides.empty()) {
    ask.emplace_back("compared_with", "Faster than which result?");
  }
  if (subject.Asserts("per_accelerator") || subject.Asserts("per_watt") || subject.Asserts("composite")) {
    ask.emplace_back("metric", "How was the derived figure made, and from which results?");
  }
}

}  // namespace

Questions QuestionsFor(const Subject& subject) {
  Questions ask;
  if (subject.matched.match == Match::kNotInference) return ask;
  AskForDoubtful(subject, ask);
  const bool known_row = subject.matched.match != Match::kOne && subject.matched.row != nullptr;
  if (!known_row) AskForMissing(subject, ask);
  // A form has each field once; the first question is the sharper one.
  Questions once;
  for (auto& each : ask) {
    if (std::ranges::find(once, each.first, &Questions::value_type::first) == once.end()) once.push_back(std::move(each));
  }
  return once;
}

}  // namespace assay::citation
