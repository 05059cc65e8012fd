// SPDX-License-Identifier: Apache-2.0
#include "results/store.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

using enum StatedField;

constexpr auto kFields = static_cast<int>(kCount);
// Fields of a system come first in StatedField.
constexpr auto kSystemFields = static_cast<int>(kOperatingSystem) + 1;

std::string Columns(int first, int end, std::string_view behind) {
  std::string columns;
  for (int field = first; field < end; ++field) {
    columns += ", " + std::string(NameOf(static_cast<StatedField>(field))) + std::string(behind);
  }
  return columns;
}

std::string Marks(int count) {
  std::string marks;
  for (int i = 0; i < count; ++i) marks += ", ?";
  return marks;
}

// All as stated, as text: what it means is read anew at each load, by the rules that the program then knows.
std::string SchemaOf1() {
  return "CREATE TABLE imports (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, "
         "source TEXT NOT NULL, imported_utc TEXT NOT NULL);"
         "CREATE TABLE systems (id INTEGER PRIMARY KEY, import INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE" +
         Columns(0, kSystemFields, " TEXT NOT NULL") +
         ");"
         "CREATE TABLE results (id INTEGER PRIMARY KEY, system INTEGER NOT NULL REFERENCES systems ON DELETE CASCADE, "
         "source TEXT NOT NULL" +
         Columns(kSystemFields, kFields, " TEXT NOT NULL") +
         ");"
         "CREATE INDEX systems_import ON systems (import);"
         "CREATE INDEX results_system ON results (system);";
}

constexpr std::string_view kSchemaOf2 =
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, directory TEXT NOT NULL UNIQUE, title TEXT NOT NULL, "
    "created_utc TEXT NOT NULL, verdict TEXT NOT NULL);"
    "CREATE TABLE cells (run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, system TEXT NOT NULL, "
    "model TEXT NOT NULL, precision TEXT NOT NULL, device TEXT NOT NULL, traffic TEXT NOT NULL, scenario TEXT NOT NULL, "
    "repeat INTEGER NOT NULL, valid INTEGER NOT NULL, invalid_reasons TEXT NOT NULL, mlperf_validity TEXT NOT NULL);"
    "CREATE TABLE measurements (run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, system TEXT NOT NULL, "
    "traffic TEXT NOT NULL, split TEXT NOT NULL, repeat INTEGER, metric TEXT NOT NULL, value REAL, unit TEXT NOT NULL, "
    "n INTEGER, low REAL, high REAL, note TEXT NOT NULL);"
    "CREATE TABLE claims (run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, claim TEXT NOT NULL, "
    "metric TEXT NOT NULL, system TEXT NOT NULL, traffic TEXT NOT NULL, split TEXT NOT NULL, outcome TEXT NOT NULL, "
    "measured REAL, bound TEXT NOT NULL, reason TEXT NOT NULL);";

std::string WholePath(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::weakly_canonical(path, error);
  return error ? path : whole.string();
}

std::string CountText(const std::optional<std::int64_t>& count) { return count ? std::to_string(*count) : ""; }

