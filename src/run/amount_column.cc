// SPDX-License-Identifier: Apache-2.0
#include "run/amount_column.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "spec/near_name.h"

namespace assay::run {

Result<std::vector<double>> ReadAmounts(const Dataset& data, const std::string& column, const Where& where) {
  const auto found = std::ranges::find(data.columns(), column);
  if (found == data.columns().end()) {
    const std::vector<std::string> known(data.columns().begin(), data.columns().end());
    return FailAt(where, ErrorCode::kBadReference, "there is no column '" + column + "'", spec::NameHint(column, known));
  }
  const auto place = static_cast<std::size_t>(found - data.columns().begin());
  std::vector<double> amounts(data.size());
  for (std::size_t row = 0; row < data.size(); ++row) {
    const std::string_view text = data.Cell(row, place);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amounts[row]);
    if (error == std::errc() && end == text.data() + text.size() && std::isfinite(amounts[row]) && amounts[row] >= 0) continue;
    Where at = data.Place(row, place);
    at.path = where.path;
    return FailAt(at, ErrorCode::kNotFinite,
                  "row " + std::string(data.Id(row)) + " has no amount >= 0 in '" + column + "': '" + std::string(text) + "'");
  }
  return amounts;
}

}  // namespace assay::run
