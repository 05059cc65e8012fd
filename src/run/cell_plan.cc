// SPDX-License-Identifier: Apache-2.0
#include "run/cell_plan.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "assay/arrival.h"
#include "stats/early_stopping.h"

namespace assay::run {
namespace {

// A closed loop's schedule is sized by the expected latency and ends in an error when it runs dry, so the probe's
// estimate is halved: a system that turns out twice as fast as its probe still has queries left.
constexpr double kProbeMargin = 0.5;

struct Rate {
  std::optional<double> value;
  std::string origin;
};

Rate FillScenario(spec::Scenario& scenario, const std::optional<load::ProbeEstimate>& probe) {
  if (auto* single = std::get_if<spec::SingleStream>(&scenario)) {
    if (single->expected_latency_ns > 0) return {1e9 / single->expected_latency_ns, "spec"};
    single->expected_latency_ns = probe ? probe->latency_ns * kProbeMargin : 0;
    return {probe ? std::optional(1e9 / probe->latency_ns) : std::nullopt, "probe"};
  }
  if (auto* multi = std::get_if<spec::MultiStream>(&scenario)) {
    if (multi->interval_ns > 0) return {1e9 / static_cast<double>(multi->interval_ns), "spec"};
    if (multi->expected_latency_ns > 0) return {1e9 / multi->expected_latency_ns, "spec"};
    multi->expected_latency_ns = probe ? probe->latency_ns * kProbeMargin : 0;
    return {probe ? std::optional(1e9 / probe->latency_ns) : std::nullopt, "probe"};
  }
  if (auto* offline = std::get_if<spec::Offline>(&scenario)) {
    if (offline->expected_qps > 0) return {offline->expected_qps, "spec"};
    offline->expected_qps = probe ? probe->rate_qps : 0;
    return {probe ? std::optional(probe->rate_qps) : std::nullopt, "probe"};
  }
  if (const auto* server = std::get_if<spec::Server>(&scenario)) return {server->target_qps, "spec"};
  const auto& own = std::get<spec::OwnTraffic>(scenario);
  return {own.rate_qps > 0 ? std::optional(own.rate_qps) : std::nullopt, own.rate_qps > 0 ? "spec" : ""};
}

Results<std::vector<std::int64_t>> Arrivals(const spec::Spec& spec, const spec::Traffic& traffic) {
  const auto& own = std::get<spec::OwnTraffic>(traffic.scenario);
  for (const ArrivalInfo* arrival : AllArrivals()) {
    if (arrival->name != own.arrival) continue;
    ArrivalRequest request;
    request.rate_qps = own.rate_qps;
    request.duration_ns = traffic.duration_ns;
    request.min_query_count = traffic.min_queries;
    request.seed = traffic.seeds.schedule;
    for (const auto& [name, value] : own.parameters) {
      request.parameters.emplace_back(name, name == "file" ? spec.Resolve(value) : value);
    }
    return arrival->generate(request);
  }
  return std::unexpected(Errors{{ErrorCode::kUnknownName, "no arrival is called '" + own.arrival + "'", {},
                                 "`assay list arrivals` shows them"}});
}

bool IsClosedLoop(const spec::Scenario& scenario) {
  return std::holds_alternative<spec::SingleStream>(scenario) || std::holds_alternative<spec::MultiStream>(scenario);
}

}  // namespace

bool NeedsProbe(const spec::Traffic& traffic) {
  if (traffic.mode == spec::Mode::kAccuracy) return false;
  spec::Scenario scenario = traffic.scenario;
  return (IsClosedLoop(scenario) || std::holds_alternative<spec::Offline>(scenario)) &&
         !FillScenario(scenario, std::nullopt).value.has_value();
}

double JudgedPercentile(const spec::Traffic& traffic) {
  if (traffic.latency) return traffic.latency->percentile;
  return std::holds_alternative<spec::SingleStream>(traffic.scenario) ? 0.90 : 0.99;
}

std::uint64_t MinQueryCount(const spec::Traffic& traffic) {
  if (traffic.min_queries > 0) return traffic.min_queries;
  if (std::holds_alternative<spec::Offline>(traffic.scenario) || traffic.mode == spec::Mode::kAccuracy) return 1;
  if (std::holds_alternative<spec::OwnTraffic>(traffic.scenario)) return 1;  // the trace or the duration decides
  return stats::MinPassing(JudgedPercentile(traffic), 1).value_or(99) + 1;
}

Results<CellPlan> PlanCell(const spec::Spec& spec, const spec::Traffic& traffic, std::uint64_t dataset_size,
                           const std::optional<load::ProbeEstimate>& probe) {
  CellPlan plan;
  load::PlanSettings settings;
  settings.scenario = traffic.scenario;
  Rate rate = FillScenario(settings.scenario, probe);
  const bool accuracy = traffic.mode == spec::Mode::kAccuracy;
  if (!accuracy && !rate.value && NeedsProbe(traffic)) {
    return std::unexpected(Errors{{ErrorCode::kMissingKey,
                                   "traffic." + traffic.name + ": the system's speed isn't known",
                                   {},
                                   "state expected_latency or expected_rate, or let a probe measure it"}});
  }
  settings.mode = accuracy ? spec::Mode::kAccuracy : spec::Mode::kPerformance;
  settings.seeds = traffic.seeds;
  settings.order = traffic.order;
  settings.same_index = traffic.same_index;
  settings.min_duration_ns = accuracy ? 0 : traffic.duration_ns;
  settings.min_query_count = MinQueryCount(traffic);
  settings.total_sample_count = dataset_size;
  settings.performance_sample_count = dataset_size;
  settings.performance_sample_count_override = accuracy ? 0 : std::min(traffic.sample_count, dataset_size);
  if (!accuracy && std::holds_alternative<spec::OwnTraffic>(settings.scenario)) {
    auto arrivals = Arrivals(spec, traffic);
    if (!arrivals) return std::unexpected(std::move(arrivals).error());
    settings.arrivals_ns = *std::move(arrivals);
    if (traffic.min_queries == 0) settings.min_query_count = settings.arrivals_ns.size();
  }
  auto series = load::PlanRun(settings);
  if (!series) return std::unexpected(std::move(series).error());
  plan.series = std::move(series->front());
  plan.rate_asked = accuracy ? std::nullopt : rate.value;
  plan.rate_origin = accuracy ? "" : rate.origin;
  plan.min_query_count = plan.series.min_query_count;
  plan.min_duration_ns = settings.min_duration_ns;
  return plan;
}

}  // namespace assay::run