// The row as its source stated it.
Stated StatedOf(const Row& row) {
  const System& system = *row.system;
  Stated stated;
  const auto set = [&](StatedField field, std::string_view text) { stated[field] = text; };
  set(kRound, system.round);
  set(kSubmitter, system.submitter);
  set(kDivision, NameOf(system.division));
  set(kAvailability, system.availability_stated);
  set(kCategory, system.datacenter && system.edge ? "datacenter,edge" : system.datacenter ? "datacenter"
                                                                    : system.edge         ? "edge"
                                                                                          : "");
  set(kSystemId, system.id);
  set(kSystemName, system.name);
  set(kAccelerator, system.accelerator);
  set(kAcceleratorsPerNode, CountText(system.accelerators_per_node));
  set(kNodes, CountText(system.nodes));
  set(kTotalAccelerators, CountText(system.total_accelerators));
  set(kHostProcessor, system.host_processor);
  set(kHostProcessorsPerNode, CountText(system.host_processors_per_node));
  set(kHostCores, system.host_cores);
  set(kFramework, system.framework);
  set(kOperatingSystem, system.operating_system);
  set(kModel, row.model_stated);
  set(kSlot, row.slot_stated);
  set(kScenario, row.scenario_stated);
  set(kInferred, !row.inferred ? "" : *row.inferred ? "1" : "0");
  set(kValue, row.value_stated);
  set(kUnit, row.unit_stated);
  set(kAccuracy, row.accuracy);
  set(kWeights, row.weights_stated);
  set(kInputs, row.inputs_stated);
  set(kRetraining, row.retraining);
  set(kWeightTransformations, row.weight_transformations);
  set(kTargetLatencyNs, CountText(row.target_latency_ns));
  set(kTtftP99Ns, CountText(row.ttft_p99_ns));
  set(kTpotP99Ns, CountText(row.tpot_p99_ns));
  set(kLoadgenVersion, row.loadgen_version);
  set(kHasPower, row.has_power ? "1" : "0");
  if (row.power_value) set(kPowerValue, ShortestText(*row.power_value));
  if (row.power_unit) set(kPowerUnit, round::TextOf(*row.power_unit));
  set(kResultId, row.result_id);
  set(kValid, row.valid ? "VALID" : "INVALID");
  set(kRuns, std::to_string(row.runs));
  return stated;
}

// What makes two rows one and the same: where they stand, and their number.
std::string SameKey(const Row& row) {
  return std::string(row.system->round) + '\x1f' + Lowered(LocationOf(row)) + '\x1f' + ShortestText(row.value) + '\x1f' +
         std::string(row.unit_stated);
}

std::unexpected<Error> At(Error error, const std::string& path) {
  if (error.where.empty()) error.where.push_back({path});
  return std::unexpected(std::move(error));
}

}  // namespace

std::string StorePath(const std::optional<std::string>& flag, const char* assay_store, const char* xdg_data_home,
                      const char* home) {
  const auto given = [](const char* text) { return text != nullptr && *text != '\0'; };
  if (flag && !flag->empty()) return *flag;
  if (given(assay_store)) return assay_store;
  if (given(xdg_data_home)) return base::JoinPath(xdg_data_home, "assay/results.db");
  if (given(home)) return base::JoinPath(home, ".local/share/assay/results.db");
  return "assay-results.db";
}

Result<Store> Store::Open(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash != path.npos && slash > 0) ASSAY_CHECK_OK(base::EnsureDirectory(path.substr(0, slash)));
  auto database = Database::Open(path, Database::Mode::kWrite);
  if (!database) {
    Error error = std::move(database).error();
    error.code = ErrorCode::kUnwritable;
    return At(std::move(error), path);
  }
  Store store(*std::move(database));
  if (auto ready = store.Migrate(); !ready) return At(std::move(ready).error(), path);
  return store;
}

Result<std::optional<Store>> Store::OpenIfThere(const std::string& path) {
  if (!base::FileExists(path)) return std::nullopt;
  auto database = Database::Open(path, Database::Mode::kRead);
  if (!database) return std::unexpected(std::move(database).error());
  const auto version = database->Number("PRAGMA user_version");
  if (!version) return At(version.error(), path);
  if (*version > kStoreVersion) {
    return FailAt({path}, ErrorCode::kBadRecord, "expected a store of version " + std::to_string(kStoreVersion) +
                                                     " or older, found version " + std::to_string(*version),
                  "a newer release of assay wrote it");
  }
  if (*version == kStoreVersion) return Store(*std::move(database));
  auto migrated = Open(path);  // an older one is brought up to date
  if (!migrated) return std::unexpected(std::move(migrated).error());
  return *std::move(migrated);
}

