// SPDX-License-Identifier: Apache-2.0
#include "data/table/table.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "base/sha256.h"
#include "data/label/class_labels.h"
#include "spec/near_name.h"

namespace assay::data {
namespace {

// Which column of the table plays which part.
struct Parts {
  std::optional<std::size_t> id, label, group, time;
  std::vector<std::size_t> features;
};

class TableDataset final : public Dataset {
 public:
  TableDataset(Table table, Parts parts, ClassLabels labels)
      : table_(std::move(table)), parts_(std::move(parts)), labels_(std::move(labels)) {
    for (const std::size_t column : parts_.features) features_.push_back(table_.columns()[column]);
    by_name_.resize(features_.size());
    std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
    std::sort(by_name_.begin(), by_name_.end(), [&](std::size_t a, std::size_t b) { return features_[a] < features_[b]; });
    if (!parts_.id) {
      for (std::size_t row = 0; row < table_.rows(); ++row) row_numbers_.push_back(std::to_string(row + 1));
    }
  }

  std::size_t size() const override { return table_.rows(); }
  std::string_view Id(std::size_t index) const override {
    return parts_.id ? table_.Cell(index, *parts_.id) : std::string_view(row_numbers_[index]);
  }
  std::optional<std::int32_t> Label(std::size_t index) const override {
    return labels_.numbers.empty() ? std::nullopt : std::optional(labels_.numbers[index]);
  }
  std::span<const std::string> classes() const override { return labels_.classes; }
  std::string_view Group(std::size_t index) const override { return Part(index, parts_.group); }
  std::string_view Time(std::size_t index) const override { return Part(index, parts_.time); }
  std::span<const std::string> columns() const override { return features_; }
  std::string_view Cell(std::size_t index, std::size_t column) const override {
    return table_.Cell(index, parts_.features[column]);
  }
  std::span<const std::int64_t> image_shape() const override { return {}; }
  std::span<const std::byte> Image(std::size_t) const override { return {}; }

  // Names and values with their lengths, in order of name: the same for another order of columns, and no two different
  // rows run into the same text.
  std::string ContentHash(std::size_t index) const override {
    base::Sha256 hash;
    const auto add = [&](std::string_view text) { hash.Update(std::to_string(text.size())).Update(":").Update(text); };
    for (const std::size_t column : by_name_) {
      add(features_[column]);
      add(Cell(index, column));
    }
    return base::ToHex(hash.Finish());
  }

  Where Place(std::size_t index, std::optional<std::size_t> column) const override {
    Where where = table_.PlaceOf(index, column ? parts_.features[*column] : 0);
    where.path = Id(index);
    return where;
  }

 private:
  std::string_view Part(std::size_t index, const std::optional<std::size_t>& column) const {
    return column ? table_.Cell(index, *column) : std::string_view();
  }

  Table table_;
  Parts parts_;
  ClassLabels labels_;
  std::vector<std::string> features_;
  std::vector<std::size_t> by_name_;
  std::vector<std::string> row_numbers_;
};

Parts FindParts(const Table& table, const DatasetOptions& options, ErrorList& errors) {
  const std::vector<std::string>& columns = table.columns();
  std::vector<bool> taken(columns.size(), false);
  const auto find = [&](const std::string& name, std::string_view part) -> std::optional<std::size_t> {
    if (name.empty()) return std::nullopt;
    const auto at = std::find(columns.begin(), columns.end(), name);
    if (at == columns.end()) {
      errors.Add(ErrorCode::kBadReference,
                 "no column '" + name + "', which the spec names as " + std::string(part), table.At(0),
                 spec::NameHint(name, columns));
      return std::nullopt;
    }
    const auto column = static_cast<std::size_t>(at - columns.begin());
    taken[column] = true;
    return column;
  };
  Parts parts;
  parts.id = find(options.id, "id");
  parts.label = find(options.label, "label");
  parts.group = find(options.group, "group");
  parts.time = find(options.time, "time");
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (!taken[column]) parts.features.push_back(column);
  }
  return parts;
}

// The rows of ids, by the id: open addressing in one array, since a map's nodes took more memory and time than the ids.
class RowsById {
 public:
  explicit RowsById(std::size_t rows) : slots_(std::bit_ceil(rows + rows / 2 + 1)) {}

