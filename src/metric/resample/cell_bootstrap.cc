// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/cell_bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "metric/rank/score_sort.h"
#include "metric/resample/multinomial_counts.h"
#include "metric/resample/shares.h"
#include "random/philox.h"
#include "stats/normal_quantile.h"

namespace assay::metric {
namespace {

// A block's share of the rows between it and the nearer end of its cell.
constexpr std::size_t kShareOfDistance = 32;

// Rows of one cell that are neighbours by value.
struct Block {
  std::uint32_t cell = 0;
  std::array<double, 2> mean{};
  std::array<double, 3> variance{};  // of a row: first value, both, second
};

struct Blocks {
  std::vector<Block> blocks;
  std::vector<std::uint32_t> rows;  // of each
  std::size_t cells = 0, width = 0;
};

// A cell's rows, by their first value.
std::vector<std::vector<ScoredRow>> SortedCells(const CellRows& rows) {
  std::vector<std::vector<ScoredRow>> cells(rows.cells);
  std::vector<std::size_t> counts(rows.cells);
  for (const std::uint32_t cell : rows.cell) ++counts[cell];
  for (std::size_t cell = 0; cell < rows.cells; ++cell) cells[cell].reserve(counts[cell]);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    cells[rows.cell[row]].push_back({rows.values[row * rows.width] + 0.0, row});  // -0.0 is 0.0
  }
  for (auto& cell : cells) SortDescending(cell);
  return cells;
}

Block BlockOf(const CellRows& rows, std::uint32_t cell, std::span<const ScoredRow> members) {
  Block block{.cell = cell};
  const auto count = static_cast<double>(members.size());
  const auto value = [&](const ScoredRow& member, std::size_t k) { return rows.values[member.row * rows.width + k]; };
  for (std::size_t k = 0; k < rows.width; ++k) {
    for (const ScoredRow& member : members) block.mean[k] += value(member, k);
    block.mean[k] /= count;
  }
  if (members.size() == 1) return block;
  for (const ScoredRow& member : members) {
    const double first = value(member, 0) - block.mean[0];
    const double second = rows.width == 2 ? value(member, 1) - block.mean[1] : 0;
    block.variance[0] += first * first / count;
    block.variance[1] += first * second / count;
    block.variance[2] += second * second / count;
  }
  return block;
}

Blocks BlocksOf(const CellRows& rows) {
  Blocks all{.blocks = {}, .rows = {}, .cells = rows.cells, .width = rows.width};
  const bool singly = rows.rows() <= kRowsDrawnSingly;
  const auto equal = [&](const ScoredRow& a, const ScoredRow& b) {
    return a.score == b.score &&
           (rows.width == 1 || rows.values[a.row * rows.width + 1] == rows.values[b.row * rows.width + 1]);
  };
  std::uint32_t cell = 0;
  for (const auto& members : SortedCells(rows)) {
    for (std::size_t at = 0; at < members.size();) {
      std::size_t size = singly ? 1 : std::max<std::size_t>(1, std::min(at, members.size() - at) / kShareOfDistance);
      while (singly && at + size < members.size() && equal(members[at], members[at + size])) ++size;
      all.blocks.push_back(BlockOf(rows, cell, std::span(members).subspan(at, singly ? 1 : size)));  // equal ones: any
      all.rows.push_back(static_cast<std::uint32_t>(size));
      at += size;
    }
    ++cell;
  }
  return all;
}

double StandardNormal(random::Philox& numbers) {
  return stats::NormalQuantile((static_cast<double>(numbers.Next() >> 11) + 0.5) * 0x1p-53);
}

// What a replicate draws of each block, and its totals.
class Replicate {
 public:
  explicit Replicate(const Blocks& blocks)
      : blocks_(blocks), counts_(blocks.rows.size()), variance_(blocks.cells),
        totals_{.rows = std::vector<double>(blocks.cells), .sums = std::vector<double>(blocks.cells * blocks.width)} {}

  const CellTotals& Draw(const MultinomialCounts& drawer, random::Philox& numbers) {
    drawer.Draw(numbers, counts_);
    std::ranges::fill(totals_.rows, 0.0);
    std::ranges::fill(totals_.sums, 0.0);
    std::ranges::fill(variance_, std::array<double, 3>{});
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      const Block& block = blocks_.blocks[i];
      const double count = counts_[i];
      totals_.rows[block.cell] += count;
      for (std::size_t k = 0; k < blocks_.width; ++k) totals_.sums[block.cell * blocks_.width + k] += count * block.mean[k];
      for (std::size_t k = 0; k < 3; ++k) variance_[block.cell][k] += count * block.variance[k];
    }
    for (std::size_t cell = 0; cell < blocks_.cells; ++cell) Stray(cell, numbers);
    return totals_;
  }

