// SPDX-License-Identifier: Apache-2.0
#include "cli/results/ranking.h"

#include <algorithm>
#include <map>

#include "results/category.h"
#include "results/row_set.h"

namespace assay::cli {

Rankings RankingsOf(std::span<const results::Row* const> rows) {
  Rankings found;
  std::map<results::ComparableKey, std::size_t> places;
  results::KeyMaker keys;
  for (const results::Row* row : rows) {
    if (row->unit_state == results::UnitState::kContradicts) {
      found.unranked.push_back({row, "unit as published, " + std::string(row->unit_stated) + ", contradicts the benchmark"});
    } else if (!row->valid) {
      found.unranked.push_back({row, "invalid"});
    } else if (row->withdrawn) {
      found.unranked.push_back({row, "withdrawn after publication"});
    } else {
      const auto [place, is_new] = places.try_emplace(keys.Of(*row), found.rankings.size());
      if (is_new) found.rankings.push_back({place->first, {}});
      found.rankings[place->second].rows.push_back(row);
    }
  }
  for (Ranking& ranking : found.rankings) {
    const bool low = round::LowerIsBetter(ranking.key.unit);
    std::ranges::stable_sort(ranking.rows, [low](const results::Row* a, const results::Row* b) {
      return low ? a->value < b->value : a->value > b->value;
    });
  }
  std::ranges::stable_sort(found.rankings, [](const Ranking& a, const Ranking& b) {
    return a.key.division != b.key.division ? a.key.division < b.key.division : a.key < b.key;
  });
  return found;
}

std::string ValueCell(const results::Row& row) {
  const std::string number = row.value_stated.empty() ? NumberText(row.value) : std::string(row.value_stated);
  return number + "\t" + std::string(row.unit_stated.empty() ? round::TextOf(row.unit) : row.unit_stated);
}

std::string CountCell(const results::Row& row) {
  const results::AcceleratorCount& count = row.system->accelerators;
  if (count.source == results::AcceleratorCount::Source::kNone) return "none";
  return count.total ? std::to_string(*count.total) : "?";
}

std::vector<std::string> RowHeads() {
  return {"ranking",     "row",       "round",    "submitter", "system",    "accelerators", "accelerator",
          "framework",   "division",  "category", "availability", "benchmark", "model",     "scenario",
          "value",       "unit",      "precision", "inferred", "accuracy",  "power",        "source"};
}

std::vector<std::string> RowCells(const results::Row& row, std::size_t ranking) {
  const results::System& system = *row.system;
  const std::string value = row.value_stated.empty() ? NumberText(row.value) : std::string(row.value_stated);
  const auto& count = system.accelerators.total;
  std::vector<std::string> cells = {ranking > 0 ? std::to_string(ranking) : "", results::RowName(row)};
  for (const std::string_view text : {system.round, system.submitter, system.name.empty() ? system.id : system.name}) {
    cells.emplace_back(text);
  }
  cells.push_back(count ? std::to_string(*count) : "");
  for (const std::string_view text :
       {system.accelerator, system.framework, results::NameOf(system.division), results::CategoryText(system),
        results::NameOf(system.availability), row.benchmark, row.model_stated, round::NameOf(row.scenario)}) {
    cells.emplace_back(text);
  }
  cells.push_back(value);
  cells.emplace_back(row.unit_stated.empty() ? round::TextOf(row.unit) : row.unit_stated);
  cells.push_back(results::NameOf(row.weights));
  cells.emplace_back(!row.inferred ? "" : *row.inferred ? "yes" : "no");
  cells.emplace_back(row.accuracy);
  cells.push_back(row.power_value ? NumberText(*row.power_value) : "");
  cells.emplace_back(row.source);
  return cells;
}

std::string Counted(std::size_t count, std::string_view word) {
  return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

std::string NotHeldText() {
  std::string names;
  for (const round::Round& round : round::AllRounds()) {
    if (!results::IsHeld(round.name)) names += (names.empty() ? "" : ", ") + std::string(round.name);
  }
  return names.empty() ? "" : "Not held, so nothing is said of them: " + names + ".";
}

}  // namespace assay::cli
