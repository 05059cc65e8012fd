// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/question/question.h"
#include "citation/wording/title.h"

namespace assay {
namespace citation {
namespace {

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  std::string hardware = HardwarePhrase(subject);
  if (hardware.empty()) hardware = subject.Get("system");
  const std::string software(subject.Get("software"));
  if (hardware.empty()) {
    reading.state = "none";
    reading.words = "Neither hardware nor software is stated, so nothing carries over to any machine.";
    reading.not_licensed = {"anything about a machine that you could buy"};
    reading.limit = "the system isn't known";
    return reading;
  }
  reading.known = true;
  if (software.empty()) {
    reading.state = "hw only";
    reading.limits = true;
    reading.words = "Hardware " + hardware + "; the software isn't stated.";
    reading.not_licensed = {"that this hardware does the same with another runtime"};
    reading.limit = "the software isn't stated";
  } else {
    reading.state = "both";
    reading.words = hardware + " with " + software + ".";
    reading.licensed = {"a description of that executor: " + hardware + " with " + software +
                        (subject.row() == nullptr ? ", as stated" : "")};
  }
  if (!subject.Get("accelerator").empty()) {
    reading.not_licensed.push_back("per-GPU scaling to other counts");
  }
  reading.not_licensed.push_back("that this hardware or model does the same elsewhere");
  const std::string& ours = subject.needs.hardware;
  if (!ours.empty()) {
    const results::Row* row = subject.row();
    const std::string all = hardware + " " + std::string(subject.Get("system")) + " " +
                            (row != nullptr ? std::string(row->system->id) : "");
    if (!HoldsWords(all, ours)) {
      reading.limits = true;
      reading.words += " You need " + ours + ".";
      reading.limit = "it was measured on other hardware than " + ours;
      reading.not_licensed.push_back("performance on " + ours);
    }
  }
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q03_stack;
const QuestionInfo kQuestion_q03_stack{.id = "Q3", .question = "Which hardware and software?", .read = &citation::Read};

}  // namespace assay
