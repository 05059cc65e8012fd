// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/question/question.h"

namespace assay {
namespace citation {
namespace {

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  const results::Row* row = subject.row();
  if (row != nullptr && (row->withdrawn || !row->valid)) {
    reading.state = "unverified";
    reading.known = reading.limits = true;
    reading.words = row->withdrawn ? "The entry was withdrawn after publication." : "The entry is marked invalid.";
    reading.limit = row->withdrawn ? "the entry was withdrawn" : "the entry is marked invalid";
    reading.not_licensed = {"citing it as a result"};
    return reading;
  }
  if (subject.matched.public_row) {
    reading.state = "verified";
    reading.known = true;
    reading.words = "Published in " + std::string(row->system->round) + " of MLPerf Inference.";
    if (subject.IsHeadline()) reading.licensed = {"the word \"official\""};
    if (row->system->availability != results::Availability::kAvailable) {
      reading.limits = true;
      reading.limit = "its category is " + std::string(results::NameOf(row->system->availability));
      reading.words += " Its category is " + std::string(results::NameOf(row->system->availability)) + ".";
      reading.not_licensed.push_back("that the system can be bought");
    }
    if (row->inferred.value_or(false)) {
      reading.limits = true;
      reading.limit = "it was inferred from another scenario's run";
      reading.words += " Inferred from another scenario's run, not measured.";
      reading.not_licensed.push_back("that it was measured: it was inferred from another scenario's run");
    }
    if (row->unit_state == results::UnitState::kContradicts) {
      reading.limits = true;
      reading.limit = "its published unit, " + std::string(row->unit_stated) + ", contradicts the benchmark";
      reading.words += " Its published unit contradicts the benchmark.";
      reading.not_licensed.push_back("any ranking by this number: its unit is in doubt");
    }
    if (subject.matched.value_rounded) {
      reading.limits = true;
      reading.limit = "the figure quoted is a round one; the published one stands here";
      reading.words += " The figure quoted is a round one.";
    }
    return reading;
  }
  const std::string stated = Lower(subject.Get("verified"));
  reading.limits = true;
  if (stated == "unverified" || stated == "no" || stated == "false" || stated == "not verified") {
    reading.state = "unverified";
    reading.known = true;
    reading.words = "Stated as unverified: it must carry that word and MLCommons' sentence.";
    reading.limit = "unverified";
    reading.not_licensed = {"the words \"official\" or \"verified\""};
    return reading;
  }
  if (!stated.empty()) {
    reading.state = "verified";
    reading.known = true;
    reading.words = "Stated as verified; no held row shows it.";
    reading.limit = "that it is verified is its author's word";
    return reading;
  }
  reading.state = "unknown";
  reading.words = row != nullptr ? "From an imported file; that it was published can't be checked here."
                                 : "Whether it was published by MLCommons can't be checked here.";
  reading.limit = "that it was published isn't checked";
  reading.not_licensed = {"the words \"official\" or \"verified\""};
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q06_verified;
const QuestionInfo kQuestion_q06_verified{.id = "Q6", .question = "Verified by MLCommons?", .read = &citation::Read};

}  // namespace assay