 private:
  // Both values of a row stray together: the second by its regression on the first, and by what is left.
  void Stray(std::size_t cell, random::Philox& numbers) {
    const auto& [first, both, second] = variance_[cell];
    if (!(first > 0) && !(second > 0)) return;
    const double stray = StandardNormal(numbers) * std::sqrt(first);
    totals_.sums[cell * blocks_.width] += stray;
    if (blocks_.width == 1) return;
    const double slope = first > 0 ? both / first : 0;
    const double left = std::max(0.0, second - slope * both);
    totals_.sums[cell * blocks_.width + 1] += slope * stray + StandardNormal(numbers) * std::sqrt(left);
  }

  const Blocks& blocks_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::array<double, 3>> variance_;  // of each cell's sums around the means of what was drawn
  CellTotals totals_;
};

std::vector<std::optional<double>> ReplicatesOfCells(const Blocks& blocks, const OfCells& statistic,
                                                     const BootstrapRequest& request) {
  const MultinomialCounts drawer(blocks.rows);
  std::vector<std::optional<double>> values(request.replicates);
  InShares(request.replicates, request.threads, [&](std::size_t first, std::size_t end) {
    Replicate replicate(blocks);
    for (std::size_t i = first; i < end; ++i) {
      random::Philox numbers(request.seed, i);
      values[i] = statistic(replicate.Draw(drawer, numbers));
    }
  });
  return values;
}

// A block's rows stand at four points with its mean and variances.
std::vector<stats::LeftOut> WithoutEachCase(const Blocks& blocks, const CellTotals& all, const OfCells& statistic) {
  std::vector<stats::LeftOut> left_out;
  CellTotals totals = all;
  bool defined = true;
  const auto leave_out = [&](std::size_t cell, std::array<double, 2> value, double cases) {
    const std::size_t at = cell * blocks.width;
    const double rows = std::exchange(totals.rows[cell], totals.rows[cell] - 1);
    for (std::size_t k = 0; k < blocks.width; ++k) totals.sums[at + k] = all.sums[at + k] - value[k];
    const auto found = statistic(totals);
    if (found) left_out.push_back({*found, cases});
    defined = defined && found;
    totals.rows[cell] = rows;
    for (std::size_t k = 0; k < blocks.width; ++k) totals.sums[at + k] = all.sums[at + k];
  };
  for (std::size_t i = 0; i < blocks.blocks.size() && defined; ++i) {
    const Block& block = blocks.blocks[i];
    const double rows = blocks.rows[i];
    const auto& [first, both, second] = block.variance;
    if (!(first > 0) && !(second > 0)) {
      leave_out(block.cell, block.mean, rows);
      continue;
    }
    const double along = std::sqrt(2 * first);
    const double slope = first > 0 ? both / first : 0;
    const double across = std::sqrt(2 * std::max(0.0, second - slope * both));
    for (const double sign : {-1.0, 1.0}) {
      leave_out(block.cell, {block.mean[0] + sign * along, block.mean[1] + sign * slope * along}, rows / 4);
      leave_out(block.cell, {block.mean[0], block.mean[1] + sign * across}, rows / 4);
    }
  }
  return defined ? left_out : std::vector<stats::LeftOut>();
}

}  // namespace

CellTotals TotalsOf(const CellRows& rows) {
  CellTotals totals{.rows = std::vector<double>(rows.cells), .sums = std::vector<double>(rows.cells * rows.width)};
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    ++totals.rows[rows.cell[row]];
    for (std::size_t k = 0; k < rows.width; ++k) {
      totals.sums[rows.cell[row] * rows.width + k] += rows.values[row * rows.width + k];
    }
  }
  return totals;
}

Result<BootstrapOutcome> BootstrapCells(const CellRows& rows, const OfCells& statistic, const BootstrapRequest& request) {
  if (rows.rows() == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 case, found none");
  const CellTotals all = TotalsOf(rows);
  const Blocks blocks = BlocksOf(rows);
  return SummariseReplicates(request, statistic(all), [&] { return ReplicatesOfCells(blocks, statistic, request); },
                             {.smallest_stratum = rows.rows(),
                              .leaving_out = [&] { return WithoutEachCase(blocks, all, statistic); }});
}

}  // namespace assay::metric
