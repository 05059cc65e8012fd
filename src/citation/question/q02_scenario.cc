// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/question/question.h"
#include "citation/wording/title.h"

namespace assay {
namespace citation {
namespace {

std::string_view StateWord(round::Scenario scenario) {
  switch (scenario) {
    case round::Scenario::kSingleStream: return "ss";
    case round::Scenario::kMultiStream: return "ms";
    case round::Scenario::kServer: return "server";
    case round::Scenario::kInteractive: return "interactive";
    case round::Scenario::kOffline: break;
  }
  return "offline";
}

std::string_view TrafficOf(round::Scenario scenario) {
  switch (scenario) {
    case round::Scenario::kSingleStream: return "one request at a time, the next when the last is answered";
    case round::Scenario::kMultiStream: return "fixed groups of samples, one group at a time";
    case round::Scenario::kServer: return "Poisson arrivals under a tail-latency bound";
    case round::Scenario::kInteractive: return "Poisson arrivals under bounds for interactive use";
    case round::Scenario::kOffline: break;
  }
  return "all samples at once, without a latency bound";
}

// Server and Interactive send Poisson arrivals; what another traffic does isn't in the row.
void CompareTraffic(const Needs& needs, QuestionReading& reading) {
  const std::string traffic = Lower(needs.traffic);
  if (traffic.empty() || traffic.find("poisson") != std::string::npos) {
    reading.not_licensed.push_back("latency under bursty traffic");
    return;
  }
  const bool bursts = traffic.find("burst") != std::string::npos;
  reading.limits = true;
  reading.words += " Your traffic is another: " + needs.traffic + ".";
  reading.limit = "its arrivals are Poisson, the reader's are not";
  reading.not_licensed.push_back(bursts ? "latency at your burst traffic" : "latency at your traffic: " + needs.traffic);
}

// A rate of ours is in requests; only such numbers can be held against it.
void CompareRate(const Subject& subject, QuestionReading& reading) {
  const results::Row* row = subject.row();
  if (row == nullptr || !subject.needs.rate_per_second) return;
  const bool requests =
      row->unit == round::ResultUnit::kQueriesPerSecond || row->unit == round::ResultUnit::kSamplesPerSecond;
  if (!requests) {
    reading.not_licensed.push_back("that it serves your rate: its number doesn't count requests");
  } else if (row->value < *subject.needs.rate_per_second) {
    reading.limits = true;
    reading.limit = "it shows less than the rate that the reader needs";
    reading.words += " You need a higher rate.";
    reading.not_licensed.push_back("your rate on one such system");
  }
}

void AddNotLicensed(round::Scenario scenario, const Needs& needs, QuestionReading& reading) {
  switch (scenario) {
    case round::Scenario::kOffline:
      reading.not_licensed.push_back("any latency, interactive latency least of all");
      break;
    case round::Scenario::kSingleStream:
    case round::Scenario::kMultiStream:
      reading.not_licensed.push_back("throughput or latency under concurrent requests");
      break;
    case round::Scenario::kServer:
    case round::Scenario::kInteractive: break;
  }
  if (scenario == round::Scenario::kServer || scenario == round::Scenario::kInteractive) CompareTraffic(needs, reading);
}

// "that NVIDIA's 8x NVIDIA H200 with TensorRT 10.8 served 34,988 tokens/s of Llama 2 70B in the Server scenario within …"
std::string MainSentence(const Subject& subject) {
  const std::string figure = FigurePhrase(subject);
  const std::string hardware = HardwarePhrase(subject);
  const std::string_view submitter = subject.Get("submitter"), benchmark = subject.Get("benchmark");
  if (figure.empty() || hardware.empty() || submitter.empty() || benchmark.empty() || !subject.IsHeadline()) return {};
  const auto scenario = round::ParseScenario(subject.Get("scenario"));
  const bool online = scenario == round::Scenario::kServer || scenario == round::Scenario::kInteractive;
  std::string sentence = "that " + std::string(submitter) + "'s " + hardware;
  if (const std::string_view software = subject.Get("software"); !software.empty()) {
    sentence += " with " + std::string(software);
  }
  sentence += (figure.starts_with("a ") ? " had " : online ? " served " : " ran ") + figure +
              (figure.starts_with("a ") ? " on " : " of ") + BenchmarkTitle(benchmark) + " in the " +
              ScenarioTitle(subject.Get("scenario"));
  const BoundPhrase bound = BoundPhraseOf(subject);
  if (!bound.words.empty()) sentence += " within " + bound.words;
  if (const auto inferred = subject.Get("inferred"); inferred == "yes") sentence += " (inferred from another run)";
  return sentence;
}

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  const auto scenario = round::ParseScenario(subject.Get("scenario"));
  if (!scenario) {
    reading.state = "unknown";
    reading.words = "The scenario isn't stated, so no word about latency or load can be said.";
    reading.not_licensed = {"any latency or service level", "any traffic pattern"};
    reading.limit = "the scenario isn't known";
    return reading;
  }
  reading.known = true;
  reading.state = StateWord(*scenario);
  reading.words = std::string(round::NameOf(*scenario)) + ": " + std::string(TrafficOf(*scenario)) + ".";
  const bool figure_stands = subject.row() != nullptr || subject.matched.match == Match::kRoundNotHeld;
  if (const std::string main = figure_stands ? MainSentence(subject) : ""; !main.empty()) {
    reading.licensed.push_back(main + (subject.row() == nullptr ? ", as stated: the round isn't held here" : ""));
  } else {
    reading.licensed.push_back("a statement about that traffic pattern only: " + std::string(TrafficOf(*scenario)));
  }
  AddNotLicensed(*scenario, subject.needs, reading);
  CompareRate(subject, reading);
  if (subject.needs.scenario && *subject.needs.scenario != *scenario) {
    reading.limits = true;
    const std::string ours(round::NameOf(*subject.needs.scenario));
    reading.words += " You need " + ours + ".";
    reading.limit = "it says nothing about " + ours + " traffic";
    reading.not_licensed.push_back("throughput or latency in the " + ours + " scenario that you need");
  }
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q02_scenario;
const QuestionInfo kQuestion_q02_scenario{.id = "Q2", .question = "Which scenario?", .read = &citation::Read};

}  // namespace assay
