// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/cell_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <span>

#include "random/splitmix.h"
#include "stats/two_samples.h"

namespace assay::metric {
namespace {

// Three cells; the first value has a long tail, the second has nothing to do with it.
CellRows Drawn(std::size_t count, std::uint64_t seed, std::size_t width) {
  const random::SplitMix draws(seed, count);
  CellRows rows{.cells = 3, .width = width, .cell = {}, .values = {}};
  for (std::size_t i = 0; i < count; ++i) {
    const double tail = -std::log1p(-draws.UnitAt(3 * i));
    rows.cell.push_back(static_cast<std::uint32_t>(draws.BelowAt(3 * i + 1, 3)));
    rows.values.push_back(tail * tail);
    if (width == 2) rows.values.push_back(draws.UnitAt(3 * i + 2) - 0.3);
  }
  return rows;
}

std::optional<double> MeanOfFirst(const CellTotals& totals) {
  double sum = 0;
  const std::size_t width = totals.sums.size() / totals.rows.size();
  for (std::size_t cell = 0; cell < totals.rows.size(); ++cell) sum += totals.sums[cell * width];
  return sum / std::accumulate(totals.rows.begin(), totals.rows.end(), 0.0);
}

std::optional<double> MeanOfSecond(const CellTotals& totals) {
  double sum = 0;
  for (std::size_t cell = 0; cell < totals.rows.size(); ++cell) sum += totals.sums[2 * cell + 1];
  return sum / std::accumulate(totals.rows.begin(), totals.rows.end(), 0.0);
}

// Neither a mean nor smooth: how far cells' means are from their overall mean, as a calibration error has it.
std::optional<double> SpreadOfCells(const CellTotals& totals) {
  const double mean = *MeanOfFirst(totals);
  const double rows = std::accumulate(totals.rows.begin(), totals.rows.end(), 0.0);
  const std::size_t width = totals.sums.size() / totals.rows.size();
  double gaps = 0;
  for (std::size_t cell = 0; cell < totals.rows.size(); ++cell) {
    gaps += std::abs(totals.sums[cell * width] - mean * totals.rows[cell]);
  }
  return gaps / rows;
}

// Each row drawn one by one: the bootstrap of bootstrap.h, on the same totals.
BootstrapOutcome RowByRow(const CellRows& rows, const OfCells& statistic, const BootstrapRequest& request) {
  const auto of_times = [&](std::span<const std::uint32_t> times) {
    CellTotals totals{.rows = std::vector<double>(rows.cells), .sums = std::vector<double>(rows.cells * rows.width)};
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      totals.rows[rows.cell[i]] += times[i];
      for (std::size_t k = 0; k < rows.width; ++k) {
        totals.sums[rows.cell[i] * rows.width + k] += times[i] * rows.values[i * rows.width + k];
      }
    }
    return statistic(totals);
  };
  return *Bootstrap(*Resampler::OfCases(rows.rows()), of_times, request);
}

// Kolmogorov-Smirnov of the replicates against those of drawing each row, in both ways of drawing; 1,000 of each would show
// a distribution that is off by 0.08 anywhere. The rows of the second values' mean lie in blocks whose first values are
// alike and whose second values aren't: nearly all of its spread is the normal part.
TEST(CellBootstrap, DrawsAsRowByRow) {
  const struct {
    const char* name;
    std::optional<double> (*statistic)(const CellTotals&);
    std::size_t width;
  } statistics[] = {{"mean", &MeanOfFirst, 1}, {"second", &MeanOfSecond, 2}, {"spread", &SpreadOfCells, 2}};
  for (const std::size_t count : {std::size_t{500}, kRowsDrawnSingly + 2000}) {
    for (const auto& [name, statistic, width] : statistics) {
      const CellRows rows = Drawn(count, 5, width);
      const BootstrapRequest request{.seed = 3, .replicates = 1000, .kind = BootstrapKind::kPercentile, .threads = 2};
      const auto found = BootstrapCells(rows, statistic, request);
      ASSERT_TRUE(found) << name;
      const BootstrapOutcome right = RowByRow(rows, statistic, request);
      EXPECT_NEAR(found->estimate, right.estimate, 1e-12) << name;
      const auto test = stats::KolmogorovSmirnovTest(found->replicates, right.replicates);
      ASSERT_TRUE(test) << name;
      EXPECT_GT(test->exact, 0.01) << name << " " << count;
      const auto near = [&](double a, double b) { return std::abs(a / b - 1); };
      EXPECT_LT(near(stats::BootstrapError(found->replicates), stats::BootstrapError(right.replicates)), 0.1) << name;
    }
  }
}

// The standard deviation of a bootstrapped mean is sigma / sqrt(n), sigma over n: of 4,000 replicates to 1.1 %, here three
// of these.
TEST(CellBootstrap, SpreadOfAMeanIsTheClosedForm) {
  for (const std::size_t count : {std::size_t{2000}, std::size_t{200'000}}) {
    const CellRows rows = Drawn(count, 9, 1);
    double mean = 0, square = 0;
    for (const double value : rows.values) mean += value, square += value * value;
    mean /= static_cast<double>(count);
    const double right = std::sqrt((square / static_cast<double>(count) - mean * mean) / static_cast<double>(count));
    const auto found = BootstrapCells(rows, &MeanOfFirst, {.seed = 4, .replicates = 4000});
    ASSERT_TRUE(found && found->interval);
    EXPECT_NEAR(stats::BootstrapError(found->replicates) / right, 1, 0.034) << count;
    EXPECT_EQ(found->interval->method, "bootstrap, BCa");
  }
}

// The jackknife by blocks gives the interval that the one by rows gives.
TEST(CellBootstrap, BlocksKeepTheAcceleration) {
  const CellRows rows = Drawn(kRowsDrawnSingly + 2000, 6, 1);
  const BootstrapRequest request{.seed = 8, .replicates = 2000, .threads = 2};
  const auto found = BootstrapCells(rows, &MeanOfFirst, request);
  ASSERT_TRUE(found && found->interval);
  std::vector<double> left_out;
  const CellTotals all = TotalsOf(rows);
  const double sum = *MeanOfFirst(all) * static_cast<double>(rows.rows());
  for (const double value : rows.values) left_out.push_back((sum - value) / static_cast<double>(rows.rows() - 1));
  const auto right = stats::BcaBootstrap(found->replicates, found->estimate, left_out, request.level);
  ASSERT_TRUE(right && *right);
  EXPECT_GT((*right)->acceleration, 0.005);  // there is something to keep
  const double width = found->interval->high - found->interval->low;
  EXPECT_NEAR(found->interval->low, (*right)->interval.low, 1e-3 * width);
  EXPECT_NEAR(found->interval->high, (*right)->interval.high, 1e-3 * width);
}

TEST(CellBootstrap, ThreadsChangeNothing) {
  for (const std::size_t count : {std::size_t{50}, kRowsDrawnSingly + 1}) {
    const CellRows rows = Drawn(count, 1, 2);
    BootstrapRequest request{.seed = 2, .replicates = 200};
    const auto one = BootstrapCells(rows, &SpreadOfCells, request);
    request.threads = 3;
    const auto three = BootstrapCells(rows, &SpreadOfCells, request);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->replicates, three->replicates);
    EXPECT_EQ(one->interval->low, three->interval->low);
  }
}

TEST(CellBootstrap, NothingToDrawIsAnError) {
  EXPECT_EQ(BootstrapCells({}, &MeanOfFirst, {}).error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::metric
