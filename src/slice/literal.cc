// SPDX-License-Identifier: Apache-2.0
#include "slice/literal.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace assay::slice {
namespace {

// Ends of the ranges as shares of the rows that have a value.
constexpr std::pair<double, double> kQuarters[] = {{0, 0.25}, {0.25, 0.5}, {0.5, 0.75}, {0.75, 1}};
constexpr std::pair<double, double> kTenthsAndEnds[] = {
    {0, 0.1}, {0.1, 0.2}, {0.2, 0.3}, {0.3, 0.4}, {0.4, 0.5}, {0.5, 0.6}, {0.6, 0.7}, {0.7, 0.8}, {0.8, 0.9}, {0.9, 1},
    {0, 0.01}, {0, 0.05}, {0.95, 1}, {0.99, 1}};

std::string NumberText(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

class LiteralList {
 public:
  LiteralList(std::size_t feature, std::size_t rows, std::size_t min_rows)
      : feature_(feature), rows_(rows), min_rows_(min_rows) {}

  void Add(std::string text, RowSet rows) {
    const std::uint64_t count = rows.Count();
    if (count < min_rows_ || count == rows_) return;
    if (std::ranges::any_of(list_, [&](const Literal& literal) { return literal.rows == rows; })) return;
    list_.push_back({feature_, std::move(text), std::move(rows)});
  }
  std::vector<Literal> Take() && { return std::move(list_); }

 private:
  std::size_t feature_, rows_, min_rows_;
  std::vector<Literal> list_;
};

// The value that `share` of the sorted values don't exceed; ends of ranges are values that occur.
double Quantile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(share * static_cast<double>(sorted.size()) + 0.5);
  return sorted[std::min(std::max<std::size_t>(rank, 1), sorted.size()) - 1];
}

std::string RangeText(const std::string& name, std::optional<double> above, std::optional<double> to) {
  if (above && to) return NumberText(*above) + " < " + name + " <= " + NumberText(*to);
  return above ? name + " > " + NumberText(*above) : name + " <= " + NumberText(*to);
}

void AddRanges(const Feature& feature, std::span<const std::pair<double, double>> ranges, LiteralList& list) {
  std::vector<double> sorted;
  for (const auto& number : feature.number) {
    if (number) sorted.push_back(*number);
  }
  if (sorted.empty()) return;
  std::ranges::sort(sorted);
  const std::string name = feature.kind == FeatureKind::kText ? "length of " + feature.name : feature.name;
  for (const auto& [from, to] : ranges) {
    const auto above = from == 0 ? std::nullopt : std::optional(Quantile(sorted, from));
    const auto most = to == 1 ? std::nullopt : std::optional(Quantile(sorted, to));
    if (above && most && *above == *most) continue;  // one value fills the range
    RowSet rows(feature.number.size());
    for (std::size_t row = 0; row < feature.number.size(); ++row) {
      const auto& number = feature.number[row];
      if (number && (!above || *number > *above) && (!most || *number <= *most)) rows.Add(row);
    }
    list.Add(RangeText(name, above, most), std::move(rows));
  }
}

void AddValues(const Feature& feature, std::size_t min_rows, LiteralList& list) {
  std::map<std::string_view, std::vector<std::size_t>> rows_of;
  for (std::size_t row = 0; row < feature.text.size(); ++row) {
    if (!IsMissing(feature.text[row])) rows_of[feature.text[row]].push_back(row);
  }
  RowSet rest(feature.text.size());
  std::size_t rare = 0;
  for (const std::string_view value : DistinctValues(feature)) {
    RowSet rows(feature.text.size());
    const bool is_rare = rows_of[value].size() < min_rows;
    rare += is_rare ? 1 : 0;
    for (const std::size_t row : rows_of[value]) (is_rare ? rest : rows).Add(row);
    if (!is_rare) list.Add(feature.name + " = " + std::string(value), std::move(rows));
  }
  if (rare > 0) {
    list.Add(feature.name + " is one of " + std::to_string(rare) + " rare values", std::move(rest));
  }
}

}  // namespace

std::vector<Literal> MakeLiterals(const Feature& feature, std::size_t number, std::size_t min_rows, Ranges ranges) {
  LiteralList list(number, feature.text.size(), min_rows);
  if (feature.kind == FeatureKind::kCategories) AddValues(feature, min_rows, list);
  else if (ranges == Ranges::kQuarters) AddRanges(feature, kQuarters, list);
  else AddRanges(feature, kTenthsAndEnds, list);
  RowSet missing(feature.text.size());
  for (std::size_t row = 0; row < feature.text.size(); ++row) {
    if (IsMissing(feature.text[row])) missing.Add(row);
  }
  list.Add(feature.name + " is missing", std::move(missing));
  return std::move(list).Take();
}

}  // namespace assay::slice
