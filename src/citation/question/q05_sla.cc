// SPDX-License-Identifier: Apache-2.0
#include "citation/question/question.h"
#include "citation/wording/title.h"
#include "results/sla.h"

namespace assay {
namespace citation {
namespace {

bool AsksBound(const results::NeededSla& sla) { return sla.latency_ns || sla.ttft_ns || sla.tpot_ns; }

std::string Capital(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 32);
  return words;
}

// Without a bound of ours there is nothing to meet.
QuestionReading NotAsked(const Subject& subject) {
  QuestionReading reading;
  reading.state = "not asked";
  const auto scenario = round::ParseScenario(subject.Get("scenario"));
  const bool scenario_fits = subject.needs.scenario && scenario && *subject.needs.scenario == *scenario;
  reading.limits = !scenario_fits;
  if (!subject.needs.given) {
    reading.words = "No SLA claim: your needs weren't stated.";
    reading.limit = "no SLA claim, as the reader's needs weren't stated";
  } else {
    reading.words = "Your needs state no latency bound.";
    if (!scenario_fits) reading.limit = "no SLA claim, as the reader's needs state no bound";
  }
  reading.not_licensed = {"that it meets a service level of yours"};
  return reading;
}

QuestionReading Read(const Subject& subject) {
  if (!AsksBound(subject.needs.sla)) return NotAsked(subject);
  QuestionReading reading;
  const StatedRow stated(subject);
  const results::Row* row = subject.row() != nullptr ? subject.row() : stated.row();
  if (row == nullptr) {
    reading.state = "unknown";
    reading.words = "The bound that it was measured under isn't known.";
    reading.not_licensed = {"that it meets your latency bound"};
    reading.limit = "the latency bound isn't known";
    return reading;
  }
  results::Row measured = *row;
  if (subject.row() == nullptr) measured.value = 0;  // a figure that nobody checked shows no latency
  const results::SlaReading sla = results::ReadSla(measured, subject.needs.sla);
  reading.words = Capital(sla.words) + ".";
  reading.known = true;
  switch (sla.state) {
    case results::SlaState::kMatch:
    case results::SlaState::kStricter:
      reading.state = sla.state == results::SlaState::kMatch ? "match" : "stricter";
      reading.licensed = {"that it meets your bound under that load, for the reference model: " + sla.theirs};
      return reading;
    case results::SlaState::kLooser: reading.state = "looser-than-ours"; break;
    case results::SlaState::kOtherPercentile: reading.state = "other percentile"; break;
    case results::SlaState::kNoBound: reading.state = "no bound"; break;
    case results::SlaState::kNotKnown:
    case results::SlaState::kNotAsked:
      reading.state = "unknown";
      reading.known = false;
      break;
  }
  reading.limits = true;
  reading.limit = reading.state == "no bound" ? "it was measured without the bound that you need"
                  : reading.known             ? "its bound (" + sla.theirs + ") doesn't show yours"
                                              : "the bound that it was measured under isn't known";
  reading.not_licensed = {"that it meets your latency bound"};
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q05_sla;
const QuestionInfo kQuestion_q05_sla{.id = "Q5", .question = "Does its latency bound match ours?", .read = &citation::Read};

}  // namespace assay
