// SPDX-License-Identifier: Apache-2.0
#include "results/spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "results/comparable.h"

namespace assay::results {
namespace {

using round::Scenario;

constexpr std::array kScenarios = {Scenario::kOffline, Scenario::kServer, Scenario::kInteractive,
                                   Scenario::kSingleStream};
// What each ratio buys: batching everything, relaxing the latency class, serving one at a time.
constexpr std::pair<Scenario, Scenario> kRatios[] = {{Scenario::kOffline, Scenario::kServer},
                                                     {Scenario::kOffline, Scenario::kInteractive},
                                                     {Scenario::kServer, Scenario::kInteractive},
                                                     {Scenario::kOffline, Scenario::kSingleStream},
                                                     {Scenario::kServer, Scenario::kSingleStream}};

bool Counts(const Row& row) {
  return row.valid && !row.withdrawn && !row.inferred.value_or(false) &&
         row.unit_state != UnitState::kContradicts && row.value > 0;
}

struct Rate {
  double per_second;
  bool tokens;
};

// A query of Server is one sample, so queries and samples divide; tokens don't. A latency is that of one sample at a time
// for SingleStream only.
std::optional<Rate> RateOf(const Row& row) {
  switch (row.unit) {
    case round::ResultUnit::kSamplesPerSecond:
    case round::ResultUnit::kQueriesPerSecond: return Rate{row.value, false};
    case round::ResultUnit::kTokensPerSecond: return Rate{row.value, true};
    case round::ResultUnit::kLatencyMs:
      if (row.scenario == Scenario::kSingleStream) return Rate{1e3 / row.value, false};
      return std::nullopt;
    case round::ResultUnit::kLatencyS:
      if (row.scenario == Scenario::kSingleStream) return Rate{1 / row.value, false};
      return std::nullopt;
    default: return std::nullopt;
  }
}

std::optional<double> Ratio(const Row* over, const Row* under) {
  if (over == nullptr || under == nullptr) return std::nullopt;
  const auto above = RateOf(*over), below = RateOf(*under);
  if (!above || !below || above->tokens != below->tokens) return std::nullopt;
  return above->per_second / below->per_second;
}

using Task = std::tuple<const System*, std::string_view, std::string_view, bool>;  // benchmark, model when another, power
using ByScenario = std::map<Scenario, const Row*>;

Task TaskOf(const Row& row) {
  return {row.system, BenchmarkText(row), row.other_model ? row.model_stated : std::string_view{}, row.has_power};
}

// The 10th percentile and so on of sorted values, between neighbours in proportion (Hyndman and Fan 1996, type 7).
double Quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(std::floor(place));
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (place - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

// The closed rows of `all` by task, and the ratios of a round's benchmark.
class Field {
 public:
  explicit Field(const RowSet& all) {
    for (const Row& row : all.rows()) {
      if (row.system->division == Division::kClosed && Counts(row)) tasks_[TaskOf(row)].emplace(row.scenario, &row);
    }
  }

  void Place(SpreadRatio& ratio) {
    const std::vector<double>& ratios = Of(*ratio.numerator, ratio.over, ratio.under);
    ratio.among = ratios.size();
    if (ratios.empty()) return;
    ratio.below = static_cast<std::size_t>(std::ranges::lower_bound(ratios, ratio.ratio) - ratios.begin());
    ratio.low = Quantile(ratios, 0.1);
    ratio.median = Quantile(ratios, 0.5);
    ratio.high = Quantile(ratios, 0.9);
  }

 private:
  using Key = std::tuple<std::string_view, std::string_view, Scenario, Scenario, bool>;

  const std::vector<double>& Of(const Row& row, Scenario over, Scenario under) {
    const bool tokens = RateOf(row).value_or(Rate{}).tokens;
    const auto [entry, is_new] = ratios_.try_emplace(Key{row.system->round, BenchmarkText(row), over, under, tokens});
    if (!is_new) return entry->second;
    for (const auto& [task, rows] : tasks_) {
      if (std::get<0>(task)->round != row.system->round || std::get<1>(task) != BenchmarkText(row)) continue;
      const auto above = rows.find(over), below = rows.find(under);
      if (above == rows.end() || below == rows.end()) continue;
      const auto ratio = Ratio(above->second, below->second);
      if (ratio && RateOf(*above->second)->tokens == tokens) entry->second.push_back(*ratio);
    }
    std::ranges::sort(entry->second);
    return entry->second;
  }

  std::map<Task, ByScenario> tasks_;
  std::map<Key, std::vector<double>> ratios_;
};

std::string WhyMissing(const ByScenario& left_out, Scenario scenario) {
  const std::string name(round::NameOf(scenario));
  const auto found = left_out.find(scenario);
  if (found == left_out.end()) return name + ": no row";
  const Row& row = *found->second;
  if (row.inferred.value_or(false)) return name + ": inferred from another scenario's run, not measured";
  if (row.unit_state == UnitState::kContradicts) {
    return name + ": the unit as published, " + std::string(row.unit_stated) + ", contradicts the benchmark";
  }
  if (row.withdrawn) return name + ": withdrawn";
  return name + ": invalid";
}

}  // namespace

std::vector<Spread> SpreadOf(std::span<const Row* const> rows, const RowSet& all) {
  struct Found {
    ByScenario rows, left_out;
  };
  std::vector<Task> order;  // as the rows came
  std::map<Task, Found> tasks;
  for (const Row* row : rows) {
    const auto [entry, is_new] = tasks.try_emplace(TaskOf(*row));
    if (is_new) order.push_back(entry->first);
    (Counts(*row) ? entry->second.rows : entry->second.left_out).emplace(row->scenario, row);
  }
  Field field(all);
  std::vector<Spread> spreads;
  for (const Task& task : order) {
    const auto& [there, left_out] = tasks.at(task);
    if (there.size() < 2) continue;
    Spread spread{std::get<0>(task), std::string(std::get<1>(task)), {}, {}};
    const auto row_of = [&](Scenario scenario) -> const Row* {
      const auto found = there.find(scenario);
      return found == there.end() ? nullptr : found->second;
    };
    for (const auto& [over, under] : kRatios) {
      const auto ratio = Ratio(row_of(over), row_of(under));
      if (!ratio) continue;
      spread.ratios.push_back({.over = over, .under = under, .numerator = row_of(over), .denominator = row_of(under),
                               .ratio = *ratio});
      field.Place(spread.ratios.back());
    }
    for (const Scenario scenario : kScenarios) {
      if (row_of(scenario) == nullptr) spread.missing.push_back(WhyMissing(left_out, scenario));
    }
    spreads.push_back(std::move(spread));
  }
  return spreads;
}

}  // namespace assay::results
