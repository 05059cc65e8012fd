// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "citation/assess_required.h"
#include "citation/question/question.h"

namespace assay {
namespace citation {
namespace {

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  std::vector<std::string> missing = MissingInText(subject);
  for (std::string& each : MissingInFootnote(subject)) {
    if (std::ranges::find(missing, each) == missing.end()) missing.push_back(std::move(each));
  }
  reading.known = true;
  if (missing.empty()) {
    reading.state = "complete";
    reading.words = "Everything that must stand beside a result is there.";
    return reading;
  }
  std::string list;
  for (const std::string& each : missing) list += (list.empty() ? "" : ", ") + each;
  reading.state = "missing[" + list + "]";
  reading.known = subject.row() != nullptr;
  reading.words = "Missing: " + Listed(missing) + (reading.known ? ". The corrected text has it." : ".");
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q07_required_text;
const QuestionInfo kQuestion_q07_required_text{
    .id = "Q7", .question = "Is the required text there?", .read = &citation::Read};

}  // namespace assay
