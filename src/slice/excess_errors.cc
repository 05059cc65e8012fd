// SPDX-License-Identifier: Apache-2.0
#include "slice/excess_errors.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "stats/fisher_exact.h"
#include "stats/welch.h"

namespace assay::slice {
namespace {

std::vector<double> LossesOf(const CaseErrors& errors, const RowSet& rows) {
  std::vector<double> losses;
  rows.ForEach([&](std::size_t row) { losses.push_back(errors.Of(row)); });
  return losses;
}

}  // namespace

Result<double> ExcessErrors(const CaseErrors& errors, const RowSet& inside, const RowSet& outside) {
  const std::uint64_t in = inside.Count(), out = outside.Count();
  if (errors.is_loss()) {
    if (in < 2 || out < 2) return 1.0;
    ASSAY_TRY(test, stats::WelchTestOf(LossesOf(errors, inside), LossesOf(errors, outside)));
    return test.greater;
  }
  if (in == 0 || out == 0) return 1.0;
  const auto yes_in = static_cast<std::uint64_t>(std::llround(errors.Sum(inside)));
  const auto yes_out = static_cast<std::uint64_t>(std::llround(errors.Sum(outside)));
  ASSAY_TRY(test, stats::FisherExactTest({yes_in, in - yes_in, yes_out, out - yes_out}));
  return test.greater;
}

}  // namespace assay::slice
