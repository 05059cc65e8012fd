// SPDX-License-Identifier: Apache-2.0
// How wrong each case is: 0 or 1, or a loss.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/result.h"
#include "slice/row_set.h"

namespace assay::slice {

class CaseErrors {
 public:
  // Wrong or right, a row each.
  static CaseErrors OfAnswers(std::span<const std::uint8_t> wrong);
  // Errors   kNotFinite or kOutOfRange for a loss that isn't a finite number of at least 0.
  static Result<CaseErrors> OfLosses(std::vector<double> losses);

  std::size_t rows() const { return wrong_.rows(); }
  bool is_loss() const { return !losses_.empty(); }
  double largest() const { return largest_; }
  double Of(std::size_t row) const { return is_loss() ? losses_[row] : wrong_.Has(row) ? 1.0 : 0.0; }
  // Sum over the rows of a set.
  double Sum(const RowSet& rows) const;

 private:
  RowSet wrong_;
  std::vector<double> losses_;
  double largest_ = 1;
};

}  // namespace assay::slice
