// SPDX-License-Identifier: Apache-2.0
// Public results from outside: whatever file or folder they are in.
#pragma once

#include <string>

#include "assay/result.h"
#include "results/import/collector.h"

namespace assay::results {

// Which reader a path needs, by its content.
enum class ImportKind { kSummaryJson, kTable, kTree, kRunFolder };
// Errors   kNotFound, kUnreadable; kSyntax for a file that is none of these; kEmpty.
Result<ImportKind> KindOf(const std::string& path);

// Reads a round's summary (JSON), a table (CSV: the public table's export or the official checker's summary), or a
// results tree. A row that can't be read is in the report, named and with its place; the others stand.
// Errors   what KindOf gives; kSyntax with line and column; kMissingKey for a table without a column that every row
//          needs; kBadRow when no row stood. Nothing is imported then.
// Threads  safe: no shared state.
Results<Imported> ImportResults(const std::string& path, ImportKind kind);

// The same from bytes in memory, `name` standing for the file.
Results<Imported> ImportSummaryJson(std::string_view text, const std::string& name);
Results<Imported> ImportTable(std::string_view text, const std::string& name);
// A folder with closed/, open/ or network/ in it, or one of these, or a submitter's folder with systems/ and results/.
Results<Imported> ImportTree(const std::string& folder);

}  // namespace assay::results
