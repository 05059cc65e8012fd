// SPDX-License-Identifier: Apache-2.0
#include "results/row.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "results/plain_text.h"
#include "round/accuracy_gate.h"

namespace assay::results {
namespace {

// "ROUGE1 39.10 below 44.3868": numbers as short as they read back.
std::string Short(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 7);
  return {text, end.ptr};
}

std::string Range(const round::Gate& gate) {
  if (gate.target && gate.upper) return Short(*gate.target) + "–" + Short(*gate.upper);
  return gate.target ? "at least " + Short(*gate.target) : "at most " + Short(gate.upper.value_or(0));
}

struct OneReading {
  GateState state;
  std::string words;
};

// Normalised entropy is a loss: lower is better, although the official checker asks for at least 0.999 of the
// reference. Below its target a row is better than the rule intends; above the reference by more than the share it is
// worse, and whether that was meant to pass can't be told.
OneReading ReadEntropy(const round::Gate& gate, double value) {
  const std::string found = "DLRM_NE " + Short(value);
  const double worst = gate.reference.value_or(*gate.target) / gate.share.value_or(1);
  if (value > worst) {
    return {GateState::kNotKnown, found + " above " + Short(worst) + ": lower is better, yet the official checker "
                                  "tests at least " + Short(*gate.target)};
  }
  return {GateState::kMet, found + " within " + Short(worst) + " (lower is better; the official checker tests at least " +
                               Short(*gate.target) + ")"};
}

OneReading ReadGate(const round::Gate& gate, const std::vector<AccuracyValue>& values) {
  const auto found = std::find_if(values.begin(), values.end(), [&](const AccuracyValue& value) {
    return SameIgnoringCase(value.metric, gate.metric);
  });
  if (!gate.target && !gate.upper) return {GateState::kNotKnown, std::string(gate.metric) + ": no gate known"};
  if (found == values.end()) {
    return {GateState::kNotKnown, std::string(gate.metric) + " not stated, gate " + Range(gate)};
  }
  if (round::LowerIsBetter(gate.metric) && gate.target) return ReadEntropy(gate, found->value);
  std::string words = std::string(gate.metric) + " " + Short(found->value);
  double value = found->value;
  // Speech recognition: the gate is on 100 − WER, while rows state the error rate itself.
  if (gate.metric == "WER" && gate.target && *gate.target > 50) {
    value = 100 - value;
    words = "100 − WER " + Short(found->value) + " = " + Short(value);
  }
  const bool low = gate.target && !(value >= *gate.target);
  const bool high = gate.upper && !(value <= *gate.upper);
  if (low || high) {
    if (gate.target && gate.upper) return {GateState::kMissed, words + " outside " + Range(gate)};
    return {GateState::kMissed, words + (low ? " below " + Short(*gate.target) : " above " + Short(*gate.upper))};
  }
  return {GateState::kMet, words + (gate.target && gate.upper ? " within " + Range(gate) : " meets " + Range(gate))};
}

}  // namespace

std::string_view NameOf(Division division) {
  constexpr std::string_view kNames[] = {"closed", "open", "network"};
  return kNames[static_cast<std::size_t>(division)];
}

std::string_view NameOf(Availability availability) {
  constexpr std::string_view kNames[] = {"available", "preview", "rdi", "not stated"};
  return kNames[static_cast<std::size_t>(availability)];
}

std::string_view NameOf(AcceleratorCount::Source source) {
  constexpr std::string_view kNames[] = {"fields", "name", "none", "not known"};
  return kNames[static_cast<std::size_t>(source)];
}

std::string_view NameOf(UnitState state) {
  constexpr std::string_view kNames[] = {"agrees", "contradicts", "not known"};
  return kNames[static_cast<std::size_t>(state)];
}

std::string_view NameOf(GateState state) {
  constexpr std::string_view kNames[] = {"met", "missed", "not known"};
  return kNames[static_cast<std::size_t>(state)];
}

std::optional<Division> ParseDivision(std::string_view text) {
  for (const Division division : {Division::kClosed, Division::kOpen, Division::kNetwork}) {
    if (SameIgnoringCase(Trimmed(text), NameOf(division))) return division;
  }
  return std::nullopt;
}

std::optional<Availability> ParseAvailability(std::string_view text) {
  const std::string word = Lowered(Trimmed(text));
  if (word == "available" || word.starts_with("on-prem") || word == "cloud" || word == "available on-premise" ||
      word == "available cloud" || word == "available in cloud") {
    return Availability::kAvailable;
  }
  if (word == "preview") return Availability::kPreview;
  if (word == "rdi" || word.starts_with("research") || word.starts_with("rdo")) return Availability::kRdi;
  return std::nullopt;
}

