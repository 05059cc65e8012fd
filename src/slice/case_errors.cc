// SPDX-License-Identifier: Apache-2.0
#include "slice/case_errors.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace assay::slice {

CaseErrors CaseErrors::OfAnswers(std::span<const std::uint8_t> wrong) {
  CaseErrors errors;
  errors.wrong_ = RowSet(wrong.size());
  for (std::size_t row = 0; row < wrong.size(); ++row) {
    if (wrong[row] != 0) errors.wrong_.Add(row);
  }
  return errors;
}

Result<CaseErrors> CaseErrors::OfLosses(std::vector<double> losses) {
  CaseErrors errors;
  errors.wrong_ = RowSet(losses.size());
  errors.largest_ = 0;
  for (std::size_t row = 0; row < losses.size(); ++row) {
    if (!std::isfinite(losses[row]) || losses[row] < 0) {
      return Fail(std::isfinite(losses[row]) ? ErrorCode::kOutOfRange : ErrorCode::kNotFinite,
                  "expected losses of at least 0, found " + std::to_string(losses[row]) + " in row " + std::to_string(row + 1));
    }
    errors.largest_ = std::max(errors.largest_, losses[row]);
  }
  errors.losses_ = std::move(losses);
  return errors;
}

double CaseErrors::Sum(const RowSet& rows) const {
  if (!is_loss()) return static_cast<double>(wrong_.CountWith(rows));
  double sum = 0;
  rows.ForEach([&](std::size_t row) { sum += losses_[row]; });
  return sum;
}

}  // namespace assay::slice
