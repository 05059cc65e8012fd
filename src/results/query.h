// SPDX-License-Identifier: Apache-2.0
// SQL over the public rows, held and imported, and over one's own runs: a database in memory that nothing can write.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/result.h"
#include "results/row_set.h"
#include "results/store_database.h"

namespace assay::results {

using QueryCell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct QueryAnswer {
  std::vector<std::string> columns;
  std::vector<std::vector<QueryCell>> rows;
};

// The database with its tables results, systems, rounds, runs, measurements, claims. `store_path` may name no file.
// Errors   those of reading the store.
Result<Database> MakeQueryDatabase(const RowSet& rows, const std::string& store_path);

// One SELECT. `stop` as Database::AskToStop; null = never.
// Errors   kUsage with the column for SQL that isn't right or would write; kInterrupted.
Result<QueryAnswer> Ask(Database& database, std::string_view sql, int (*stop)(void*), void* context);

// "results (round, division, …)": the tables and their columns, for whoever asks without a query.
struct QueryTable {
  std::string name, about;
  std::vector<std::string> columns;
};
Result<std::vector<QueryTable>> TablesOf(Database& database);

}  // namespace assay::results
