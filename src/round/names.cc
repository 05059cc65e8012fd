// SPDX-License-Identifier: Apache-2.0
// Names of scenarios, categories and units, and their reading.
#include <algorithm>
#include <iterator>
#include <utility>

#include "round/round.h"
#include "round/spelling.h"

namespace assay::round {
namespace {

constexpr std::pair<Scenario, std::string_view> kScenarios[] = {
    {Scenario::kSingleStream, "SingleStream"}, {Scenario::kMultiStream, "MultiStream"},
    {Scenario::kServer, "Server"},             {Scenario::kInteractive, "Interactive"},
    {Scenario::kOffline, "Offline"},
};

constexpr std::pair<ResultUnit, std::string_view> kUnits[] = {
    {ResultUnit::kSamplesPerSecond, "Samples/s"}, {ResultUnit::kQueriesPerSecond, "Queries/s"},
    {ResultUnit::kTokensPerSecond, "Tokens/s"},   {ResultUnit::kLatencyMs, "Latency (ms)"},
    {ResultUnit::kLatencyS, "Latency (s)"},       {ResultUnit::kStreams, "Streams"},
    {ResultUnit::kWatts, "Watts"},                {ResultUnit::kMillijoules, "millijoules"},
};

// Keys as KeyOf makes them: "tokens/sec" is "tokenssec".
constexpr std::pair<std::string_view, ResultUnit> kUnitKeys[] = {
    {"latencyms", ResultUnit::kLatencyMs},
    {"ms", ResultUnit::kLatencyMs},
    {"msec", ResultUnit::kLatencyMs},
    {"millisecond", ResultUnit::kLatencyMs},
    {"milliseconds", ResultUnit::kLatencyMs},
    {"latencys", ResultUnit::kLatencyS},
    {"s", ResultUnit::kLatencyS},
    {"sec", ResultUnit::kLatencyS},
    {"second", ResultUnit::kLatencyS},
    {"seconds", ResultUnit::kLatencyS},
    {"stream", ResultUnit::kStreams},
    {"streams", ResultUnit::kStreams},
    {"w", ResultUnit::kWatts},
    {"watt", ResultUnit::kWatts},
    {"watts", ResultUnit::kWatts},
    {"mj", ResultUnit::kMillijoules},
    {"millijoule", ResultUnit::kMillijoules},
    {"millijoules", ResultUnit::kMillijoules},
    {"qps", ResultUnit::kQueriesPerSecond},
    {"sps", ResultUnit::kSamplesPerSecond},
    {"tps", ResultUnit::kTokensPerSecond},
};

// A rate is a thing and "per second" in one of its spellings.
constexpr std::pair<std::string_view, ResultUnit> kThings[] = {
    {"samples", ResultUnit::kSamplesPerSecond},    {"sample", ResultUnit::kSamplesPerSecond},
    {"images", ResultUnit::kSamplesPerSecond},     {"inferences", ResultUnit::kSamplesPerSecond},
    {"queries", ResultUnit::kQueriesPerSecond},    {"query", ResultUnit::kQueriesPerSecond},
    {"tokens", ResultUnit::kTokensPerSecond},      {"token", ResultUnit::kTokensPerSecond},
    {"toks", ResultUnit::kTokensPerSecond},        {"tok", ResultUnit::kTokensPerSecond},
};
constexpr std::string_view kPerSecond[] = {"s", "sec", "second", "persecond", "persec", "pers"};

}  // namespace

std::string_view NameOf(Scenario scenario) {
  for (const auto& [value, name] : kScenarios) {
    if (value == scenario) return name;
  }
  return "";
}

std::optional<Scenario> ParseScenario(std::string_view text) {
  const std::string key = KeyOf(text);
  for (const auto& [value, name] : kScenarios) {
    if (KeyOf(name) == key) return value;
  }
  return std::nullopt;
}

std::string_view NameOf(Category category) { return category == Category::kDatacenter ? "datacenter" : "edge"; }

std::string_view TextOf(ResultUnit unit) {
  for (const auto& [value, name] : kUnits) {
    if (value == unit) return name;
  }
  return "";
}

std::optional<ResultUnit> ParseUnit(std::string_view text) {
  for (const auto& [unit, name] : kUnits) {
    if (name == text) return unit;  // as the tables write it: no need to look closer
  }
  const std::string key = KeyOf(text);
  for (const auto& [known, unit] : kUnitKeys) {
    if (known == key) return unit;
  }
  for (const auto& [thing, unit] : kThings) {
    if (!std::string_view(key).starts_with(thing)) continue;
    const std::string_view rest = std::string_view(key).substr(std::string_view(thing).size());
    if (std::ranges::find(kPerSecond, rest) != std::end(kPerSecond)) return unit;
  }
  return std::nullopt;
}

bool LowerIsBetter(ResultUnit unit) {
  return unit == ResultUnit::kLatencyMs || unit == ResultUnit::kLatencyS || unit == ResultUnit::kWatts ||
         unit == ResultUnit::kMillijoules;
}

}  // namespace assay::round
