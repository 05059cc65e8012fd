// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/question/question.h"

namespace assay {
namespace citation {

bool StatesBasis(const Subject& subject) {
  return MentionsAny(subject.Words(), "derived", "calculated", "divided", "divided by", "dividing", "computed",
                     "not an mlperf metric", "not a primary metric");
}

namespace {

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  reading.known = true;
  std::vector<std::string_view> kinds;
  if (subject.Asserts("per_accelerator")) kinds.push_back("per accelerator");
  if (subject.Asserts("per_watt") || subject.Asserts("tdp")) kinds.push_back("per watt");
  if (subject.Asserts("composite")) kinds.push_back("a composite score");
  if (kinds.empty()) {
    reading.state = "none";
    reading.words = "The number is the benchmark's own metric.";
    return reading;
  }
  std::string list;
  for (const std::string_view kind : kinds) list += (list.empty() ? "" : ", ") + std::string(kind);
  const bool explicit_basis = StatesBasis(subject);
  reading.state = explicit_basis ? "explicit" : "implied";
  reading.limits = true;
  reading.words = "Derived (" + list + "): " +
                  (explicit_basis ? "its basis is stated." : "its basis isn't stated.") +
                  " No such metric is MLPerf's own; it counts as unverified.";
  reading.limit = "the derived figure (" + list + ") is unverified and no MLPerf metric";
  reading.not_licensed = {"the derived figure (" + list + ") as an official or MLPerf metric"};
  if (subject.Asserts("per_watt") && !(subject.row() != nullptr && subject.row()->has_power)) {
    reading.not_licensed.push_back("any figure per watt: this result has no measured power");
  }
  if (subject.Asserts("per_accelerator")) reading.not_licensed.push_back("per-GPU scaling to other counts");
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q09_derived;
const QuestionInfo kQuestion_q09_derived{.id = "Q9", .question = "Is the metric derived?", .read = &citation::Read};

}  // namespace assay
