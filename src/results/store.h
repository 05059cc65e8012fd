// SPDX-License-Identifier: Apache-2.0
// The user's own store: rounds that were imported, and runs of their own, in one SQLite file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "results/import/collector.h"
#include "results/row_set.h"
#include "results/store_database.h"
#include "results/stored_run.h"

namespace assay::results {

// Format of the file. A store of an older version is brought up to this one when it is opened for writing; a newer one
// is refused.
constexpr int kStoreVersion = 2;

// --store, else ASSAY_STORE, else results.db under XDG_DATA_HOME/assay or HOME/.local/share/assay. Empty texts count as
// not given; without any it is "assay-results.db" in the working folder.
std::string StorePath(const std::optional<std::string>& flag, const char* assay_store, const char* xdg_data_home,
                      const char* home);

class Store {
 public:
  // For writing: makes the folder, the file, and brings an older store up to date.
  // Errors   kBadRecord for a file that isn't a store, is damaged, or was written by a newer release; kUnwritable.
  static Result<Store> Open(const std::string& path);
  // For reading; empty when there is no such file.
  static Result<std::optional<Store>> OpenIfThere(const std::string& path);

  // Keeps what was imported, in place of an earlier import of the same kind from the same file or folder. Gives how many
  // rows that one had.
  // Errors   those of writing. Nothing changes then.
  Result<std::size_t> Save(const Imported& imported);
  // Keeps a run, in place of an earlier import of the same run directory.
  Result<std::size_t> Save(const StoredRun& run);

  // Adds the imported rows to `rows`, latest import first; a row that is there already under the same name with the same
  // value isn't added again. `rounds` empty = all.
  Result<void> LoadInto(RowSet& rows, std::span<const std::string_view> rounds);

 private:
  explicit Store(Database database) : database_(std::move(database)) {}
  Result<void> Migrate();
  Result<void> Write(const Imported& imported, std::string_view key);
  Result<void> Write(const StoredRun& run);

  Database database_;
};

// The held rounds and what was imported into the store at `path`, if one is there.
// Errors   those of reading the store.
Result<RowSet> LoadAll(const std::string& path, std::span<const std::string_view> rounds = {});

}  // namespace assay::results