const round::Round* RulesReadBy(const Row& row) {
  if (const round::Round* rules = row.rules()) return rules;
  const auto rounds = round::AllRounds();
  for (std::size_t i = rounds.size(); i-- > 0 && !row.benchmark.empty();) {
    if (rounds[i].Find(row.benchmark) != nullptr) return &rounds[i];
  }
  return nullptr;
}

// The text is "NAME: NUMBER  NAME: NUMBER": a name runs to its colon and holds no blank, so the word before each colon
// is one.
std::vector<AccuracyValue> AccuracyOf(const Row& row) {
  std::vector<AccuracyValue> values;
  std::string_view rest = row.accuracy;
  for (std::size_t colon = rest.find(':'); colon != rest.npos; colon = rest.find(':')) {
    std::string_view name = Trimmed(rest.substr(0, colon));
    if (const auto blank = name.find_last_of(" ,;"); blank != name.npos) name = name.substr(blank + 1);
    rest.remove_prefix(colon + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    double value = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (read.ec == std::errc() && std::isfinite(value) && !name.empty()) values.push_back({name, value});
    rest.remove_prefix(static_cast<std::size_t>(read.ptr - rest.data()));
  }
  return values;
}

GateReading ReadGates(const Row& row) {
  const round::Round* rules = RulesReadBy(row);
  if (rules == nullptr) return {GateState::kNotKnown, "no rules of round " + std::string(row.system->round) + " known"};
  const round::Benchmark* benchmark = row.benchmark.empty() ? nullptr : rules->Find(row.benchmark);
  if (benchmark == nullptr) return {GateState::kNotKnown, "the round has no such benchmark"};
  if (benchmark->gates.empty()) return {GateState::kNotKnown, "no gate known"};
  if (row.accuracy.empty()) return {GateState::kNotKnown, "accuracy not stated"};
  const std::vector<AccuracyValue> values = AccuracyOf(row);
  GateReading reading{GateState::kMet, {}};
  std::string words[3];  // by state, so that what was missed stands first
  for (const round::Gate& gate : benchmark->gates) {
    if (gate.scenario && *gate.scenario != row.scenario) continue;
    OneReading one = ReadGate(gate, values);
    std::string& list = words[static_cast<std::size_t>(one.state)];
    list += (list.empty() ? "" : "; ") + one.words;
    if (one.state == GateState::kMissed) reading.state = GateState::kMissed;
    if (one.state == GateState::kNotKnown && reading.state == GateState::kMet) reading.state = GateState::kNotKnown;
  }
  for (const GateState state : {GateState::kMissed, GateState::kNotKnown, GateState::kMet}) {
    const std::string& list = words[static_cast<std::size_t>(state)];
    if (!list.empty()) reading.words += (reading.words.empty() ? "" : "; ") + list;
  }
  if (row.rules() == nullptr) {
    reading.words += " (by the rules of " + std::string(rules->name) + ": those of " + std::string(row.system->round) +
                     " aren't known)";
  }
  return reading;
}

std::string DescribeSystem(const System& system) {
  std::string text(system.submitter);
  const auto add = [&](std::string_view more) {
    if (!more.empty()) text += (text.empty() ? "" : ", ") + std::string(more);
  };
  std::string name(system.name.empty() ? system.id : system.name);
  const bool known = system.accelerators.total && *system.accelerators.total > 0;
  if (known && system.name.find(system.accelerator) == std::string_view::npos) {
    const bool counted = system.accelerators.source == AcceleratorCount::Source::kName;
    name += " (" + (counted ? "" : std::to_string(*system.accelerators.total) + "x ") + std::string(system.accelerator) +
            ")";
  }
  add(name);
  if (!known && !system.host_processor.empty()) add(system.host_processor);
  add(system.framework);
  return text;
}

std::string_view BenchmarkText(const Row& row) {
  if (!row.benchmark.empty()) return row.benchmark;
  return row.slot_stated.empty() ? row.model_stated : row.slot_stated;
}

std::string RowName(const Row& row) {
  const System& system = *row.system;
  const std::string scenario(round::NameOf(row.scenario));
  if (!row.result_id.empty()) {
    return std::string(row.result_id) + "." + std::string(BenchmarkText(row)) + "." + scenario;
  }
  std::string name = system.division == Division::kClosed ? "" : std::string(NameOf(system.division)) + "/";
  for (const std::string_view part : {system.round, system.submitter, system.id, row.model_stated}) {
    name += std::string(part) + "/";
  }
  return name + scenario;
}

std::string LocationOf(const Row& row) {
  const System& system = *row.system;
  std::string place(NameOf(system.division));
  for (const std::string_view part : {system.submitter, std::string_view("results"), system.id, row.model_stated,
                                      row.scenario_stated}) {
    place += "/" + std::string(part);
  }
  return place;
}

}  // namespace assay::results
