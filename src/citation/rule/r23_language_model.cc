// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"
#include "citation/match_text.h"
#include "citation/rule.h"
#include "citation/wording/title.h"

namespace assay {
namespace citation {
namespace {

bool IsLanguageModel(std::string_view benchmark) {
  for (const std::string_view family : {"llama", "gpt", "mixtral", "deepseek", "qwen"}) {
    if (Squeezed(benchmark).find(family) != std::string::npos) return true;
  }
  return false;
}

// The unit that the rules give, where the stated one is another.
std::string RuleUnit(const Subject& subject) {
  const StatedRow known(subject);
  const results::Row* row = known.row();
  const round::Round* rules = row != nullptr ? row->rules() : nullptr;
  const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row->benchmark) : nullptr;
  const round::ScenarioRule* rule = benchmark != nullptr ? benchmark->Find(row->scenario) : nullptr;
  const auto stated = round::ParseUnit(subject.Get("unit"));
  if (rule == nullptr || !stated || *stated == rule->unit) return {};
  const auto time = [](round::ResultUnit unit) {
    return unit == round::ResultUnit::kLatencyMs || unit == round::ResultUnit::kLatencyS;
  };
  return time(*stated) && time(rule->unit) ? std::string() : std::string(round::TextOf(rule->unit));
}

RuleOutcome Read(const Subject& subject) {
  const std::string_view benchmark = subject.Get("benchmark").empty() ? subject.Get("model") : subject.Get("benchmark");
  if (!IsLanguageModel(benchmark) || !subject.IsHeadline()) return NotApplicable("no language model's result");
  if (subject.row() != nullptr && subject.row()->unit_state == results::UnitState::kContradicts) {
    return NotKnown("the published unit " + std::string(subject.row()->unit_stated) + " contradicts the benchmark");
  }
  if (subject.Stated("unit")) {
    if (const std::string unit = RuleUnit(subject); !unit.empty()) {
      return Broken("the unit is " + unit + ", not " + std::string(subject.Get("unit")));
    }
  }
  std::vector<std::string> missing;
  if (!subject.Stated("unit")) missing.emplace_back("unit");
  if (!subject.Stated("scenario")) missing.emplace_back("latency class");
  const bool gated = round::GateOf(benchmark).has_value();
  const std::string_view stated = subject.Stated("benchmark") ? subject.Get("benchmark") : std::string_view();
  if (gated && !round::GateOf(stated)) missing.emplace_back("gate");
  return missing.empty() ? Kept() : LeftOut(subject, "missing: " + Listed(missing));
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r23_language_model;
const RuleInfo kRule_r23_language_model{
    .id = "R23",
    .title = "unit, latency class and gate of a language model's number",
    .condition =
        "A language model's number names its unit, its latency class (Server or Interactive) and "
        "its accuracy gate.",
    .source = citation::kOwn,
    .read = &citation::Read,
};

}  // namespace assay
