// SPDX-License-Identifier: Apache-2.0
#include "results/query.h"

#include <map>
#include <unordered_map>

#include "base/file.h"
#include "results/category.h"
#include "results/store.h"

namespace assay::results {
namespace {

constexpr std::string_view kTables[][2] = {
    {"results", "public rows, held and imported"},
    {"systems", "what they ran on"},
    {"rounds", "rounds whose rules are known, and how many rows are here"},
    {"runs", "load runs of your own that were imported"},
    {"measurements", "what was measured in them"},
    {"claims", "what came of their claims"},
};

constexpr const char* kSchema =
    "CREATE TABLE systems (system INTEGER PRIMARY KEY, round TEXT, submitter TEXT, division TEXT, availability TEXT, "
    "availability_stated TEXT, category TEXT, system_id TEXT, system_name TEXT, accelerator TEXT, accelerators INTEGER, "
    "accelerators_from TEXT, accelerators_note TEXT, accelerators_per_node INTEGER, nodes INTEGER, host_processor TEXT, "
    "host_processors_per_node INTEGER, host_cores TEXT, framework TEXT, operating_system TEXT);"
    "CREATE TABLE rows (name TEXT, round TEXT, division TEXT, availability TEXT, category TEXT, submitter TEXT, "
    "system INTEGER, benchmark TEXT, model TEXT, other_model INTEGER, scenario TEXT, value REAL, unit TEXT, "
    "unit_stated TEXT, unit_state TEXT, inferred INTEGER, valid INTEGER, accuracy TEXT, gate TEXT, weights TEXT, "
    "precision TEXT, precision_class TEXT, inputs TEXT, retraining TEXT, weight_transformations TEXT, "
    "target_latency_ns INTEGER, ttft_p99_ns INTEGER, tpot_p99_ns INTEGER, loadgen_version TEXT, has_power INTEGER, "
    "power_value REAL, power_unit TEXT, result_id TEXT, twin TEXT, imported INTEGER, source TEXT);"
    "CREATE VIEW results AS SELECT r.*, s.system_id, s.system_name, s.accelerator, s.accelerators, s.nodes, "
    "s.host_processor, s.framework FROM rows r JOIN systems s USING (system);"
    "CREATE TABLE rounds (round TEXT, published TEXT, held INTEGER, row_count INTEGER, source TEXT);"
    "CREATE TABLE runs (run INTEGER, directory TEXT, title TEXT, created_utc TEXT, verdict TEXT, system TEXT, model TEXT, "
    "precision TEXT, device TEXT, traffic TEXT, scenario TEXT, repeat INTEGER, valid INTEGER, invalid_reasons TEXT, "
    "mlperf_validity TEXT);"
    "CREATE TABLE measurements (run INTEGER, system TEXT, traffic TEXT, split TEXT, repeat INTEGER, metric TEXT, "
    "value REAL, unit TEXT, n INTEGER, low REAL, high REAL, note TEXT);"
    "CREATE TABLE claims (run INTEGER, claim TEXT, metric TEXT, system TEXT, traffic TEXT, split TEXT, outcome TEXT, "
    "measured REAL, bound TEXT, reason TEXT);";

// Binds one value after the other; what isn't stated is NULL. Texts live until the statement has run.
class Binder {
 public:
  explicit Binder(Statement& statement) : statement_(statement) {}
  Binder& Text(std::string_view text) {
    if (text.empty()) statement_.BindNull(++at_);
    else statement_.Bind(++at_, text);
    return *this;
  }
  template <class T>
  Binder& Value(const T& value) {
    statement_.Bind(++at_, value);
    return *this;
  }
  Binder& Flag(bool value) { return Value(std::int64_t{value}); }

