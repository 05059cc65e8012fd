// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "citation/question/question.h"

namespace assay {
namespace citation {
namespace {

std::string Words(const SideDifference& difference) {
  return difference.axis + " " + difference.ours + " and " + difference.theirs;
}

// The ways in which an open entry isn't closed, where the differences don't name them yet.
void AddWays(const Matched& matched, const std::vector<SideDifference>& differences, std::vector<std::string>& reasons) {
  if (matched.row == nullptr || matched.row->system->division != results::Division::kOpen) return;
  const auto named = [&](std::string_view axis) {
    return std::ranges::find(differences, axis, &SideDifference::axis) != differences.end();
  };
  for (std::string& way : WaysOpen(*matched.row)) {
    const std::string_view axis = way.starts_with("it ran")                    ? "model"
                                  : way.find("precision") != std::string::npos ? "precision"
                                                                               : "accuracy";
    if (!named(axis)) reasons.push_back("open entry: " + std::move(way));
  }
}

// A superlative is set beside all other results, none of which it names.
QuestionReading WithoutSide(const Subject& subject) {
  QuestionReading reading;
  if (!subject.Asserts("speedup") && !subject.Asserts("superlative")) {
    reading.state = "no comparison";
    reading.known = true;
    reading.words = "No other number is set beside it.";
    return reading;
  }
  reading.state = "differences undeclared";
  reading.known = reading.limits = true;
  reading.words = subject.Asserts("speedup") ? "It claims to be faster and doesn't say than which result."
                                             : "It claims a first place and doesn't say among which results.";
  reading.limit = "the comparison isn't one that a result shows";
  reading.not_licensed = {subject.Asserts("speedup") ? "the ratio: its other side isn't named"
                                                     : "that it is the fastest or the leader"};
  return reading;
}

QuestionReading Read(const Subject& subject) {
  if (subject.sides.empty()) return WithoutSide(subject);
  QuestionReading reading;
  reading.known = true;
  bool outside = false, other_suite = false, undeclared = false, forbidden = false;
  std::vector<std::string> reasons, stated;
  const bool ours_outside = subject.matched.match == Match::kNotInference;
  for (std::size_t i = 0; i < subject.sides.size(); ++i) {
    const Side& side = subject.sides[i];
    if (side.suite == Suite::kNotMlperf || (ours_outside && subject.quote.suite == Suite::kNotMlperf)) {
      outside = true;
      continue;
    }
    if (side.matched.match == Match::kNotInference || ours_outside) {
      other_suite = true;
      continue;
    }
    for (const SideDifference& each : subject.differences[i]) {
      forbidden = forbidden || each.forbids;
      undeclared = undeclared || (each.must_declare && !each.declared);
      if (each.axis == "submitter") continue;  // who ran it is named, and limits nothing
      const bool says_itself = each.reason.empty() || each.axis == "accuracy";
      reasons.push_back(Words(each) + (says_itself ? "" : " (" + each.reason + ")"));
    }
    AddWays(subject.matched, subject.differences[i], reasons);
    AddWays(side.matched, subject.differences[i], reasons);
  }
  reading.state = outside                    ? "vs non-MLPerf"
                  : other_suite || forbidden ? "incompatible"
                  : undeclared               ? "differences undeclared"
                                             : "compatible";
  if (outside) reading.words = "An MLPerf result is set beside a number that is none.";
  else if (other_suite) reading.words = "Results of different MLPerf suites are set side by side.";
  else if (reasons.empty()) reading.words = "Same benchmark, scenario and conditions.";
  else reading.words = "They differ:";
  for (std::size_t i = 0; i < reasons.size(); ++i) reading.words += (i == 0 ? " " : "; ") + reasons[i];
  if (reading.words.back() != '.') reading.words += ".";
  reading.limits = reading.state != "compatible" || !reasons.empty();
  if (reading.state == "compatible" && !reasons.empty()) {
    reading.licensed.push_back("the two numbers side by side, with everything stated in which they differ");
    reading.limit = "the two results differ in more than one way, so that their ratio has no one cause";
    if (reasons.size() == 1) reading.limit = "the two results differ in " + reasons.front();
    for (const std::string& reason : reasons) reading.not_licensed.push_back("a comparison that doesn't say: " + reason);
  } else if (reading.limits) {
    reading.limit = "no ratio of the two is licensed";
    reading.not_licensed.push_back("the comparison, or a ratio of the two numbers");
    for (const std::string& reason : reasons) reading.not_licensed.push_back("a comparison across " + reason);
  } else {
    reading.licensed.push_back("the comparison with the other result, both named in full");
  }
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q08_comparison;
const QuestionInfo kQuestion_q08_comparison{.id = "Q8", .question = "Is the comparison legal?", .read = &citation::Read};

}  // namespace assay
