// SPDX-License-Identifier: Apache-2.0
#include "results/movement.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace assay::results {
namespace {

// The second member is the model of an open row that ran another than the benchmark's.
using Line = std::tuple<std::string_view, std::string_view, round::Scenario, std::optional<round::Category>, round::ResultUnit>;

bool IsBetter(const Row& row, const Row& than) {
  return round::LowerIsBetter(row.unit) ? row.value < than.value : row.value > than.value;
}

// Differences that a step is expected to have, or that its line already says.
bool IsNews(const Difference& difference) {
  return difference.axis != "version" && difference.axis != "metric" && difference.axis != "category" &&
         difference.axis != "submitter";
}

std::vector<std::string_view> NotHeldBetween(std::string_view older, std::string_view newer) {
  std::vector<std::string_view> between;
  for (const round::Round& known : round::AllRounds()) {
    if (round::CompareRounds(older, known.name) < 0 && round::CompareRounds(known.name, newer) < 0 &&
        !IsHeld(known.name)) {
      between.push_back(known.name);
    }
  }
  return between;
}

// Category isn't news: a system in both counts in both lines.
void Follow(MovementStep& step, const MovementStep& before) {
  for (Difference& difference : DifferencesBetween(*before.best, *step.best)) {
    if (difference.forbids && step.break_reason.empty()) step.break_reason = difference.reason;
    if (IsNews(difference)) step.changed.push_back(std::move(difference));
  }
  if (step.break_reason.empty() && before.best->value > 0 && step.best->value > 0) {
    const double ratio = step.best->value / before.best->value;
    step.ratio = round::LowerIsBetter(step.best->unit) ? 1 / ratio : ratio;
  }
  step.rounds_between = NotHeldBetween(before.round, step.round);
}

}  // namespace

std::vector<Movement> MovementOf(std::span<const Row* const> rows) {
  const auto older = [](std::string_view a, std::string_view b) {
    const int order = round::CompareRounds(a, b);
    return order < 0 || (order == 0 && a < b);  // rounds that nobody knows are equally new
  };
  std::map<Line, std::map<std::string_view, const Row*, decltype(older)>> lines;
  for (const Row* row : rows) {
    if (row->unit_state == UnitState::kContradicts || !row->valid || row->withdrawn) continue;
    const auto count_in = [&](std::optional<round::Category> category) {
      const Row*& best = lines[{BenchmarkText(*row), row->other_model ? row->model_stated : std::string_view{}, row->scenario,
                                category, row->unit}][row->system->round];
      if (best == nullptr || IsBetter(*row, *best)) best = row;
    };
    if (row->system->datacenter) count_in(round::Category::kDatacenter);
    if (row->system->edge) count_in(round::Category::kEdge);
    if (!row->system->datacenter && !row->system->edge) count_in(std::nullopt);
  }
  std::vector<Movement> movements;
  for (const auto& [line, rounds] : lines) {
    const auto& [benchmark, model, scenario, category, unit] = line;
    Movement movement{std::string(benchmark), scenario, category, unit, {}};
    if (!model.empty()) movement.benchmark += " (ran " + std::string(model) + ")";
    for (const auto& [name, best] : rounds) {
      MovementStep step;
      step.round = name;
      step.best = best;
      if (!movement.steps.empty()) Follow(step, movement.steps.back());
      movement.steps.push_back(std::move(step));
    }
    movements.push_back(std::move(movement));
  }
  return movements;
}

}  // namespace assay::results
