// SPDX-License-Identifier: Apache-2.0
#include "results/store_database.h"

#include <sqlite3.h>

namespace assay::results {
namespace {

constexpr int kStepsBetweenQuestions = 10'000;

ErrorCode CodeOf(int code) {
  switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: return ErrorCode::kBadRecord;
    case SQLITE_CANTOPEN: return ErrorCode::kNotFound;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return ErrorCode::kUnwritable;
    case SQLITE_INTERRUPT: return ErrorCode::kInterrupted;
    default: return ErrorCode::kUsage;
  }
}

std::unexpected<Error> Failure(sqlite3* database, int code) {
  std::string what = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  if ((code & 0xff) == SQLITE_AUTH) what = "a query only reads: the store changes through `assay results import`";
  return Fail(CodeOf(code), std::move(what));
}

// A query reads tables and computes; it opens no file and changes nothing.
int AllowReading(void*, int action, const char*, const char*, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    default: return SQLITE_DENY;
  }
}

}  // namespace

void Statement::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Statement& Statement::Bind(int at, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), at, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::Bind(int at, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), at, value);
  return *this;
}

Statement& Statement::Bind(int at, double value) {
  sqlite3_bind_double(statement_.get(), at, value);
  return *this;
}

Statement& Statement::BindNull(int at) {
  sqlite3_bind_null(statement_.get(), at);
  return *this;
}

Result<bool> Statement::Step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return Failure(sqlite3_db_handle(statement_.get()), code);
}

Result<void> Statement::Run() {
  const auto done = Step();
  sqlite3_reset(statement_.get());
  if (!done) return std::unexpected(done.error());
  return {};
}

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string_view Statement::ColumnName(int at) const {
  const char* name = sqlite3_column_name(statement_.get(), at);
  return name == nullptr ? std::string_view() : name;
}

Statement::Kind Statement::KindOf(int at) const {
  switch (sqlite3_column_type(statement_.get(), at)) {
    case SQLITE_NULL: return Kind::kNull;
    case SQLITE_INTEGER: return Kind::kInteger;
    case SQLITE_FLOAT: return Kind::kReal;
    default: return Kind::kText;
  }
}

std::string_view Statement::Text(int at) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), at));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), at))};
}

std::int64_t Statement::Integer(int at) const { return sqlite3_column_int64(statement_.get(), at); }
double Statement::Real(int at) const { return sqlite3_column_double(statement_.get(), at); }
bool Statement::reads_only() const { return sqlite3_stmt_readonly(statement_.get()) != 0; }

Result<Database> Database::Open(const std::string& path, Mode mode) {
  const int flags = mode == Mode::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(mode == Mode::kMemory ? ":memory:" : path.c_str(), &opened, flags, nullptr);
  Database database;
  database.database_.reset(opened);
  if (code != SQLITE_OK) {
    auto failure = Failure(opened, code);
    failure.error().where.push_back({path});
    return failure;
  }
  sqlite3_busy_timeout(opened, 2000);
  return database;
}

Result<void> Database::Run(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Failure(database_.get(), code);
  return {};
}

Result<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* prepared = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &prepared, &rest);
  Statement statement;
  statement.statement_.reset(prepared);
  if (code != SQLITE_OK) {
    auto failure = Failure(database_.get(), code);
    const int at = sqlite3_error_offset(database_.get());
    if (at >= 0) failure.error().where.push_back({"SQL", 1, at + 1, {}, std::string(sql)});
    return failure;
  }
  if (prepared == nullptr) return Fail(ErrorCode::kUsage, "expected a SQL query, found none");
  const std::string_view behind(rest, static_cast<std::size_t>(sql.data() + sql.size() - rest));
  if (behind.find_first_not_of(" \t\r\n;") != behind.npos) {
    return Fail(ErrorCode::kUsage, "expected one SQL query, found more behind it");
  }
  return statement;
}

Result<std::int64_t> Database::Number(const std::string& sql) {
  ASSAY_TRY(statement, Prepare(sql));
  ASSAY_TRY(found, statement.Step());
  return found ? statement.Integer(0) : 0;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

void Database::ForbidWriting() { sqlite3_set_authorizer(database_.get(), &AllowReading, nullptr); }

void Database::AskToStop(int (*stop)(void*), void* context) {
  sqlite3_progress_handler(database_.get(), kStepsBetweenQuestions, stop, context);
}

}  // namespace assay::results
