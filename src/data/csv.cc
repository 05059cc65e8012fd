// SPDX-License-Identifier: Apache-2.0
// Comma- and tab-separated tables, read strictly: what doesn't fit is an error with its place, never a guess.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "base/file.h"
#include "data/table/table.h"

namespace assay {
namespace {

using data::ErrorList;
using data::Table;

// Goes once through the text, field by field. After an error in a row it goes on with the next line.
class CsvReader {
 public:
  CsvReader(Table& table, ErrorList& errors, char separator)
      : table_(table), errors_(errors), text_(table.raw()), separator_(separator) {}

  void Read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
      return errors_.Add(ErrorCode::kBadRow, "expected UTF-8, found UTF-16", table_.At(0), "save the file as UTF-8");
    }
    if (text_.find_first_not_of(" \t\r\n", at_) == text_.npos) {
      return errors_.Add(ErrorCode::kEmpty, "expected column names and rows, found no text", table_.At(0));
    }
    ReadHeader();
    while (header_read_ && !AtEnd()) ReadRow();
  }

 private:
  bool AtEnd() const { return at_ >= text_.size(); }
  bool AtLineEnd() const { return AtEnd() || text_[at_] == '\n' || text_[at_] == '\r'; }
  void SkipLineEnd() {
    if (!AtEnd() && text_[at_] == '\r') ++at_;
    if (!AtEnd() && text_[at_] == '\n') ++at_;
  }
  void SkipLine() {
    while (!AtLineEnd()) ++at_;
    SkipLineEnd();
  }

  // One field into `field_`; false after an error, which is on the list then.
  bool ReadField() {
    field_.clear();
    field_start_ = at_;
    if (!AtEnd() && text_[at_] == '"') return ReadQuoted();
    while (!AtLineEnd() && text_[at_] != separator_) {
      if (text_[at_] == '"') {
        errors_.Add(ErrorCode::kBadRow, "a quote inside an unquoted field", table_.At(at_),
                    "quote the whole field and double the quotes inside it");
        return false;
      }
      field_ += text_[at_++];
    }
    return true;
  }

  bool ReadQuoted() {
    for (++at_; !AtEnd(); ++at_) {
      if (text_[at_] != '"') {
        field_ += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        field_ += '"';
        ++at_;
      } else {
        ++at_;
        if (AtLineEnd() || text_[at_] == separator_) return true;
        errors_.Add(ErrorCode::kBadRow, "expected a separator or the line's end after the closing quote", table_.At(at_));
        return false;
      }
    }
    errors_.Add(ErrorCode::kBadRow, "a quoted field that isn't closed until the file's end", table_.At(field_start_));
    return false;
  }

  void ReadHeader() {
    std::vector<std::string>& columns = table_.columns();
    while (true) {
      if (!ReadField()) return;
      for (const std::string& other : columns) {
        if (other == field_) {
          return errors_.Add(ErrorCode::kBadRow, "column '" + field_ + "' stands twice", table_.At(field_start_));
        }
      }
      if (field_.empty()) {
        return errors_.Add(ErrorCode::kBadRow, "a column without a name", table_.At(field_start_),
                           "the first line holds the column names");
      }
      columns.push_back(field_);
      if (AtLineEnd()) break;
      ++at_;
    }
    if (columns.size() == 1 && columns[0].find(';') != std::string::npos) {
      return errors_.Add(ErrorCode::kBadRow, "expected comma-separated columns, found ';' in the only one", table_.At(0),
                         "separate with commas (or tabs, in a .tsv)");
    }
    SkipLineEnd();
    header_read_ = true;
  }

  // Adds a row's cells or an error. Empty lines at the end are none.
  void ReadRow() {
    if (text_.find_first_not_of("\r\n", at_) == text_.npos) {
      at_ = text_.size();
      return;
    }
    const std::size_t before = table_.cells(), row_start = at_;
    const std::size_t width = table_.columns().size();
    std::size_t fields = 0;
    while (true) {
      if (!ReadField()) {
        table_.KeepCells(before);
        return SkipLine();
      }
      if (++fields <= width) table_.AddCell(field_, field_start_);
      if (AtLineEnd()) break;
      ++at_;
    }
    SkipLineEnd();
    if (fields != width) {
      table_.KeepCells(before);
      errors_.Add(ErrorCode::kBadRow,
                  "expected " + std::to_string(width) + " fields as in the first line, found " +
                      (fields == 1 && field_.empty() ? "an empty line" : std::to_string(fields)),
                  table_.At(row_start));
    }
  }

  Table& table_;
  ErrorList& errors_;
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  bool header_read_ = false;
  std::string field_;
  std::size_t field_start_ = 0;
};

Results<std::unique_ptr<Dataset>> OpenCsv(const DatasetOptions& options) {
  auto text = base::ReadFile(options.path);
  if (!text) return std::unexpected(Errors{std::move(text).error()});
  Table table(options.path, *std::move(text));
  ErrorList errors;
  CsvReader(table, errors, options.path.ends_with(".tsv") ? '\t' : ',').Read();
  if (table.columns().empty() || (!errors.empty() && table.rows() == 0)) {
    return std::unexpected(std::move(errors).Take());
  }
  return data::MakeTableDataset(std::move(table), options, std::move(errors));
}

}  // namespace

extern const DatasetInfo kDataset_csv{
    .name = "csv",
    .title = "CSV table",
    .extensions = ".csv .tsv",
    .definition = "The first line names the columns, every other line is one case; fields with separators, quotes or "
                  "line breaks are quoted. UTF-8 with or without BOM, any line end; tabs separate in a .tsv.",
    .source = "RFC 4180",
    .open = &OpenCsv,
};

}  // namespace assay
