// SPDX-License-Identifier: Apache-2.0
#include "run/plan_text.h"

#include <algorithm>
#include <charconv>
#include <variant>

#include "base/json.h"
#include "run/cell_plan.h"
#include "run/cell_run.h"
#include "run/measurement_text.h"
#include "run/run_spec.h"
#include "spec/resolved_yaml.h"

namespace assay::run {
namespace {

std::string Right(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

std::string Left(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 2, width + 2), ' ');
  return text;
}

// Arrivals at their times end with the last one; a closed loop goes on until both its minima are met.
double ExpectedSeconds(const spec::Traffic& traffic, const load::Series& series) {
  const load::Schedule& schedule = series.schedule;
  const auto loop = [&](double query_ns) {
    return std::max(static_cast<double>(traffic.duration_ns), static_cast<double>(series.min_query_count) * query_ns) / 1e9;
  };
  if (const auto* single = std::get_if<spec::SingleStream>(&traffic.scenario)) return loop(single->expected_latency_ns);
  if (const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario)) {
    return loop(multi->interval_ns > 0 ? static_cast<double>(multi->interval_ns) : multi->expected_latency_ns);
  }
  if (const auto* offline = std::get_if<spec::Offline>(&traffic.scenario)) {
    return static_cast<double>(schedule.sample_index.size()) / offline->expected_qps;
  }
  return static_cast<double>(schedule.due_ns.back()) / 1e9;
}

void WriteComparisonNeeds(base::JsonWriter& json, const ComparisonNeeds& needs) {
  json.BeginObject().Member("level", 0.95).Member("power", 0.8);
  json.Member("planned_repeats", needs.planned_repeats).Member("interleaved", needs.interleaved).Key("repeats").BeginArray();
  for (const RepeatNeed& need : needs.repeats) {
    json.BeginObject().Member("slowdown", need.slowdown).Member("deviation", need.deviation);
    json.Member("repeats", need.repeats).EndObject();
  }
  json.EndArray().Key("items").BeginArray();
  for (const ItemNeed& need : needs.items) {
    json.BeginObject().Member("discordance", need.discordance).Member("difference", need.difference);
    json.Member("items", need.items).EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace

Results<RunPlan> PlanOf(const spec::Spec& spec) {
  auto data = OpenData(spec);
  if (!data) return std::unexpected(std::move(data).error());
  RunPlan plan;
  plan.resolved_yaml = spec::ResolvedYaml(spec);
  plan.labels = LabelNeeds(spec, *data);
  if (spec.systems.size() > 1) plan.comparison = ComparisonNeedsOf(spec.stats.repeat, spec.stats.interleave);
  Errors errors;
  for (const PlannedCell& cell : PlannedCells(spec)) {
    PlannedLoad load{.cell = CellPath{cell.system->id, cell.traffic.name, cell.repeat}.Relative()};
    load.scenario = spec::ScenarioName(cell.traffic.scenario);
    load.min_queries = MinQueryCount(cell.traffic);
    const bool accuracy = cell.traffic.mode == spec::Mode::kAccuracy;
    if (accuracy) load.scenario = "every case once";
    if (!NeedsProbe(cell.traffic)) {
      auto planned = PlanCell(spec, cell.traffic, SampleCount(data->judged_split()), std::nullopt);
      if (!planned) {
        errors.insert(errors.end(), planned.error().begin(), planned.error().end());
        continue;
      }
      const load::Schedule& schedule = planned->series.schedule;
      load.queries = schedule.queries();
      load.samples = schedule.sample_index.size();
      if (!accuracy) load.expected_seconds = ExpectedSeconds(cell.traffic, planned->series);
    } else if (cell.traffic.duration_ns > 0) {
      load.expected_seconds = static_cast<double>(cell.traffic.duration_ns) / 1e9;
    }
    plan.expected_seconds += load.expected_seconds.value_or(0);
    plan.loads.push_back(std::move(load));
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return plan;
}

std::string PlanText(const RunPlan& plan) {
  std::string text = plan.resolved_yaml + "\n";
  std::size_t cell_width = 4, scenario_width = 8;
  for (const PlannedLoad& load : plan.loads) {
    cell_width = std::max(cell_width, load.cell.size());
    scenario_width = std::max(scenario_width, load.scenario.size());
  }
  text += Left("cell", cell_width) + Left("scenario", scenario_width) + Right("queries", 10) + Right("samples", 10) +
          Right("at least", 10) + Right("seconds", 9) + "\n";
  for (const PlannedLoad& load : plan.loads) {
    const auto count = [](const std::optional<std::uint64_t>& n) { return n ? std::to_string(*n) : "by probe"; };
    text += Left(load.cell, cell_width) + Left(load.scenario, scenario_width) + Right(count(load.queries), 10) +
            Right(count(load.samples), 10) + Right(std::to_string(load.min_queries), 10) +
            Right(load.expected_seconds ? Fixed(*load.expected_seconds, 1) : "-", 9) + "\n";
  }
  text += "expected: " + Fixed(plan.expected_seconds, 1) + " s of load, besides loading, probes and accuracy passes\n";
  for (const LabelNeed& need : plan.labels) {
    text += "claim " + need.claim + ": " + std::to_string(need.available) + " " + need.cases + " there; to PASS >= " +
            Fixed(need.bound, 3) +
            (need.without_a_miss ? " it takes " + std::to_string(*need.without_a_miss) + " without a miss"
                                 : " no number is enough");
    if (need.likely) {
      text += ", " + std::to_string(*need.likely) + " for 80 % power if the truth is " + Fixed((1 + need.bound) / 2, 3);
    }
    text += "\n";
  }
  if (plan.comparison) text += ComparisonNeedsText(*plan.comparison);
  return text;
}

std::string PlanJson(const RunPlan& plan) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.plan/1").Key("loads").BeginArray();
  for (const PlannedLoad& load : plan.loads) {
    json.BeginObject().Member("cell", load.cell).Member("scenario", load.scenario);
    json.Member("queries", load.queries).Member("samples", load.samples);
    json.Member("min_queries", load.min_queries).Member("expected_seconds", load.expected_seconds).EndObject();
  }
  json.EndArray().Member("expected_seconds", plan.expected_seconds).Key("labels").BeginArray();
  for (const LabelNeed& need : plan.labels) {
    json.BeginObject().Member("claim", need.claim).Member("cases", need.cases).Member("bound", need.bound);
    json.Member("available", need.available).Member("without_a_miss", need.without_a_miss);
    json.Member("likely", need.likely).EndObject();
  }
  json.EndArray().Key("comparison");
  if (plan.comparison) WriteComparisonNeeds(json, *plan.comparison);
  else json.Null();
  json.Member("resolved_yaml", plan.resolved_yaml).EndObject();
  return text + "\n";
}

}  // namespace assay::run
