// SPDX-License-Identifier: Apache-2.0
// Results as a CSV table: the public table's export, or the summary that the official checker writes.
#include <algorithm>

#include "results/csv_table.h"
#include "results/import/import.h"
#include "results/plain_text.h"
#include "round/round.h"

namespace assay::results {
namespace {

using enum StatedField;

// What the columns of one table mean.
struct Columns {
  std::vector<StatedField> fields;  // by column
  bool checker = false;             // written by the official checker
  bool modular = false;             // by its newer form, of 31 columns

  bool Has(StatedField field) const { return std::find(fields.begin(), fields.end(), field) != fields.end(); }
};

Columns ReadHeads(const std::vector<std::string>& heads, ImportReport& report) {
  Columns columns;
  for (const std::string& head : heads) {
    StatedField field = FieldNamed(head);
    if (field != kCount && columns.Has(field)) {
      report.notes.push_back("two columns mean " + std::string(NameOf(field)) + ": '" + head + "' is left");
      field = kCount;
    }
    columns.fields.push_back(field);
    if (field == kCount) report.columns_left.push_back(head);
    else report.columns_read.push_back(head + " = " + std::string(NameOf(field)));
  }
  const auto has = [&](std::string_view head) { return std::find(heads.begin(), heads.end(), head) != heads.end(); };
  columns.checker = has("MlperfModel") && has("Location");
  columns.modular = columns.checker && has("PrivateID");
  if (columns.checker) report.kind = columns.modular ? "the official checker's summary (CSV, 31 columns)"
                                                     : "the official checker's summary (CSV, 28 columns)";
  return columns;
}

Result<void> CheckNeeded(const Columns& columns, const std::string& name) {
  const auto missing = [&](std::string_view what) {
    return FailAt({name, 1}, ErrorCode::kMissingKey, "expected a column for the " + std::string(what) + ", found none",
                  "columns are known by the names of the public table, the round's JSON and the official checker");
  };
  if (!columns.Has(kSubmitter)) return missing("submitter (Organization)");
  if (!columns.Has(kSystemName) && !columns.Has(kSystemId)) return missing("system (System Name)");
  if (!columns.Has(kModel) && !columns.Has(kUsedModel) && !columns.Has(kSlot)) return missing("benchmark (Model)");
  if (!columns.Has(kScenario)) return missing("scenario (Scenario)");
  if (!columns.Has(kValue)) return missing("result (Result)");
  if (!columns.Has(kUnit)) return missing("result's unit (Units)");
  if (!columns.Has(kRound) && !columns.Has(kResultId)) return missing("round (Version), or ids such as 5.1-0001 (Public ID)");
  if (!columns.Has(kDivision) && !columns.Has(kCategory)) return missing("division (Division: closed, open or network)");
  return {};
}

Stated StatedOf(const std::vector<std::string>& cells, const Columns& columns) {
  Stated stated;
  for (std::size_t i = 0; i < cells.size() && i < columns.fields.size(); ++i) {
    if (columns.fields[i] != kCount) stated[columns.fields[i]] = std::string(Trimmed(cells[i]));
  }
  return stated;
}

// Whether what must be a number, a scenario, a unit is one.
bool Plausible(const Stated& stated) {
  const auto is_count = [&](StatedField field) { return stated[field].empty() || WholeNumber(stated[field]); };
  return Number(stated[kValue]) && round::ParseScenario(stated[kScenario]) && round::ParseUnit(stated[kUnit]) &&
         is_count(kNodes) && is_count(kHostProcessorsPerNode) &&
         (stated[kRound].empty() || !RoundName(stated[kRound]).empty()) &&
         (stated[kLocation].empty() || stated[kLocation].find("/results/") != std::string::npos);
}

// A line with more cells than heads has commas in a text that wasn't quoted: in the framework most likely ("TensorRT 10,
// CUDA 12"), else in whichever text leaves everything else a number, a scenario, a unit. Empty when none does.
std::optional<std::vector<std::string>> MergeSurplus(const std::vector<std::string>& cells, const Columns& columns) {
  constexpr StatedField kTexts[] = {kFramework, kAccelerator, kSystemName, kHostProcessor, kOperatingSystem,
                                    kWeights,   kAccuracy,    kCategory};
  const auto surplus = static_cast<std::ptrdiff_t>(cells.size() - columns.fields.size());
  for (const StatedField field : kTexts) {
    const auto column = std::find(columns.fields.begin(), columns.fields.end(), field);
    if (column == columns.fields.end()) continue;
    const auto first = cells.begin() + (column - columns.fields.begin());
    std::vector<std::string> merged(cells.begin(), first + 1);
    for (auto more = first + 1; more <= first + surplus; ++more) merged.back() += "," + *more;
    merged.insert(merged.end(), first + surplus + 1, cells.end());
    if (Plausible(StatedOf(merged, columns))) return merged;
  }
  return std::nullopt;
}

// The newer checker compares scenario names with their case, so "offline" counts as inferred there whatever it was, and
// so does every Interactive result: such a 1 says nothing.
void DropFalseInferred(Stated& stated, const Columns& columns) {
  if (!columns.modular || stated[kInferred] != "1") return;
  if (stated[kScenario] == "Offline" || stated[kScenario] == "MultiStream") return;
  stated[kInferred].clear();
}

// "Category" is the division in tables that have a "Suite", and the category in others.
void SortOutCategory(const std::vector<std::string>& heads, Columns& columns) {
  const auto named = [&](std::string_view name) {
    return std::find_if(heads.begin(), heads.end(),
                        [&](const std::string& head) { return SameIgnoringCase(Trimmed(head), name); }) - heads.begin();
  };
  const auto size = static_cast<std::ptrdiff_t>(heads.size());
  const auto category = named("Category"), suite = named("Suite");
  if (category == size || columns.Has(kDivision)) return;
  if (suite == size) return;
  columns.fields[static_cast<std::size_t>(category)] = kDivision;
  columns.fields[static_cast<std::size_t>(suite)] = kCategory;
}

}  // namespace

Results<Imported> ImportTable(std::string_view text, const std::string& name) {
  const auto table = ReadCsv(text, name);
  if (!table) return std::unexpected(Errors{table.error()});
  Collector collector("a table of results (CSV)", name);
  Columns columns = ReadHeads(table->heads, collector.report());
  SortOutCategory(table->heads, columns);
  if (auto needed = CheckNeeded(columns, name); !needed) return std::unexpected(Errors{std::move(needed).error()});
  std::size_t repaired = 0;
  for (const CsvLine& line : table->lines) {
    const Where where{name, line.line, 1, {}, std::string(line.text.substr(0, 200))};
    std::vector<std::string> cells = line.cells;
    if (cells.size() > columns.fields.size()) {
      if (auto merged = MergeSurplus(cells, columns)) {
        cells = *std::move(merged);
        ++repaired;
      }
    }
    if (cells.size() != columns.fields.size()) {
      collector.AddBad({ErrorCode::kBadRow, "expected " + std::to_string(columns.fields.size()) + " cells, found " +
                                                std::to_string(line.cells.size()), {where}});
      continue;
    }
    repaired += line.repaired ? 1 : 0;
    Stated stated = StatedOf(cells, columns);
    DropFalseInferred(stated, columns);
    if (stated[kDivision].empty() && ParseDivision(stated[kCategory])) std::swap(stated[kDivision], stated[kCategory]);
    collector.Add(stated, where);
  }
  if (repaired > 0) {
    collector.report().notes.push_back(std::to_string(repaired) + " lines weren't quoted as CSV asks; read by the columns' types");
  }
  return collector.Finish();
}

}  // namespace assay::results
