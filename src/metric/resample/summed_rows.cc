// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/summed_rows.h"

#include <unordered_map>

#include "metric/resample/cell_bootstrap.h"
#include "metric/resample/multinomial_counts.h"
#include "metric/resample/resampler.h"
#include "metric/resample/shares.h"
#include "random/philox.h"

namespace assay::metric {
namespace {

std::vector<std::optional<double>> ReplicatesOfSums(const Resampler& resampler, const SummedRows& rows,
                                                    const OfSums& statistic, const BootstrapRequest& request) {
  std::vector<std::optional<double>> values(request.replicates);
  InShares(request.replicates, request.threads, [&](std::size_t first, std::size_t end) {
    std::vector<std::uint32_t> times(rows.rows());
    std::vector<double> sums(rows.width);
    for (std::size_t i = first; i < end; ++i) {
      resampler.Draw(request.seed, i, times);
      sums.assign(rows.width, 0);
      for (std::size_t row = 0; row < times.size(); ++row) {
        if (times[row] == 0) continue;
        const double weight = times[row];
        for (std::size_t k = 0; k < rows.width; ++k) sums[k] += weight * rows.values[row * rows.width + k];
      }
      values[i] = statistic(sums);
    }
  });
  return values;
}

// How often each row is drawn comes in the order of the rows, where drawing row by row would jump about in memory.
std::vector<std::optional<double>> ReplicatesOfCounts(const SummedRows& rows, const OfSums& statistic,
                                                      const BootstrapRequest& request) {
  const MultinomialCounts drawer(std::vector<std::uint32_t>(rows.rows(), 1));
  std::vector<std::optional<double>> values(request.replicates);
  InShares(request.replicates, request.threads, [&](std::size_t first, std::size_t end) {
    std::vector<std::uint32_t> times(rows.rows());
    std::vector<double> sums(rows.width);
    for (std::size_t i = first; i < end; ++i) {
      random::Philox numbers(request.seed, i);
      drawer.Draw(numbers, times);
      sums.assign(rows.width, 0);
      const double* row = rows.values.data();
      for (const std::uint32_t count : times) {
        for (std::size_t k = 0; k < rows.width; ++k) sums[k] += count * row[k];
        row += rows.width;
      }
      values[i] = statistic(sums);
    }
  });
  return values;
}

std::vector<stats::LeftOut> WithoutEachRow(const SummedRows& rows, const OfSums& statistic) {
  const std::vector<double> all = rows.Sums();
  std::vector<stats::LeftOut> left_out;
  std::vector<double> sums(rows.width);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (std::size_t k = 0; k < rows.width; ++k) sums[k] = all[k] - rows.values[row * rows.width + k];
    const auto value = statistic(sums);
    if (!value) return {};
    left_out.push_back({*value, 1});
  }
  return left_out;
}

}  // namespace

std::vector<double> SummedRows::Sums() const {
  std::vector<double> sums(width);
  for (std::size_t i = 0; i < values.size(); ++i) sums[i % width] += values[i];
  return sums;
}

SummedRows SummedRows::Grouped(std::span<const std::int64_t> group) const {
  SummedRows grouped{.width = width};
  std::unordered_map<std::int64_t, std::size_t> place;
  for (std::size_t row = 0; row < rows(); ++row) {
    const auto [found, is_new] = place.emplace(group[row], place.size());
    if (is_new) grouped.values.resize(grouped.values.size() + width);
    for (std::size_t k = 0; k < width; ++k) grouped.values[found->second * width + k] += values[row * width + k];
  }
  return grouped;
}

Result<BootstrapOutcome> BootstrapSums(const SummedRows& rows, const OfSums& statistic, const BootstrapRequest& request) {
  const bool many = rows.rows() > kRowsDrawnSingly;
  if (many && rows.width <= 2) {
    return BootstrapCells({.width = rows.width, .cell = std::vector<std::uint32_t>(rows.rows()), .values = rows.values},
                          [&](const CellTotals& totals) { return statistic(totals.sums); }, request);
  }
  ASSAY_TRY(resampler, Resampler::OfCases(rows.rows()));
  return SummariseReplicates(
      request, statistic(rows.Sums()),
      [&] {
        return many ? ReplicatesOfCounts(rows, statistic, request) : ReplicatesOfSums(resampler, rows, statistic, request);
      },
      {.smallest_stratum = resampler.SmallestStratum(), .leaving_out = [&] { return WithoutEachRow(rows, statistic); }});
}

}  // namespace assay::metric
