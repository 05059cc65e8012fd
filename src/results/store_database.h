// SPDX-License-Identifier: Apache-2.0
// SQLite with this program's errors. Nothing else of the program sees the library.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace assay::results {

class Statement {
 public:
  // Parameters count from 1, columns from 0.
  Statement& Bind(int at, std::string_view text);  // the text must live until Step
  Statement& Bind(int at, std::int64_t value);
  Statement& Bind(int at, double value);
  Statement& BindNull(int at);
  template <class T>
  Statement& Bind(int at, const std::optional<T>& value) {
    return value ? Bind(at, *value) : BindNull(at);
  }
  // True while there is a row. Errors   as Database.
  Result<bool> Step();
  // Runs a statement that gives no rows, and makes it ready for the next one.
  Result<void> Run();

  enum class Kind { kNull, kInteger, kReal, kText };
  int columns() const;
  std::string_view ColumnName(int at) const;
  Kind KindOf(int at) const;
  std::string_view Text(int at) const;  // until the next Step
  std::int64_t Integer(int at) const;
  double Real(int at) const;
  bool reads_only() const;

 private:
  friend class Database;
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Close> statement_;
};

// Errors   kBadRecord for a file that isn't a database or is damaged; kNotFound, kUnwritable for what the system refuses;
//          kInterrupted; kUsage for SQL that SQLite doesn't take, with its words and the column.
// Threads  one database belongs to one thread; Interrupt alone may come from another.
class Database {
 public:
  enum class Mode { kRead, kWrite, kMemory };
  static Result<Database> Open(const std::string& path, Mode mode);

  Result<void> Run(const std::string& sql);  // any number of statements, no rows
  Result<Statement> Prepare(std::string_view sql);
  Result<std::int64_t> Number(const std::string& sql);
  std::int64_t last_id() const;
  // From here on nothing can be written, no other file opened.
  void ForbidWriting();
  // Asks `stop` every few thousand steps; anything but 0 ends the query with kInterrupted.
  void AskToStop(int (*stop)(void*), void* context);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace assay::results
