// SPDX-License-Identifier: Apache-2.0
#include "run/distance_sides.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "results/comparable.h"
#include "run/round_words.h"
#include "spec/quantity.h"
#include "spec/resolved_yaml.h"

namespace assay::run {
namespace {

using fit::Axis;
using fit::Side;
using spec::NumberText;

constexpr std::string_view kStated = "stated in the row";
constexpr std::string_view kOfReference = "of the reference's ";
constexpr std::string_view kLargestClass = "share of the largest class";

Side Of(std::string words, std::string_view source) {
  if (words.empty()) return {};
  return {.words = std::move(words), .number = {}, .unit = {}, .source = std::string(source)};
}

Side Of(std::string words, double number, std::string_view unit, std::string_view source) {
  return {.words = std::move(words),
          .number = number,
          .unit = std::string(unit),
          .source = std::string(source)};
}

void Add(std::string& list, const std::string& next) {
  if (next.empty() || ("," + list + ",").find("," + next + ",") != std::string::npos) return;
  list += (list.empty() ? "" : ", ") + next;
}

const round::ReferenceFact* FactOf(const results::Row& row, std::string_view axis) {
  const std::string_view family = round::FamilyOf(row.benchmark);
  for (const round::ReferenceFact& fact : round::AllReferenceFacts()) {
    if (fact.benchmark == family && fact.axis == axis) return &fact;
  }
  return nullptr;
}

Side Fact(const results::Row& row, std::string_view axis) {
  const round::ReferenceFact* const fact = FactOf(row, axis);
  if (!fact) return {};
  return {.words = std::string(fact->value),
          .number = fact->number,
          .unit = std::string(fact->unit),
          .source = std::string(fact->source)};
}

const round::Benchmark* RulesOf(const results::Row& row) {
  const round::Round* const round = row.rules();
  return round ? round->Find(row.benchmark) : nullptr;
}

// --- theirs

Side TheirModel(const results::Row& row) {
  if (row.other_model)
    return Of(std::string(row.model_stated) + " (open division: another model)", kStated);
  const Side fact = Fact(row, "model");
  return fact.words.empty() ? Of(std::string(row.benchmark), kStated) : fact;
}

Side TheirData(const results::Row& row) {
  Side data = Fact(row, "data");
  const Side task = Fact(row, "task");
  if (!data.words.empty() && !task.words.empty()) data.words += " (" + task.words + ")";
  return data;
}

Side TheirSla(const results::Row& row) {
  const round::Benchmark* const rules = RulesOf(row);
  const round::ScenarioRule* const rule = rules ? rules->Find(row.scenario) : nullptr;
  if (!rule) return {};
  const std::string bound = BoundWords(*rule);
  if (bound.empty()) {
    const bool measured = round::LowerIsBetter(row.unit);
    return Of(measured ? "none: the latency is the result" : "none", rules->where);
  }
  if (rule->ttft_p99_ns || rule->tpot_p99_ns) return Of(bound, rules->where);
  return Of(bound, static_cast<double>(*rule->latency_bound_ns) / 1e6,
            "ms at p" + NumberText(rule->percentile * 100), rules->where);
}

Side TheirHardware(const results::Row& row) {
  const results::System& system = *row.system;
  if (system.accelerators.source == results::AcceleratorCount::Source::kNone ||
      system.accelerator.empty()) {
    return Of(std::string(system.host_processor), kStated);
  }
  const std::string count =
      system.accelerators.total ? std::to_string(*system.accelerators.total) + "x " : std::string();
  return Of(count + std::string(system.accelerator), kStated);
}

// --- ours

std::string_view KindWords(spec::TaskKind kind) {
  switch (kind) {
    case spec::TaskKind::kBinary:
      return "yes or no of each case";
    case spec::TaskKind::kMulticlass:
      return "one of several classes";
    case spec::TaskKind::kDetection:
      return "object detection";
    case spec::TaskKind::kQa:
      return "question answering";
    case spec::TaskKind::kSummarisation:
      return "summarisation";
    case spec::TaskKind::kSpeech:
      return "speech to text";
    case spec::TaskKind::kSegmentation:
      return "segmentation";
    case spec::TaskKind::kRecommendation:
      return "recommendation";
    case spec::TaskKind::kRetrieval:
      return "retrieval";
    case spec::TaskKind::kGeneration:
      return "text generation";
    case spec::TaskKind::kPipeline:
      return "several models in a row";
    case spec::TaskKind::kExternal:
      return "judged elsewhere";
  }
  return "";
}

Side OurModel(const spec::Spec& spec) {
  std::string models;
  for (const spec::System& system : spec.systems) {
    Add(models,
        system.model.empty() ? system.executor : system.model.substr(system.model.rfind('/') + 1));
  }
  return Of(models, spec::OriginOf(spec, spec.systems.empty()
                                             ? "systems"
                                             : "systems." + spec.systems.front().id + ".model"));
}

Side OurData(const spec::Spec& spec) {
  const spec::Split* const split = spec.JudgedSplit();
  if (!split) return {};
  return Of(split->path + " (" + std::string(KindWords(spec.task.kind)) + ")",
            spec::OriginOf(spec, "data." + split->name + ".path"));
}

Side OurBalance(const spec::Spec& spec) {
  if (!spec.data.base_rate) return {};
  const double rate = spec.data.base_rate->value;
  return Of("two classes, " + NumberText(rate) + " of all positive", std::max(rate, 1 - rate),
            kLargestClass, spec::OriginOf(spec, "data.base_rate.value"));
}

Side OurInput(const spec::Spec& spec, const std::optional<double>& size, const Side& theirs) {
  if (size)
    return Of(NumberText(*size) + " " + theirs.unit + " on average", *size, theirs.unit,
              "--input-size");
  const spec::InputSpec& input = spec.data.input;
  if (input.image) return Of("images", spec::OriginOf(spec, "data.input.image"));
  if (input.columns.empty() || input.columns.front() == "*") return {};
  return Of(std::to_string(input.columns.size()) + " columns of a table",
            static_cast<double>(input.columns.size()), "columns",
            spec::OriginOf(spec, "data.input.columns"));
}

Side OurOutput(const spec::Spec& spec, const std::optional<double>& size, const Side& theirs) {
  if (size)
    return Of(NumberText(*size) + " " + theirs.unit + " on average", *size, theirs.unit,
              "--output-size");
  if (spec.task.kind != spec::TaskKind::kBinary && spec.task.kind != spec::TaskKind::kMulticlass)
    return {};
  return Of("one label", 1, "labels", spec::OriginOf(spec, "task.kind"));
}

// The claim that says what accuracy we ask for: on the primary metric if there is one, else the
// primary claim.
const spec::Claim* QualityClaim(const spec::Spec& spec) {
  const auto on_primary = [&](const spec::Claim& claim) {
    return claim.metric == spec.scoring.primary;
  };
  auto found = std::ranges::find_if(spec.claims, on_primary);
  if (found == spec.claims.end())
    found = std::ranges::find(spec.claims, true, &spec::Claim::primary);
  return found == spec.claims.end() ? nullptr : &*found;
}

// Numbers only where both speak of one metric: a share of one metric's reference says nothing of
// another metric. Of the benchmarks' metrics ours has the accuracy of classes, which the checker
// counts in percent where it is above 1.
std::pair<Side, Side> QualityBars(const results::Row& row, const spec::Spec& spec) {
  std::pair<Side, Side> sides;
  const round::Benchmark* const rules = RulesOf(row);
  const spec::Claim* const claim = QualityClaim(spec);
  const bool relative = claim && claim->bound.is_gate();
  const auto unit = [&](std::string_view metric) {
    return std::string(relative ? kOfReference : "") +
           std::string(metric == "acc" ? "accuracy" : metric);
  };
  if (rules && !rules->gates.empty()) {
    const round::Gate& gate = rules->gates.front();
    sides.second = Of(GateWords(gate), rules->where);
    sides.second.unit = unit(gate.metric);
    sides.second.number = relative ? gate.share : gate.target;
    if (!relative && gate.metric == "acc" && gate.target > 1)
      sides.second.number = *gate.target / 100;
  }
  if (claim) {
    sides.first = Of(claim->metric + " " + claim->bound.text, claim->bound.limit.value,
                     unit(claim->metric), spec::OriginOf(spec, "claims." + claim->id + ".bound"));
  }
  return sides;
}

std::string TrafficWord(const spec::Scenario& scenario) {
  if (const auto* server = std::get_if<spec::Server>(&scenario)) return server->label;
  if (const auto* own = std::get_if<spec::OwnTraffic>(&scenario))
    return "own arrivals: " + own->arrival;
  return std::string(spec::ScenarioName(scenario));
}

Side OurTraffic(const spec::Spec& spec) {
  std::string words;
  for (const spec::Traffic& traffic : spec.traffic) Add(words, TrafficWord(traffic.scenario));
  if (spec.traffic.empty()) return {};
  return Of(words, spec::OriginOf(spec, "traffic." + spec.traffic.front().name + ".scenario"));
}

Side BoundSide(double percentile, std::int64_t ns, const std::string& source) {
  const double ms = static_cast<double>(ns) / 1e6;
  const std::string name = "p" + NumberText(percentile * 100);
  return Of(name + " latency at most " + NumberText(ms) + " ms", ms, "ms at " + name, source);
}

// The bound of the traffic that is sent as the row's was, else that of serving.sla, else the first
// there is.
Side OurSla(const spec::Spec& spec, round::Scenario scenario) {
  const spec::Traffic* chosen = nullptr;
  for (const spec::Traffic& traffic : spec.traffic) {
    if (!traffic.latency) continue;
    const bool same = TrafficWord(traffic.scenario) == round::NameOf(scenario);
    if (!chosen || same) chosen = &traffic;
    if (same) break;
  }
  const bool same = chosen && TrafficWord(chosen->scenario) == round::NameOf(scenario);
  if (!same && spec.serving) {
    const auto& bounds = spec.serving->sla.percentile_ns;
    if (const auto p99 = bounds.find("p99"); p99 != bounds.end()) {
      return BoundSide(0.99, p99->second, spec::OriginOf(spec, "serving.sla.p99"));
    }
  }
  if (!chosen) return {};
  return BoundSide(chosen->latency->percentile, chosen->latency->at_most_ns,
                   spec::OriginOf(spec, "traffic." + chosen->name + ".latency.at_most"));
}

Side OurPrecision(const spec::Spec& spec) {
  if (spec.standard_stack && !spec.standard_stack->precision.empty()) {
    return Of(results::NameOf(results::ParsePrecision(spec.standard_stack->precision)),
              spec::OriginOf(spec, "standard_stack.precision"));
  }
  std::string words, origin;
  for (const spec::System& system : spec.systems) {
    const results::Precision precision = results::ParsePrecision(system.precision);
    if (!precision.disclosed) continue;
    if (origin.empty()) origin = spec::OriginOf(spec, "systems." + system.id + ".precision");
    Add(words, results::NameOf(precision));
  }
  return Of(words, origin);
}

Side OurSoftware(const spec::Spec& spec) {
  if (spec.standard_stack && !spec.standard_stack->runtime.empty()) {
    const std::string& version = spec.standard_stack->version;
    return Of(spec.standard_stack->runtime + (version.empty() ? "" : " " + version),
              spec::OriginOf(spec, "standard_stack.runtime"));
  }
  std::string words;
  for (const spec::System& system : spec.systems) Add(words, system.executor);
  if (spec.systems.empty()) return {};
  return Of(words, spec::OriginOf(spec, "systems." + spec.systems.front().id + ".executor"));
}

Side OurHardware(const spec::Spec& spec) {
  if (!spec.standard_stack) return {};
  return Of(spec.standard_stack->hardware, spec::OriginOf(spec, "standard_stack.hardware"));
}

}  // namespace

std::vector<fit::DistanceSides> DistanceSidesOf(const results::Row& row, const spec::Spec& spec,
                                                const OurSizes& sizes) {
  const Side input = Fact(row, "input_size"), output = Fact(row, "output_size");
  const auto [our_bar, their_bar] = QualityBars(row, spec);
  const bool pipeline = spec.task.kind == spec::TaskKind::kPipeline;
  return {
      {Axis::kModel, OurModel(spec), TheirModel(row)},
      {Axis::kData, OurData(spec), TheirData(row)},
      {Axis::kClassBalance, OurBalance(spec), Fact(row, "class_balance")},
      {Axis::kInputSize, OurInput(spec, sizes.input, input), input},
      {Axis::kOutputSize, OurOutput(spec, sizes.output, output), output},
      {Axis::kQualityBar, our_bar, their_bar},
      {Axis::kTraffic, OurTraffic(spec), Of(std::string(round::NameOf(row.scenario)), kStated)},
      {Axis::kSla, OurSla(spec, row.scenario), TheirSla(row)},
      {Axis::kPrecision, OurPrecision(spec), Of(results::NameOf(row.weights), kStated)},
      {Axis::kHardware, OurHardware(spec), TheirHardware(row)},
      {Axis::kSoftware, OurSoftware(spec), Of(std::string(row.system->framework), kStated)},
      {Axis::kPipeline,
       Of(pipeline ? "several models in a row" : "one model", spec::OriginOf(spec, "task.kind")),
       Fact(row, "pipeline")},
  };
}

}  // namespace assay::run