  // The row that has this id already, or none, and then `row` has it. `id_of(row)` gives the id of a row.
  // Range    fewer than 2^40 rows.
  template <class IdOf>
  std::optional<std::size_t> Add(std::string_view id, std::size_t row, IdOf id_of) {
    const std::uint64_t hash = std::hash<std::string_view>()(id);
    const std::uint64_t mark = hash & ~kRows;
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == 0) {
        slots_[at] = mark | (row + 1);
        return std::nullopt;
      }
      if ((slots_[at] & ~kRows) != mark) continue;
      const std::size_t seen = (slots_[at] & kRows) - 1;
      if (id_of(seen) == id) return seen;
    }
  }

 private:
  static constexpr std::uint64_t kRows = (std::uint64_t{1} << 40) - 1;
  std::vector<std::uint64_t> slots_;  // the upper bits of the hash, and row + 1; 0 = free
};

void CheckIds(const Table& table, std::size_t column, ErrorList& errors) {
  RowsById rows(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string_view id = table.Cell(row, column);
    if (id.empty()) {
      errors.Add(ErrorCode::kBadRow, "expected an id, found an empty cell", table.PlaceOf(row, column));
      continue;
    }
    const auto seen = rows.Add(id, row, [&](std::size_t other) { return table.Cell(other, column); });
    if (!seen) continue;
    Where where = table.PlaceOf(row, column);
    where.path = id;
    errors.Add(ErrorCode::kDuplicateId,
               "id '" + std::string(id) + "' stands in line " +
                   std::to_string(table.PlaceOf(*seen, column).line) + " already",
               where);
  }
}

// Empty, or what number-minded programs write for "empty"; such a row would otherwise become a class of its own.
bool LacksLabel(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return text.empty() || (error == std::errc() && end == text.data() + text.size() && !std::isfinite(value));
}

std::vector<std::string_view> TakeLabels(const Table& table, const Parts& parts, ErrorList& errors) {
  std::vector<std::string_view> labels;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    labels.push_back(table.Cell(row, *parts.label));
    if (!LacksLabel(labels.back())) continue;
    Where where = table.PlaceOf(row, *parts.label);
    if (parts.id) where.path = table.Cell(row, *parts.id);
    errors.Add(ErrorCode::kMissingLabel,
               "expected a label, found " +
                   (labels.back().empty() ? "an empty cell" : "'" + std::string(labels.back()) + "'"),
               where);
  }
  return labels;
}

}  // namespace

Table::Table(std::string file, std::string raw) : file_(std::move(file)), raw_(std::move(raw)), line_starts_{0} {
  const std::string_view text = raw_;
  for (std::size_t at = text.find_first_of("\r\n"); at != text.npos; at = text.find_first_of("\r\n", at + 1)) {
    const bool first_of_two = text[at] == '\r' && text.substr(at + 1, 1) == "\n";
    if (!first_of_two) line_starts_.push_back(at + 1);
  }
}

void Table::KeepCells(std::size_t count) {
  ends_.resize(count);
  offsets_.resize(count);
  text_.resize(count == 0 ? 0 : ends_.back());
}

std::string_view Table::Cell(std::size_t row, std::size_t column) const {
  const std::size_t cell = row * columns_.size() + column;
  const std::size_t start = cell == 0 ? 0 : ends_[cell - 1];
  return std::string_view(text_).substr(start, ends_[cell] - start);
}

Where Table::At(std::size_t offset) const {
  constexpr std::size_t kMostShown = 200;
  const std::string_view text = raw_;
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::size_t line_start = *(next - 1);
  Where where{.file = file_, .line = static_cast<int>(next - line_starts_.begin())};
  where.column = static_cast<int>(offset - line_start) + 1;
  const std::size_t end = std::min(text.find_first_of("\r\n", line_start), text.size());
  where.source = text.substr(line_start, std::min(end - line_start, kMostShown));
  return where;
}

Results<std::unique_ptr<Dataset>> MakeTableDataset(Table table, const DatasetOptions& options, ErrorList errors) {
  const Parts parts = FindParts(table, options, errors);
  if (table.rows() == 0 && errors.empty()) {
    errors.Add(ErrorCode::kEmpty, "expected at least 1 row, found only column names", table.At(0));
  }
  if (parts.id) CheckIds(table, *parts.id, errors);
  ClassLabels labels;
  if (parts.label) {
    const std::vector<std::string_view> texts = TakeLabels(table, parts, errors);
    if (errors.empty()) {
      auto numbered = NumberLabels(texts, options.positive);
      if (numbered) {
        labels = *std::move(numbered);
      } else {
        errors.Add(numbered.error().code, numbered.error().what, table.PlaceOf(0, *parts.label), numbered.error().hint);
      }
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors).Take());
  return std::make_unique<TableDataset>(std::move(table), parts, std::move(labels));
}

}  // namespace assay::data
