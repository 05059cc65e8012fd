// SPDX-License-Identifier: Apache-2.0
// Match, ask the eleven questions, read the 24 rules, decide, word. Each step sees only the one before it.
#include <algorithm>

#include "citation/assess_subject.h"
#include "citation/citation.h"
#include "citation/question/question.h"
#include "citation/rule.h"
#include "citation/verdict.h"
#include "citation/wording/sentence.h"

namespace assay::citation {
namespace {

void AddOnce(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const std::string& each : more) {
    if (std::ranges::find(list, each) == list.end()) list.push_back(each);
  }
}

struct Answered {
  std::vector<Answer> answers;
  std::vector<std::string> limits;
};

Answered AskAll(const Subject& subject) {
  Answered result;
  for (const QuestionInfo* question : AllQuestions()) {
    const bool inference = subject.matched.match != Match::kNotInference;
    // A comparison with a result from elsewhere is asked about all the same.
    QuestionReading reading =
        inference || (question->id == "Q8" && subject.Compares()) ? question->read(subject) : NotApplicable();
    if (!reading.limit.empty() && (reading.limits || !reading.known)) AddOnce(result.limits, {reading.limit});
    result.answers.push_back({question->id, question->question, std::move(reading.state), reading.known, reading.limits,
                              std::move(reading.words), std::move(reading.licensed), std::move(reading.not_licensed)});
  }
  return result;
}

// Of what is no Inference result, only a comparison with one is judged here.
bool AppliesOutside(std::string_view id) { return id == "R6" || id == "R7" || id == "R24"; }

std::vector<RuleReading> ReadAll(const Subject& subject) {
  std::vector<RuleReading> rules;
  for (const RuleInfo* rule : AllRules()) {
    const bool asked = subject.matched.match != Match::kNotInference || AppliesOutside(rule->id);
    RuleOutcome outcome = asked ? rule->read(subject) : NotApplicable("not an Inference result");
    rules.push_back({rule->id, rule->source, outcome.state, std::move(outcome.words)});
  }
  return rules;
}

}  // namespace

QuestionReading NotApplicable() {
  return {.state = "not an Inference result", .known = false, .limits = false, .words = "Not an Inference result.",
          .licensed = {}, .not_licensed = {}, .limit = {}};
}

Assessment Assess(const Quote& quote, const Needs& needs, const results::RowSet& rows, std::string_view today) {
  const Subject subject = MakeSubject(quote, needs, rows, today);
  Assessment assessment;
  assessment.quote = quote;
  assessment.match = subject.matched.match;
  assessment.matches = subject.matched.matches;
  assessment.row = subject.matched.row;
  assessment.filled = subject.matched.filled;
  assessment.contradictions = subject.matched.contradictions;
  Answered answered = AskAll(subject);
  assessment.rules = ReadAll(subject);
  const Decision decision = Decide(subject, answered.answers, assessment.rules);
  assessment.verdict = decision.verdict;
  assessment.because = decision.because;
  assessment.slot = decision.slot;
  if (decision.verdict == Verdict::kEvidence) answered.limits.clear();
  // Without a row only the quote's own word can be repeated: where its round isn't held, or its twins say the same.
  const bool claim = decision.verdict != Verdict::kDecorative && decision.verdict != Verdict::kNotYetAClaim;
  const bool repeatable = subject.matched.match == Match::kRoundNotHeld || subject.matched.twins_only;
  for (const Answer& answer : answered.answers) {
    const bool stands = subject.row() != nullptr || (claim && repeatable && assessment.contradictions.empty());
    if (stands) AddOnce(assessment.licensed, answer.licensed);
    AddOnce(assessment.not_licensed, answer.not_licensed);
  }
  assessment.sentence = CorrectedSentence(subject, answered.limits);
  assessment.footnote = assessment.sentence.empty() ? std::string() : CorrectedFootnote(subject);
  if (assessment.match == Match::kNotInference) {
    assessment.not_licensed.push_back("any statement about MLPerf Inference");
  } else if (assessment.sentence.empty()) {
    assessment.because += " No sentence is offered: no one published row stands behind it.";
  }
  assessment.ask = QuestionsFor(subject);
  assessment.answers = std::move(answered.answers);
  return assessment;
}

int ExitCodeOf(std::span<const Assessment> assessments, bool strict) {
  int code = 0;
  for (const Assessment& each : assessments) {
    switch (each.verdict) {
      case Verdict::kEvidence: break;
      case Verdict::kEvidenceLimited:
        if (strict) return 1;
        break;
      case Verdict::kNotYetAClaim:
      case Verdict::kDecorative: code = 8; break;
      case Verdict::kViolation:
      case Verdict::kOverclaim:
      case Verdict::kContradicted: return 1;
    }
  }
  return code;
}

}  // namespace assay::citation
