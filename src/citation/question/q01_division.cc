// SPDX-License-Identifier: Apache-2.0
#include "citation/question/question.h"

namespace assay {
namespace citation {
namespace {

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  const auto division = results::ParseDivision(subject.Get("division"));
  if (!division) {
    reading.state = "unknown";
    reading.words = "The division isn't stated, so nothing comparative can be said.";
    reading.not_licensed = {"any comparison with another submitter"};
    reading.limit = "the division isn't known";
    return reading;
  }
  reading.known = true;
  reading.state = results::NameOf(*division);
  switch (*division) {
    case results::Division::kClosed:
      reading.words = "Closed: the benchmark's own model under common rules.";
      if (subject.row() == nullptr) break;  // what isn't looked up isn't set beside anything
      reading.licensed = {"comparison with other closed results of the same benchmark and scenario in compatible rounds"};
      break;
    case results::Division::kNetwork:
      reading.words = "Network: closed rules with the queries sent over a network.";
      reading.licensed = {"comparison with other network results of the same benchmark and scenario"};
      reading.not_licensed = {"comparison with closed results without naming the division"};
      reading.limits = true;
      reading.limit = "compare within the network division only";
      break;
    case results::Division::kOpen:
      reading.words = "Open: model, accuracy and training may differ from the benchmark's.";
      reading.licensed = {"a statement about that system alone, called MLPerf Open"};
      reading.not_licensed = {"that it is equivalent to a closed result, or ran the benchmark's model to its accuracy"};
      reading.limits = true;
      reading.limit = "an open entry speaks for itself alone";
      break;
  }
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q01_division;
const QuestionInfo kQuestion_q01_division{.id = "Q1", .question = "Which division?", .read = &citation::Read};

}  // namespace assay