// Each step takes the store from one version to the next, in one transaction with the version's number.
Result<void> Store::Migrate() {
  ASSAY_CHECK_OK(database_.Run("PRAGMA foreign_keys = ON"));
  ASSAY_TRY(version, database_.Number("PRAGMA user_version"));
  if (version > kStoreVersion) {
    return Fail(ErrorCode::kBadRecord, "expected a store of version " + std::to_string(kStoreVersion) +
                                           " or older, found version " + std::to_string(version),
                "a newer release of assay wrote it");
  }
  if (version == 0) {
    ASSAY_TRY(tables, database_.Number("SELECT count(*) FROM sqlite_master"));
    if (tables > 0) return Fail(ErrorCode::kBadRecord, "expected a store of assay, found another program's database");
  }
  const std::string steps[] = {SchemaOf1(), std::string(kSchemaOf2)};
  for (std::int64_t step = version; step < kStoreVersion; ++step) {
    ASSAY_CHECK_OK(database_.Run("BEGIN IMMEDIATE;" + steps[step] + "PRAGMA user_version = " + std::to_string(step + 1) +
                                 ";COMMIT"));
  }
  return {};
}

Result<std::size_t> Store::Save(const Imported& imported) {
  const std::string key = imported.report.kind + "|" + WholePath(imported.report.source);
  ASSAY_CHECK_OK(database_.Run("BEGIN IMMEDIATE"));
  const auto write = [&]() -> Result<std::size_t> {
    ASSAY_TRY(count, database_.Prepare("SELECT count(*) FROM results r JOIN systems s ON r.system = s.id "
                                       "JOIN imports i ON s.import = i.id WHERE i.key = ?"));
    count.Bind(1, key);
    ASSAY_TRY(has_count, count.Step());
    const auto before = has_count ? static_cast<std::size_t>(count.Integer(0)) : 0;
    ASSAY_TRY(remove, database_.Prepare("DELETE FROM imports WHERE key = ?"));
    remove.Bind(1, key);
    ASSAY_CHECK_OK(remove.Run());
    ASSAY_CHECK_OK(Write(imported, key));
    return before;
  };
  auto before = write();
  if (!before) {
    static_cast<void>(database_.Run("ROLLBACK"));
    return before;
  }
  ASSAY_CHECK_OK(database_.Run("COMMIT"));
  return before;
}

Result<void> Store::Write(const Imported& imported, std::string_view key) {
  ASSAY_TRY(import, database_.Prepare("INSERT INTO imports (key, kind, source, imported_utc) "
                                      "VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"));
  import.Bind(1, key).Bind(2, imported.report.kind).Bind(3, imported.report.source);
  ASSAY_CHECK_OK(import.Run());
  const std::int64_t import_id = database_.last_id();
  ASSAY_TRY(add_system, database_.Prepare("INSERT INTO systems (import" + Columns(0, kSystemFields, "") + ") VALUES (?" +
                                          Marks(kSystemFields) + ")"));
  ASSAY_TRY(add_row, database_.Prepare("INSERT INTO results (system, source" + Columns(kSystemFields, kFields, "") +
                                       ") VALUES (?, ?" + Marks(kFields - kSystemFields) + ")"));
  std::map<const System*, std::int64_t> ids;
  for (const Row& row : imported.rows.rows()) {
    const Stated stated = StatedOf(row);
    const auto [system, is_new] = ids.try_emplace(row.system, 0);
    if (is_new) {
      add_system.Bind(1, import_id);
      for (int field = 0; field < kSystemFields; ++field) add_system.Bind(field + 2, stated[static_cast<StatedField>(field)]);
      ASSAY_CHECK_OK(add_system.Run());
      system->second = database_.last_id();
    }
    add_row.Bind(1, system->second).Bind(2, row.source);
    for (int field = kSystemFields; field < kFields; ++field) {
      add_row.Bind(field - kSystemFields + 3, stated[static_cast<StatedField>(field)]);
    }
    ASSAY_CHECK_OK(add_row.Run());
  }
  return {};
}

Result<std::size_t> Store::Save(const StoredRun& run) {
  ASSAY_CHECK_OK(database_.Run("BEGIN IMMEDIATE"));
  const auto write = [&]() -> Result<std::size_t> {
    ASSAY_TRY(remove, database_.Prepare("DELETE FROM runs WHERE directory = ? RETURNING id"));
    remove.Bind(1, run.directory);
    ASSAY_TRY(replaced, remove.Step());
    while (replaced) {
      ASSAY_TRY(more, remove.Step());
      if (!more) break;
    }
    ASSAY_CHECK_OK(Write(run));
    return replaced ? 1 : 0;
  };
  auto replaced = write();
  if (!replaced) {
    static_cast<void>(database_.Run("ROLLBACK"));
    return replaced;
  }
  ASSAY_CHECK_OK(database_.Run("COMMIT"));
  return replaced;
}

