// SPDX-License-Identifier: Apache-2.0
#include "citation/wording/title.h"

#include <algorithm>

#include "citation/match_text.h"
#include "results/sla.h"

namespace assay::citation {
namespace {

struct Title {
  std::string_view family, title;
};

// As the benchmarks' own documentation writes them.
constexpr Title kTitles[] = {
    {"resnet", "ResNet-50"},           {"resnet50", "ResNet-50"},
    {"retinanet", "RetinaNet"},        {"ssd-large", "SSD-ResNet34"},
    {"ssd-resnet34", "SSD-ResNet34"},  {"ssd-small", "SSD-MobileNet"},
    {"ssd-mobilenet", "SSD-MobileNet"}, {"mobilenet", "MobileNet"},
    {"gnmt", "GNMT"},                  {"rnnt", "RNN-T"},
    {"bert", "BERT"},                  {"dlrm", "DLRM"},
    {"dlrm-v2", "DLRM-DCNv2"},         {"dlrm-v3", "DLRM-v3"},
    {"3d-unet", "3D-UNet"},            {"gptj", "GPT-J 6B"},
    {"gpt3", "GPT-3"},                 {"llama2-70b", "Llama 2 70B"},
    {"llama2-70b-interactive", "Llama 2 70B Interactive"},
    {"llama3.1-8b", "Llama 3.1 8B"},   {"llama3.1-8b-edge", "Llama 3.1 8B (edge)"},
    {"llama3.1-405b", "Llama 3.1 405B"}, {"mixtral-8x7b", "Mixtral 8x7B"},
    {"stable-diffusion-xl", "Stable Diffusion XL"}, {"rgat", "R-GAT"},
    {"pointpainting", "PointPainting"}, {"deepseek-r1", "DeepSeek-R1"},
    {"whisper", "Whisper"},            {"gpt-oss-120b", "GPT-OSS 120B"},
};

// A system's name without the list of parts that follows it in brackets: those are named by their own fields.
std::string ShortSystem(std::string_view name, std::string_view id) {
  const std::size_t bracket = name.find('(');
  std::string_view head = bracket != name.npos && name.ends_with(')') ? name.substr(0, bracket) : name;
  while (head.ends_with(' ')) head.remove_suffix(1);
  return std::string(head.empty() ? id : head);
}

std::string Hardware(std::string_view count, std::string_view accelerator, std::string_view host) {
  if (!accelerator.empty() && accelerator != "N/A" && accelerator != "-") {
    return (count.empty() ? "" : std::string(count) + "x ") + std::string(accelerator);
  }
  return std::string(host);
}

bool IsTime(std::string_view unit) {
  const auto read = round::ParseUnit(unit);
  return read && (*read == round::ResultUnit::kLatencyMs || *read == round::ResultUnit::kLatencyS);
}

std::string UnitWord(std::string_view unit) {
  const auto read = round::ParseUnit(unit);
  if (!read) return std::string(unit);
  switch (*read) {
    case round::ResultUnit::kLatencyMs: return "ms";
    case round::ResultUnit::kLatencyS: return "s";
    default: return Lower(round::TextOf(*read));
  }
}

}  // namespace

std::string BenchmarkTitle(std::string_view benchmark) {
  const std::string_view family = round::FamilyOf(benchmark);
  const auto found = std::ranges::find(kTitles, Lower(family), &Title::family);
  std::string title(found == std::end(kTitles) ? family : found->title);
  if (const auto gate = round::GateOf(benchmark)) title += *gate > 0.99 ? " (99.9 %)" : " (99 %)";
  return title;
}

std::string ScenarioTitle(std::string_view scenario) {
  const auto read = round::ParseScenario(scenario);
  if (!read) return std::string(scenario) + " scenario";
  return std::string(round::NameOf(*read)) + " scenario";
}

std::string GroupedFigure(std::string_view digits) {
  const std::size_t dot = digits.find_first_of(".eE");
  std::string whole(digits.substr(0, dot));
  if (!std::ranges::all_of(whole, [](char c) { return c >= '0' && c <= '9'; })) return std::string(digits);
  for (std::size_t at = whole.size(); at > 3;) {
    at -= 3;
    whole.insert(at, ",");
  }
  return whole + (dot == digits.npos ? "" : std::string(digits.substr(dot)));
}

std::string FigurePhrase(const Subject& subject) {
  const results::Row* row = subject.row();
  const std::string value = row != nullptr ? ValueText(*row) : std::string(subject.Get("value"));
  const std::string unit(row != nullptr ? row->unit_stated.empty() ? round::TextOf(row->unit) : row->unit_stated
                                        : subject.Get("unit"));
  if (value.empty()) return {};
  const std::string figure = GroupedFigure(value) + (unit.empty() ? "" : " " + UnitWord(unit));
  if (!IsTime(unit)) return figure;
  const auto scenario = round::ParseScenario(subject.Get("scenario"));
  if (scenario == round::Scenario::kSingleStream) return "a 90th-percentile latency of " + figure;
  if (scenario == round::Scenario::kMultiStream) return "a 99th-percentile latency of " + figure;
  return "a latency of " + figure;
}

std::string HardwarePhrase(const Subject& subject) {
  if (const results::Row* row = subject.row(); row != nullptr) {
    const results::System& system = *row->system;
    if (system.accelerators.source == results::AcceleratorCount::Source::kNone) return std::string(system.host_processor);
    // A name that carries its own counts says it all.
    const bool counted = system.accelerators.source == results::AcceleratorCount::Source::kName;
    const std::string count = system.accelerators.total && !counted ? std::to_string(*system.accelerators.total) : "";
    return Hardware(count, system.accelerator, system.host_processor);
  }
  return Hardware(subject.Get("accelerators"), subject.Get("accelerator"), subject.Get("host_processor"));
}

std::string SystemPhrase(const Subject& subject) {
  const results::Row* row = subject.row();
  std::string name = row != nullptr ? ShortSystem(row->system->name, row->system->id)
                                    : std::string(subject.Get("system"));
  std::string parts = HardwarePhrase(subject);
  if (name.empty()) name = parts;
  if (parts == name) parts.clear();
  const std::string software(row != nullptr ? SoftwareOf(*row) : subject.Get("software"));
  if (!software.empty()) parts += (parts.empty() ? "" : ", ") + software;
  const std::string precision = row != nullptr ? results::NameOf(row->weights) : std::string(subject.Get("precision"));
  if (!precision.empty()) {
    parts += (parts.empty() ? "" : "; ") +
             (precision == "undisclosed" ? std::string("precision not disclosed") : "weights " + precision);
  }
  return parts.empty() ? name : name + " (" + parts + ")";
}

StatedRow::StatedRow(const Subject& subject) {
  const round::Round* rules = round::FindRound(subject.matched.round);
  const auto scenario = round::ParseScenario(subject.Get("scenario"));
  const std::string_view name = subject.Get("benchmark").empty() ? subject.Get("model") : subject.Get("benchmark");
  if (rules == nullptr || !scenario || name.empty()) return;
  const auto named = round::BenchmarksNamed(*rules, name);
  if (named.empty()) return;
  // Both gates of a benchmark are measured under the same bounds.
  system_.round = rules->name;
  row_.system = &system_;
  row_.benchmark = named.front();
  row_.scenario = *scenario;
  known_ = true;
}

BoundPhrase BoundPhraseOf(const Subject& subject) {
  const StatedRow stated(subject);
  const results::Row* row = subject.row() != nullptr ? subject.row() : stated.row();
  if (row == nullptr) return {};
  results::SlaReading reading = results::ReadSla(*row, {});
  if (reading.theirs.starts_with("no")) return {};
  for (std::size_t at; (at = reading.theirs.find(", ")) != std::string::npos;) reading.theirs.replace(at, 2, " and ");
  return {reading.theirs, reading.by_rule};
}

}  // namespace assay::citation
