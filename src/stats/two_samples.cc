// SPDX-License-Identifier: Apache-2.0
#include "stats/two_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "stats/normal_distribution.h"
#include "stats/sorted_values.h"

namespace assay::stats {
namespace {

// The largest gap in units of 1 / (n m), which are whole numbers.
std::int64_t LargestGap(std::span<const double> first, std::span<const double> second) {
  const auto n = static_cast<std::int64_t>(first.size());
  const auto m = static_cast<std::int64_t>(second.size());
  std::int64_t largest = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < first.size() && j < second.size()) {
    const double here = std::min(first[i], second[j]);
    while (i < first.size() && first[i] == here) ++i;
    while (j < second.size() && second[j] == here) ++j;
    largest = std::max(largest, std::abs(static_cast<std::int64_t>(i) * m - static_cast<std::int64_t>(j) * n));
  }
  return largest;
}

// All orders of n values of one and m of the other are equally likely: paths from (0, 0) to (n, m). Backwards from the
// end, the probability that a path through (i, j) has been as far out as `gap`: sums of positive terms only, so that the
// smallest p-value keeps its digits.
double ShareOfPathsOutside(std::int64_t n, std::int64_t m, std::int64_t gap) {
  std::vector<double> row(static_cast<std::size_t>(m) + 1);
  for (std::int64_t i = 0; i <= n; ++i) {
    for (std::int64_t j = 0; j <= m; ++j) {
      double& here = row[static_cast<std::size_t>(j)];
      if (std::abs(i * m - j * n) >= gap) {
        here = 1;
        continue;
      }
      const double all = static_cast<double>(i + j);
      double share = 0;
      if (i > 0) share += here * static_cast<double>(i) / all;
      if (j > 0) share += row[static_cast<std::size_t>(j) - 1] * static_cast<double>(j) / all;
      here = share;
    }
  }
  return row.back();
}

// One-sided: P[D+ >= d] of n cases, a finite sum (Birnbaum, Tingey 1951).
double OneSidedAtLeast(double d, int n) {
  double sum = 0;
  for (int j = 0; j <= static_cast<int>(std::floor(n * (1 - d))); ++j) {
    const double share = static_cast<double>(j) / n;
    const double rest = 1 - d - share;
    if (rest < 0) break;
    double choose = 0;  // log of the binomial coefficient
    for (int k = 1; k <= j; ++k) choose += std::log(static_cast<double>(n - j + k) / k);
    const double tail = rest > 0 ? (n - j) * std::log(rest) : (n == j ? 0 : -HUGE_VAL);
    sum += std::exp(choose + (j - 1) * std::log(d + share) + tail);
  }
  return d * sum;
}

constexpr int kMostExact = 4000;  // beyond, the matrix is large and the limit good to three digits

using Matrix = std::vector<double>;

Matrix Product(const Matrix& a, const Matrix& b, std::size_t size) {
  Matrix c(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t j = 0; j < size; ++j) c[i * size + j] += a[i * size + k] * b[k * size + j];
    }
  }
  return c;
}

