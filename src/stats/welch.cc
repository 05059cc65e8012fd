// SPDX-License-Identifier: Apache-2.0
#include "stats/welch.h"

#include <cmath>

#include "stats/student_t.h"

namespace assay::stats {
namespace {

struct Moments {
  double mean = 0, error_squared = 0, freedom = 0;  // of the mean
};

Result<Moments> MomentsOf(std::span<const double> values) {
  if (values.size() < 2) {
    return Fail(ErrorCode::kEmpty, "expected at least 2 values in each group, found " + std::to_string(values.size()));
  }
  const double n = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  if (!std::isfinite(squares)) return Fail(ErrorCode::kNotFinite, "expected finite values in both groups");
  return Moments{mean, squares / (n - 1) / n, n - 1};
}

}  // namespace

Result<WelchTest> WelchTestOf(std::span<const double> first, std::span<const double> second) {
  ASSAY_TRY(a, MomentsOf(first));
  ASSAY_TRY(b, MomentsOf(second));
  WelchTest test{.difference = a.mean - b.mean, .error = std::sqrt(a.error_squared + b.error_squared)};
  if (test.error == 0) return test;
  const double sum = a.error_squared + b.error_squared;
  test.freedom = sum * sum / (a.error_squared * a.error_squared / a.freedom + b.error_squared * b.error_squared / b.freedom);
  test.t = test.difference / test.error;
  test.two_sided = StudentTwoSided(*test.t, test.freedom);
  test.greater = *test.t > 0 ? test.two_sided / 2 : 1 - test.two_sided / 2;
  return test;
}

}  // namespace assay::stats
