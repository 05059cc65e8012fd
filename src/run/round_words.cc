// SPDX-License-Identifier: Apache-2.0
#include "run/round_words.h"

#include "spec/quantity.h"

namespace assay::run {
namespace {

using spec::NumberText;

std::string Milliseconds(std::int64_t nanoseconds) {
  return NumberText(static_cast<double>(nanoseconds) / 1e6) + " ms";
}

std::string Percentile(double share) { return "p" + NumberText(share * 100); }

void Join(std::string& text, std::string_view separator, std::string_view next) {
  if (!text.empty()) text += separator;
  text += next;
}

}  // namespace

std::string GateWords(const round::Gate& gate) {
  std::string text(gate.metric);
  if (gate.scenario) text += " (" + std::string(NameOf(*gate.scenario)) + ")";
  if (gate.target && gate.upper) {
    text += " " + NumberText(*gate.target) + " to " + NumberText(*gate.upper);
  } else if (gate.target) {
    text += " at least " + NumberText(*gate.target);
  } else if (gate.upper) {
    text += " at most " + NumberText(*gate.upper);
  }
  if (gate.reference && gate.share) {
    text += " (" + NumberText(*gate.share) + " of " + NumberText(*gate.reference) + ")";
  }
  return text;
}

std::string GatesWords(const round::Benchmark& benchmark) {
  std::string text;
  for (const round::Gate& gate : benchmark.gates) Join(text, "; ", GateWords(gate));
  return text;
}

std::string BoundWords(const round::ScenarioRule& rule) {
  std::string text;
  if (rule.ttft_p99_ns) Join(text, ", ", "TTFT p99 at most " + Milliseconds(*rule.ttft_p99_ns));
  if (rule.tpot_p99_ns) Join(text, ", ", "TPOT p99 at most " + Milliseconds(*rule.tpot_p99_ns));
  if (text.empty() && rule.latency_bound_ns) {
    text = Percentile(rule.percentile) + " latency at most " + Milliseconds(*rule.latency_bound_ns);
  }
  return text;
}

std::string_view StateWord(const round::ScenarioRule& rule, round::Category category) {
  const bool datacenter = category == round::Category::kDatacenter;
  if (datacenter ? rule.required_datacenter : rule.required_edge) return "required";
  if (datacenter ? rule.optional_datacenter : rule.optional_edge) return "optional";
  return "";
}

std::string ScenariosWords(const round::Benchmark& benchmark, round::Category category) {
  std::string required, optional;
  for (const round::ScenarioRule& rule : benchmark.scenarios) {
    const std::string_view state = StateWord(rule, category);
    if (state == "required") Join(required, "+", NameOf(rule.scenario));
    if (state == "optional") Join(optional, "+", NameOf(rule.scenario));
  }
  if (!optional.empty()) Join(required, " ", "(" + optional + ")");
  return required;
}

}  // namespace assay::run
