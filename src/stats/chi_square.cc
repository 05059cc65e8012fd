// SPDX-License-Identifier: Apache-2.0
#include "stats/chi_square.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace assay::stats {

// With h = x / 2: e^-h times the sum of h^k / k! below degrees / 2 for even degrees; for odd ones erfc(sqrt h) plus e^-h
// times the sum of h^(k + 1/2) / Gamma(k + 3/2).
double ChiSquareAtLeast(double x, std::uint64_t degrees) {
  if (!(x >= 0) || degrees == 0) return std::numeric_limits<double>::quiet_NaN();
  const double half = x / 2;
  const bool odd = degrees % 2 == 1;
  double term = odd ? 2 * std::sqrt(half / std::numbers::pi) : 1;
  double sum = 0;
  for (std::uint64_t k = 0; k < degrees / 2; ++k) {
    sum += term;
    term *= half / (static_cast<double>(k) + (odd ? 1.5 : 1.0));
  }
  return std::exp(-half) * sum + (odd ? std::erfc(std::sqrt(half)) : 0);
}

Result<ContingencyTest> TestContingency(std::span<const double> counts, std::size_t columns) {
  if (columns < 2 || counts.size() < 2 * columns || counts.size() % columns != 0) {
    return Fail(ErrorCode::kOutOfRange, "expected a table of at least two rows and two columns");
  }
  const std::size_t rows = counts.size() / columns;
  std::vector<double> of_row(rows), of_column(columns);
  double all = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!(counts[i] >= 0) || std::isinf(counts[i])) return Fail(ErrorCode::kOutOfRange, "expected finite counts of at least 0");
    of_row[i / columns] += counts[i];
    of_column[i % columns] += counts[i];
    all += counts[i];
  }
  const auto is_zero = [](double sum) { return sum == 0; };
  if (std::ranges::any_of(of_row, is_zero) || std::ranges::any_of(of_column, is_zero)) {
    return Fail(ErrorCode::kUndefined, "a row or column without a case says nothing about the others");
  }
  ContingencyTest test;
  test.degrees = (rows - 1) * (columns - 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = of_row[i / columns] * of_column[i % columns] / all;
    const double gap = std::abs(counts[i] - expected);
    const double counted = test.degrees == 1 ? gap - std::min(0.5, gap) : gap;
    test.statistic += counted * counted / expected;
  }
  test.p = ChiSquareAtLeast(test.statistic, test.degrees);
  return test;
}

}  // namespace assay::stats
