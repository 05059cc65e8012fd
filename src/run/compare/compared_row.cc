// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compared_row.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "round/round.h"

namespace assay::run {
namespace {

using round::ResultUnit;

// The measurement of ours that a row's headline is of, and what turns its unit into ours.
struct Headline {
  std::string_view metric;
  double scale = 1;
};

std::optional<Headline> HeadlineOf(const results::Row& row) {
  switch (row.unit) {
    case ResultUnit::kSamplesPerSecond:
    case ResultUnit::kQueriesPerSecond: return Headline{"throughput"};  // of Server, where a query is one sample
    case ResultUnit::kLatencyMs:
    case ResultUnit::kLatencyS: {
      const std::string_view metric = row.scenario == round::Scenario::kMultiStream ? "query_latency_p99" : "latency_p90";
      return Headline{metric, row.unit == ResultUnit::kLatencyMs ? 1e6 : 1e9};
    }
    default: return std::nullopt;
  }
}

std::string Stated(std::string_view text) { return text.empty() ? "not stated" : std::string(text); }

std::string FactNamed(const Evaluation& run, std::string_view name) {
  for (const auto& [fact, value] : run.system.host) {
    if (fact == name) return value;
  }
  return {};
}

std::vector<double> OurFigures(const Evaluation& run, const std::string& system, const std::string& traffic,
                               const results::Row& row, std::string_view metric, std::vector<std::string>& limits) {
  std::vector<double> values;
  for (const CellResult& cell : run.cells) {
    const CellPath& path = cell.context.cell;
    if (cell.context.accuracy || path.system != system || (!traffic.empty() && path.traffic != traffic)) continue;
    if (cell.context.scenario != round::NameOf(row.scenario)) continue;
    if (!cell.verdict.valid) {
      limits.push_back("left out: " + path.Relative() + " is INVALID");
      continue;
    }
    const auto found = std::ranges::find(cell.measurements, metric, &Measurement::metric);
    if (found != cell.measurements.end() && found->value && *found->value > 0) values.push_back(*found->value);
  }
  return values;
}

}  // namespace

ComparedPart CompareWithRow(const Evaluation& run, const std::string& system, const std::string& traffic,
                            const results::Row& row) {
  const std::string scenario(round::NameOf(row.scenario));
  ComparedPart part{.name = "published row, " + scenario, .load = true, .published = true};
  const auto headline = HeadlineOf(row);
  const MetricInfo* info = headline ? FindMetric(headline->metric) : nullptr;
  ComparedMetric metric{.metric = std::string(headline ? headline->metric : round::TextOf(row.unit)), .relative = true};
  metric.of = "runs", metric.primary = true;
  std::vector<double> ours;
  if (info != nullptr) {
    metric.unit = info->unit, metric.better = info->better;
    ours = OurFigures(run, system, traffic, row, info->name, part.limits);
    metric.other = row.value * headline->scale;
  }
  if (!ours.empty()) {
    double sum = 0;
    for (const double value : ours) sum += std::log(value);
    metric.baseline = std::exp(sum / static_cast<double>(ours.size()));
    metric.n = 1;  // of the row
    metric.reason = "the row is one run on other hardware: no difference can be judged";
  } else {
    metric.reason = "the run has no valid " + scenario + " load with " +
                    (info == nullptr ? "a figure in " + std::string(round::TextOf(row.unit)) : std::string(info->name)) +
                    ", which is what the row states: " + std::string(row.value_stated) + " " + std::string(round::TextOf(row.unit));
  }
  const std::string host = FactNamed(run, "cpu");
  part.limits.push_back("hardware: " + (host.empty() ? "this host" : host) + " here, " + results::DescribeSystem(*row.system) + " there");
  part.limits.push_back("task: " + run.spec.task.name + " here, " + std::string(results::BenchmarkText(row)) + " there (`assay distance` says how far apart)");
  const spec::System* ours_system = run.spec.FindSystem(system);
  part.limits.push_back("precision: " + Stated(ours_system == nullptr ? "" : ours_system->precision) + " here, weights " +
                        Stated(row.weights_stated) + " there");
  part.limits.push_back("one figure stands for the row: how much it varies from run to run isn't published");
  if (row.withdrawn) part.limits.push_back("the row was withdrawn after publication");
  part.metrics.push_back(std::move(metric));
  return part;
}

}  // namespace assay::run