 private:
  Statement& statement_;
  int at_ = 0;
};

using SystemIds = std::unordered_map<const System*, std::int64_t>;

Result<void> FillSystems(Database& database, const RowSet& rows, SystemIds& ids) {
  ASSAY_TRY(add, database.Prepare("INSERT INTO systems VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  for (const System& system : rows.systems()) {
    const auto id = static_cast<std::int64_t>(ids.size()) + 1;
    ids[&system] = id;
    Binder bind(add);
    bind.Value(id).Text(system.round).Text(system.submitter).Text(NameOf(system.division));
    bind.Text(NameOf(system.availability)).Text(system.availability_stated).Text(CategoryText(system));
    bind.Text(system.id).Text(system.name).Text(system.accelerator).Value(system.accelerators.total);
    bind.Text(NameOf(system.accelerators.source)).Text(system.accelerators.note);
    bind.Value(system.accelerators_per_node).Value(system.nodes).Text(system.host_processor);
    bind.Value(system.host_processors_per_node).Text(system.host_cores).Text(system.framework);
    bind.Text(system.operating_system);
    ASSAY_CHECK_OK(add.Run());
  }
  return {};
}

Result<void> FillRows(Database& database, const RowSet& rows, const SystemIds& ids) {
  ASSAY_TRY(add, database.Prepare("INSERT INTO rows VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
                                  "?,?,?,?,?)"));
  for (const Row& row : rows.rows()) {
    const System& system = *row.system;
    const std::string name = RowName(row);
    const std::string twin = row.twin == nullptr ? std::string() : RowName(*row.twin);
    const std::string precision = NameOf(row.weights);
    std::optional<std::int64_t> inferred;
    if (row.inferred) inferred = std::int64_t{*row.inferred};
    Binder bind(add);
    bind.Text(name).Text(system.round).Text(NameOf(system.division)).Text(NameOf(system.availability));
    bind.Text(CategoryText(system)).Text(system.submitter).Value(ids.at(&system)).Text(row.benchmark);
    bind.Text(row.model_stated).Flag(row.other_model).Text(round::NameOf(row.scenario)).Value(row.value);
    bind.Text(round::TextOf(row.unit)).Text(row.unit_stated).Text(NameOf(row.unit_state)).Value(inferred);
    bind.Flag(row.valid).Text(row.accuracy).Text(NameOf(ReadGates(row).state)).Text(row.weights_stated);
    bind.Text(precision).Text(PrecisionClass(row.weights)).Text(row.inputs_stated).Text(row.retraining);
    bind.Text(row.weight_transformations).Value(row.target_latency_ns).Value(row.ttft_p99_ns).Value(row.tpot_p99_ns);
    bind.Text(row.loadgen_version).Flag(row.has_power).Value(row.power_value);
    bind.Text(row.power_unit ? round::TextOf(*row.power_unit) : std::string_view());
    bind.Text(row.result_id).Text(twin).Flag(!row.source.starts_with("https://")).Text(row.source);
    ASSAY_CHECK_OK(add.Run());
  }
  return {};
}

Result<void> FillRounds(Database& database, const RowSet& rows) {
  std::map<std::string_view, std::int64_t> counts;
  for (const Row& row : rows.rows()) ++counts[row.system->round];
  ASSAY_TRY(add, database.Prepare("INSERT INTO rounds VALUES (?,?,?,?,?)"));
  for (const round::Round& round : round::AllRounds()) {
    const auto found = counts.find(round.name);
    const std::int64_t count = found == counts.end() ? 0 : found->second;
    Binder(add).Text(round.name).Text(round.published).Flag(IsHeld(round.name)).Value(count).Text(round.results_source);
    ASSAY_CHECK_OK(add.Run());
    if (found != counts.end()) counts.erase(found);
  }
  for (const auto& [name, count] : counts) {
    Binder(add).Text(name).Text({}).Flag(false).Value(count).Text({});
    ASSAY_CHECK_OK(add.Run());
  }
  return {};
}

Result<void> FillRuns(Database& database, const std::string& store_path) {
  ASSAY_TRY(store, Store::OpenIfThere(store_path));  // checks it, and brings an older one up to date
  if (!store) return {};
  store.reset();
  ASSAY_TRY(attach, database.Prepare("ATTACH ? AS store"));
  attach.Bind(1, store_path);
  ASSAY_CHECK_OK(attach.Run());
  return database.Run(
      "INSERT INTO runs SELECT r.id, directory, title, created_utc, verdict, system, model, precision, device, traffic, "
      "scenario, repeat, valid, invalid_reasons, mlperf_validity FROM store.runs r JOIN store.cells c ON c.run = r.id;"
      "INSERT INTO measurements SELECT * FROM store.measurements;"
      "INSERT INTO claims SELECT * FROM store.claims;"
      "DETACH store;");
}

QueryCell CellOf(const Statement& statement, int at) {
  switch (statement.KindOf(at)) {
    case Statement::Kind::kNull: return {};
    case Statement::Kind::kInteger: return statement.Integer(at);
    case Statement::Kind::kReal: return statement.Real(at);
    default: return std::string(statement.Text(at));
  }
}

}  // namespace

Result<Database> MakeQueryDatabase(const RowSet& rows, const std::string& store_path) {
  ASSAY_TRY(database, Database::Open({}, Database::Mode::kMemory));
  ASSAY_CHECK_OK(database.Run(kSchema));
  ASSAY_CHECK_OK(FillRuns(database, store_path));
  ASSAY_CHECK_OK(database.Run("BEGIN"));
  SystemIds ids;
  ASSAY_CHECK_OK(FillSystems(database, rows, ids));
  ASSAY_CHECK_OK(FillRows(database, rows, ids));
  ASSAY_CHECK_OK(FillRounds(database, rows));
  ASSAY_CHECK_OK(database.Run("COMMIT"));
  database.ForbidWriting();
  return database;
}

Result<QueryAnswer> Ask(Database& database, std::string_view sql, int (*stop)(void*), void* context) {
  ASSAY_TRY(query, database.Prepare(sql));
  if (!query.reads_only()) return Fail(ErrorCode::kUsage, "expected a query that reads, found one that writes");
  database.AskToStop(stop, context);
  QueryAnswer answer;
  for (int column = 0; column < query.columns(); ++column) answer.columns.emplace_back(query.ColumnName(column));
  for (;;) {
    ASSAY_TRY(found, query.Step());
    if (!found) return answer;
    std::vector<QueryCell>& row = answer.rows.emplace_back();
    for (int column = 0; column < query.columns(); ++column) row.push_back(CellOf(query, column));
  }
}

Result<std::vector<QueryTable>> TablesOf(Database& database) {
  std::vector<QueryTable> tables;
  for (const auto& [name, about] : kTables) {
    ASSAY_TRY(query, database.Prepare("SELECT * FROM " + std::string(name) + " LIMIT 0"));
    QueryTable& table = tables.emplace_back(QueryTable{std::string(name), std::string(about), {}});
    for (int column = 0; column < query.columns(); ++column) table.columns.emplace_back(query.ColumnName(column));
  }
  return tables;
}

}  // namespace assay::results
