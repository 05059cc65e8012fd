// SPDX-License-Identifier: Apache-2.0
// A file of rows and named columns, read but not yet understood; and the dataset that it makes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/result.h"
#include "data/table/error_list.h"

namespace assay::data {

// Cells of all rows one after another, columns() cells a row.
class Table {
 public:
  Table(std::string file, std::string raw);

  std::vector<std::string>& columns() { return columns_; }
  const std::vector<std::string>& columns() const { return columns_; }
  std::string_view raw() const { return raw_; }
  const std::string& file() const { return file_; }
  std::size_t rows() const { return columns_.empty() ? 0 : ends_.size() / columns_.size(); }

  // `offset` is where the cell starts in raw().
  void AddCell(std::string_view text, std::size_t offset) {
    text_ += text;
    ends_.push_back(text_.size());
    offsets_.push_back(offset);
  }
  // Takes back the cells behind the first `count`, of a row that turned out wrong.
  void KeepCells(std::size_t count);
  std::size_t cells() const { return ends_.size(); }

  std::string_view Cell(std::size_t row, std::size_t column) const;
  // Line, column and text of a place in raw().
  Where At(std::size_t offset) const;
  Where PlaceOf(std::size_t row, std::size_t column) const { return At(offsets_[row * columns_.size() + column]); }

 private:
  std::string file_;
  std::string raw_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::string> columns_;
  std::string text_;
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> offsets_;
};

// Finds the id, label, group and time columns and numbers the labels. `errors` holds what reading has found already.
// Errors   those, and kBadReference for a column that isn't there, kEmpty without rows, kDuplicateId, kMissingLabel,
//          kOneClass; an empty id is a kBadRow.
Results<std::unique_ptr<Dataset>> MakeTableDataset(Table table, const DatasetOptions& options, ErrorList errors);

}  // namespace assay::data