Result<void> Store::Write(const StoredRun& run) {
  ASSAY_TRY(add_run, database_.Prepare("INSERT INTO runs (directory, title, created_utc, verdict) VALUES (?, ?, ?, ?)"));
  add_run.Bind(1, run.directory).Bind(2, run.title).Bind(3, run.created_utc).Bind(4, run.verdict);
  ASSAY_CHECK_OK(add_run.Run());
  const std::int64_t id = database_.last_id();
  ASSAY_TRY(add_cell, database_.Prepare("INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  for (const StoredCell& cell : run.cells) {
    add_cell.Bind(1, id).Bind(2, cell.system).Bind(3, cell.model).Bind(4, cell.precision).Bind(5, cell.device);
    add_cell.Bind(6, cell.traffic).Bind(7, cell.scenario).Bind(8, cell.repeat);
    add_cell.Bind(9, std::int64_t{cell.valid}).Bind(10, cell.invalid_reasons).Bind(11, cell.mlperf_validity);
    ASSAY_CHECK_OK(add_cell.Run());
  }
  ASSAY_TRY(add_measurement, database_.Prepare("INSERT INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  for (const StoredMeasurement& m : run.measurements) {
    add_measurement.Bind(1, id).Bind(2, m.system).Bind(3, m.traffic).Bind(4, m.split).Bind(5, m.repeat).Bind(6, m.metric);
    add_measurement.Bind(7, m.value).Bind(8, m.unit).Bind(9, m.n).Bind(10, m.low).Bind(11, m.high).Bind(12, m.note);
    ASSAY_CHECK_OK(add_measurement.Run());
  }
  ASSAY_TRY(add_claim, database_.Prepare("INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  for (const StoredClaim& c : run.claims) {
    add_claim.Bind(1, id).Bind(2, c.claim).Bind(3, c.metric).Bind(4, c.system).Bind(5, c.traffic).Bind(6, c.split);
    add_claim.Bind(7, c.outcome).Bind(8, c.measured).Bind(9, c.bound).Bind(10, c.reason);
    ASSAY_CHECK_OK(add_claim.Run());
  }
  return {};
}

Result<void> Store::LoadInto(RowSet& rows, std::span<const std::string_view> rounds) {
  std::set<std::string> there;
  for (const Row& row : rows.rows()) there.insert(SameKey(row));
  ASSAY_TRY(query, database_.Prepare("SELECT r.source" + Columns(0, kFields, "") +
                                     " FROM results r JOIN systems s ON r.system = s.id ORDER BY s.import DESC, r.id"));
  Collector collector("a store", {});
  for (;;) {
    ASSAY_TRY(found, query.Step());
    if (!found) break;
    Stated stated;
    for (int field = 0; field < kFields; ++field) stated[static_cast<StatedField>(field)] = query.Text(field + 1);
    if (!rounds.empty() && std::find(rounds.begin(), rounds.end(), stated[kRound]) == rounds.end()) continue;
    Where where;
    where.file = query.Text(0);
    collector.Add(stated, where);
  }
  if (!collector.report().bad_rows.empty()) return std::unexpected(collector.report().bad_rows.front());
  if (auto imported = collector.Finish(); imported) {  // not when the store holds no rows
    rows.Append(std::move(imported->rows), [&](const Row& row) { return there.insert(SameKey(row)).second; });
  }
  return {};
}

Result<RowSet> LoadAll(const std::string& path, std::span<const std::string_view> rounds) {
  RowSet rows = rounds.empty() ? LoadHeldRounds() : LoadHeldRounds(rounds);
  ASSAY_TRY(store, Store::OpenIfThere(path));
  if (store) ASSAY_CHECK_OK(store->LoadInto(rows, rounds));
  return rows;
}

}  // namespace assay::results
