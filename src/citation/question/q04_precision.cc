// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "citation/question/question.h"
#include "citation/wording/title.h"

namespace assay {
namespace citation {
namespace {

results::Precision PrecisionOf(const Subject& subject) {
  if (subject.row() != nullptr && !subject.Stated("precision")) return subject.row()->weights;
  const results::Precision stated = results::ParsePrecision(subject.Get("precision"));
  // A row that names more types than the quote is what was run.
  return subject.row() != nullptr && subject.row()->weights.disclosed ? subject.row()->weights : stated;
}

int CountTypes(const results::Precision& precision) { return __builtin_popcount(precision.types); }

std::string GateSentence(const Subject& subject) {
  const results::Row* row = subject.row();
  if (row == nullptr || row->system->division == results::Division::kOpen) return {};
  if (results::ReadGates(*row).state != results::GateState::kMet) return {};
  const auto gate = round::GateOf(row->benchmark);
  return "that its accuracy met the benchmark's gate" +
         (gate ? std::string(*gate > 0.99 ? " (99.9 % of the reference)" : " (99 % of the reference)") : "") +
         " on MLPerf's data";
}

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  const results::Precision precision = PrecisionOf(subject);
  if (std::string gate = GateSentence(subject); !gate.empty()) reading.licensed.push_back(std::move(gate));
  if (!precision.disclosed) {
    reading.state = "unknown";
    reading.words = "The precision isn't disclosed; nothing is assumed of it, full precision least of all.";
    reading.not_licensed = {"that it ran at full precision", "accuracy on your data"};
    reading.limit = "the precision isn't disclosed";
    reading.limits = subject.row() != nullptr;
    return reading;
  }
  const std::string name = results::NameOf(precision);
  reading.known = true;
  reading.state = CountTypes(precision) > 1 ? "mixed" : name;
  reading.words = "Weights in " + name + ".";
  reading.not_licensed.push_back("accuracy on your data at " + name);
  // An accuracy below the gate, or one that isn't known, can't be spoken of as met.
  const results::Row* row = subject.row();
  if (row != nullptr && row->system->division != results::Division::kOpen) {
    const results::GateReading gate = results::ReadGates(*row);
    if (gate.state != results::GateState::kMet) {
      reading.limits = true;
      reading.words += gate.state == results::GateState::kMissed ? " The accuracy gate was missed: " + gate.words + "."
                                                                 : " Whether the accuracy gate was met isn't known.";
      reading.limit = gate.state == results::GateState::kMissed ? "it missed the accuracy gate"
                                                                : "its accuracy isn't known";
      reading.not_licensed.push_back("that the benchmark's accuracy gate was met");
    }
  }
  const auto& ours = subject.needs.precision;
  const auto acceptable = [&](results::NumericType type) { return std::ranges::find(ours, type) != ours.end(); };
  bool differs = false;
  for (unsigned bit = 0; bit < 32; ++bit) {
    if ((precision.types >> bit & 1u) != 0 && !acceptable(static_cast<results::NumericType>(bit))) differs = true;
  }
  if (!ours.empty() && differs) {
    reading.limits = true;
    reading.words += " You accept " + subject.needs.precision_text + ".";
    reading.limit = "it ran at " + name + ", which isn't among what you accept";
    reading.not_licensed.push_back("performance at the precision that you accept");
  }
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q04_precision;
const QuestionInfo kQuestion_q04_precision{.id = "Q4", .question = "Which precision?", .read = &citation::Read};

}  // namespace assay