// P[D < d] of n cases by the n-th power of Durbin's matrix; scaled on the way, since entries outgrow a double.
double TwoSidedBelow(double d, int n) {
  const int k = static_cast<int>(n * d) + 1;
  const double h = k - n * d;
  const auto size = static_cast<std::size_t>(2 * k - 1);
  Matrix base(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < std::min(size, i + 2); ++j) base[i * size + j] = 1;
  }
  for (std::size_t i = 0; i < size; ++i) {
    base[i * size] -= std::pow(h, static_cast<double>(i + 1));
    base[(size - 1) * size + i] -= std::pow(h, static_cast<double>(size - i));
  }
  if (2 * h > 1) base[(size - 1) * size] += std::pow(2 * h - 1, static_cast<double>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < std::min(size, i + 2); ++j) {
      for (std::size_t g = 1; g + j <= i + 1; ++g) base[i * size + j] /= static_cast<double>(g);
    }
  }
  Matrix power(size * size);
  for (std::size_t i = 0; i < size; ++i) power[i * size + i] = 1;
  double scale = 0;  // log of what `power` was divided by
  double base_scale = 0;
  const auto middle = static_cast<std::size_t>(k - 1) * size + static_cast<std::size_t>(k - 1);
  const auto rescale = [&](Matrix& matrix, double& log_scale) {
    const double largest = *std::ranges::max_element(matrix);
    if (!(largest > 0)) return;
    for (double& entry : matrix) entry /= largest;
    log_scale += std::log(largest);
  };
  for (int exponent = n; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) {
      power = Product(power, base, size);
      scale += base_scale;
      rescale(power, scale);
    }
    base = Product(base, base, size);
    base_scale *= 2;
    rescale(base, base_scale);
  }
  double log_factorial = 0;
  for (int i = 1; i <= n; ++i) log_factorial += std::log(static_cast<double>(i) / n);
  return power[middle] > 0 ? std::exp(std::log(power[middle]) + scale + log_factorial) : 0;
}

// The limit for many cases.
double LimitAtLeast(double d, int n) {
  double sum = 0;
  for (int k = 1; k <= 100; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * n * d * d);
  return std::clamp(sum, 0.0, 1.0);
}

// Beyond n d^2 = 4 both one-sided events at once have a probability below 1e-14 of the p-value.
double TwoSidedAtLeast(double d, int n) {
  if (n < 1 || d <= 0) return 1;
  if (d >= 1) return 0;
  if (n * d <= 0.5) return 1;
  if (n > kMostExact) return n * d * d < 0.04 ? 1 : LimitAtLeast(d, n);
  if (n * d * d > 4) return std::min(1.0, 2 * OneSidedAtLeast(d, n));
  return std::clamp(1 - TwoSidedBelow(d, n), 0.0, 1.0);
}

}  // namespace

Result<KolmogorovSmirnov> KolmogorovSmirnovTest(std::span<const double> first, std::span<const double> second) {
  ASSAY_TRY(a, SortedValues(first));
  ASSAY_TRY(b, SortedValues(second));
  const auto n = static_cast<std::int64_t>(a.size());
  const auto m = static_cast<std::int64_t>(b.size());
  const std::int64_t gap = LargestGap(a, b);
  KolmogorovSmirnov test;
  test.statistic = static_cast<double>(gap) / static_cast<double>(n) / static_cast<double>(m);
  if (gap == 0) return test;
  test.exact = ShareOfPathsOutside(n, m, gap);
  const double effective = static_cast<double>(n) * static_cast<double>(m) / static_cast<double>(n + m);
  test.asymptotic = TwoSidedAtLeast(test.statistic, static_cast<int>(std::nearbyint(effective)));
  return test;
}

Result<MannWhitney> MannWhitneyTest(std::span<const double> first, std::span<const double> second) {
  ASSAY_TRY(a, SortedValues(first));
  ASSAY_TRY(b, SortedValues(second));
  MannWhitney test;
  double tied = 0;  // sum of t^3 - t over groups of t equal values
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const double here = j == b.size() || (i < a.size() && a[i] <= b[j]) ? a[i] : b[j];
    double of_first = 0;
    double of_second = 0;
    const auto below = static_cast<double>(j);
    for (; i < a.size() && a[i] == here; ++i) of_first += 1;
    for (; j < b.size() && b[j] == here; ++j) of_second += 1;
    test.u += of_first * (below + of_second / 2);
    const double t = of_first + of_second;
    tied += t * t * t - t;
  }
  const auto n = static_cast<double>(a.size());
  const auto m = static_cast<double>(b.size());
  const double all = n + m;
  const double variance = n * m / 12 * ((all + 1) - tied / (all * (all - 1)));
  if (!(variance > 0)) return test;
  const double away = std::abs(test.u - n * m / 2) - 0.5;
  test.p = std::min(1.0, 2 * NormalAtMost(-away / std::sqrt(variance)));
  return test;
}

}  // namespace assay::stats
