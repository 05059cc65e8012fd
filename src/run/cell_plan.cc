// SPDX-License-Identifier: Apache-2.0
#include "run/cell_plan.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "assay/arrival.h"
#include "run/spec_place.h"
#include "stats/early_stopping.h"

namespace assay::run {
namespace {

// A schedule that runs dry before its time makes the run INVALID, so a probed system counts as this much faster than its
// probe found it.
constexpr double kProbeMargin = 2.5;

// Fills what a probe must tell and the spec didn't. Returns where the plan's size comes from: "spec", "probe", or empty
// when it isn't known.
std::string FillExpected(spec::Scenario& scenario, const std::optional<load::ProbeOutcome>& probe) {
  const auto fill = [&](double& expected, double found) -> std::string {
    if (expected > 0) return "spec";
    if (!probe) return "";
    expected = found;
    return "probe";
  };
  const double latency_ns = probe ? probe->query_latency_ns / kProbeMargin : 0;
  if (auto* single = std::get_if<spec::SingleStream>(&scenario)) return fill(single->expected_latency_ns, latency_ns);
  if (auto* multi = std::get_if<spec::MultiStream>(&scenario)) {
    if (multi->interval_ns == 0) return fill(multi->expected_latency_ns, latency_ns);
    multi->expected_latency_ns = static_cast<double>(multi->interval_ns);  // a query an interval, however long it takes
    return "spec";
  }
  if (auto* offline = std::get_if<spec::Offline>(&scenario)) {
    return fill(offline->expected_qps, probe ? probe->samples_per_second * kProbeMargin : 0);
  }
  return "spec";
}

std::optional<double> RateAsked(const spec::Scenario& scenario) {
  if (const auto* server = std::get_if<spec::Server>(&scenario)) return server->target_qps;
  const auto* own = std::get_if<spec::OwnTraffic>(&scenario);
  return own != nullptr && own->rate_qps > 0 ? std::optional(own->rate_qps) : std::nullopt;
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

struct PlannerName {
  std::string_view setting, key;
};

// A name that holds another stands before it.
constexpr PlannerName kPlannerNames[] = {
    {"target_qps", "rate"},
    {"expected_qps", "expected_rate"},
    {"expected_latency_ns", "expected_latency"},
    {"interval_ns", "interval"},
    {"min_duration_ns", "duration"},
    {"min_query_count", "min_queries"},
    {"same_index", "issue.same_index"},
    {"performance_sample_count_override", "issue.sample_count"},
    {"performance_sample_count", "issue.sample_count"},
    {"arrivals_ns", "arrivals"},
    {"order", "issue.order"},
    {"samples_per_query", "samples_per_query"},
    {"rate", "rate"},
    {"duration", "duration"},
    {"file", "arrivals"},
    {"shape", "arrivals"},
    {"speed", "arrivals"},
};

void ReplaceAll(std::string& text, std::string_view old, std::string_view with) {
  for (std::size_t at = text.find(old); at != text.npos; at = text.find(old, at + with.size())) {
    text.replace(at, old.size(), with);
  }
}

// The planner and the arrivals name their own settings; a user wrote the spec's keys.
Errors AtKeys(Errors errors, const spec::Spec& spec, const spec::Traffic& traffic) {
  const std::string entry = "traffic." + traffic.name;
  const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario);
  for (Error& error : errors) {
    for (Where& where : error.where) {
      if (!where.file.empty()) continue;  // a line of a trace
      const auto named = std::ranges::find(kPlannerNames, where.path, &PlannerName::setting);
      std::string_view key = named == std::end(kPlannerNames) ? "" : named->key;
      if (key == "samples_per_query" && multi != nullptr && multi->interval_ns > 0) key = "streams";
      where.path = key.empty() ? entry : entry + "." + std::string(key);
    }
    for (const auto& [setting, key] : kPlannerNames) {
      if (setting.find('_') == setting.npos) continue;  // an ordinary word, too
      ReplaceAll(error.what, setting, key);
      ReplaceAll(error.hint, setting, key);
    }
    PlaceInSpec(spec, entry, error);
  }
  return errors;
}

}  // namespace

bool NeedsProbe(const spec::Traffic& traffic) {
  spec::Scenario scenario = traffic.scenario;
  return traffic.mode != spec::Mode::kAccuracy && FillExpected(scenario, std::nullopt).empty();
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
                           const std::optional<load::ProbeOutcome>& probe) {
  CellPlan plan;
  load::PlanSettings settings;
  settings.scenario = traffic.scenario;
  const bool accuracy = traffic.mode == spec::Mode::kAccuracy;
  plan.size_origin = accuracy ? "data" : FillExpected(settings.scenario, probe);
  if (plan.size_origin.empty()) {
    Error error{ErrorCode::kMissingKey, "the system's speed isn't known", {},
                "state expected_latency or expected_rate, or let a probe measure it"};
    PlaceInSpec(spec, "traffic." + traffic.name, error);
    return std::unexpected(Errors{std::move(error)});
  }
  // Accuracy asks every case once, whatever the expectation; the planner still wants a positive one.
  if (auto* offline = std::get_if<spec::Offline>(&settings.scenario); offline != nullptr && accuracy) {
    offline->expected_qps = 1;
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
    if (!arrivals) return std::unexpected(AtKeys(std::move(arrivals).error(), spec, traffic));
    settings.arrivals_ns = *std::move(arrivals);
    if (traffic.min_queries == 0) settings.min_query_count = settings.arrivals_ns.size();
  }
  auto series = load::PlanRun(settings);
  if (!series) return std::unexpected(AtKeys(std::move(series).error(), spec, traffic));
  plan.series = std::move(series->front());
  if (!accuracy) plan.rate_asked = RateAsked(settings.scenario);
  plan.min_query_count = plan.series.min_query_count;
  plan.min_duration_ns = settings.min_duration_ns;
  return plan;
}

}  // namespace assay::run
