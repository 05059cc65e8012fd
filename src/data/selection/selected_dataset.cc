// SPDX-License-Identifier: Apache-2.0
#include "data/selection/selected_dataset.h"

#include <charconv>
#include <compare>
#include <functional>
#include <utility>

namespace assay::data {
namespace {

class SelectedDataset final : public Dataset {
 public:
  SelectedDataset(std::unique_ptr<Dataset> all, std::vector<std::size_t> rows)
      : all_(std::move(all)), rows_(std::move(rows)) {}

  std::size_t size() const override { return rows_.size(); }
  std::string_view Id(std::size_t index) const override { return all_->Id(rows_[index]); }
  std::optional<std::int32_t> Label(std::size_t index) const override { return all_->Label(rows_[index]); }
  std::span<const std::string> classes() const override { return all_->classes(); }
  std::string_view Group(std::size_t index) const override { return all_->Group(rows_[index]); }
  std::string_view Time(std::size_t index) const override { return all_->Time(rows_[index]); }
  std::string ContentHash(std::size_t index) const override { return all_->ContentHash(rows_[index]); }
  std::span<const std::string> columns() const override { return all_->columns(); }
  std::string_view Cell(std::size_t index, std::size_t column) const override {
    return all_->Cell(rows_[index], column);
  }
  std::span<const std::int64_t> image_shape() const override { return all_->image_shape(); }
  std::span<const std::byte> Image(std::size_t index) const override { return all_->Image(rows_[index]); }
  Where Place(std::size_t index, std::optional<std::size_t> column) const override {
    return all_->Place(rows_[index], column);
  }

 private:
  std::unique_ptr<Dataset> all_;
  std::vector<std::size_t> rows_;
};

std::optional<double> AsNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool Holds(std::partial_ordering order, spec::Op op) {
  switch (op) {
    case spec::Op::kLessEqual: return order <= 0;
    case spec::Op::kGreaterEqual: return order >= 0;
    case spec::Op::kLess: return order < 0;
    case spec::Op::kGreater: return order > 0;
    case spec::Op::kEqual: return order == 0;
  }
  return false;
}

bool Meets(std::string_view cell, const spec::Condition& condition) {
  const auto left = AsNumber(cell), right = AsNumber(condition.value_text);
  if (left && right) return Holds(*left <=> *right, condition.op);
  return Holds(cell <=> std::string_view(condition.value_text), condition.op);
}

using CellReader = std::function<std::string_view(std::size_t)>;

Result<CellReader> ReaderOf(const Dataset& data, const std::string& name) {
  for (std::size_t column = 0; column < data.columns().size(); ++column) {
    if (data.columns()[column] == name) {
      return [&data, column](std::size_t row) { return data.Cell(row, column); };
    }
  }
  if (name == "time") return [&data](std::size_t row) { return data.Time(row); };
  if (name == "group") return [&data](std::size_t row) { return data.Group(row); };
  return Fail(ErrorCode::kBadReference, "the condition names a column '" + name + "' that the file lacks");
}

}  // namespace

Result<std::vector<std::size_t>> RowsMeeting(const Dataset& data, std::span<const spec::Condition> conditions) {
  std::vector<CellReader> readers;
  for (const spec::Condition& condition : conditions) {
    ASSAY_TRY(reader, ReaderOf(data, condition.name));
    readers.push_back(std::move(reader));
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < data.size(); ++row) {
    bool keep = true;
    for (std::size_t i = 0; keep && i < readers.size(); ++i) keep = Meets(readers[i](row), conditions[i]);
    if (keep) rows.push_back(row);
  }
  return rows;
}

Result<std::unique_ptr<Dataset>> SelectRows(std::unique_ptr<Dataset> all,
                                            std::span<const spec::Condition> conditions) {
  if (conditions.empty()) return all;
  ASSAY_TRY(rows, RowsMeeting(*all, conditions));
  if (rows.empty()) {
    return Fail(ErrorCode::kEmpty, "the split's condition leaves none of the " + std::to_string(all->size()) + " rows");
  }
  return std::make_unique<SelectedDataset>(std::move(all), std::move(rows));
}

}  // namespace assay::data
