// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_timing.h"
#include "citation/question/question.h"

namespace assay {
namespace citation {
namespace {

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  const Timing timing = TimingOf(subject);
  switch (timing.state) {
    case TimingState::kAfter:
      reading.state = "after publication";
      reading.known = true;
      break;
    case TimingState::kSubmitterOnly:
      reading.state = "after publication";
      reading.known = true;
      break;
    case TimingState::kEarly:
      reading.state = "early";
      reading.known = reading.limits = true;
      reading.limit = "it was quoted before publication";
      reading.not_licensed = {"quoting it before the round is published"};
      break;
    case TimingState::kNotKnown:
      reading.state = "unknown";
      break;
  }
  reading.words = timing.words;
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q11_timing;
const QuestionInfo kQuestion_q11_timing{.id = "Q11", .question = "Quoted after publication?", .read = &citation::Read};

}  // namespace assay
