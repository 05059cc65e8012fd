// SPDX-License-Identifier: Apache-2.0
//
// Independent Poisson counts whose means are in proportion to the groups are multinomial once their total is given.
// Their means are set so that the total stays a little below the number of draws wanted: the few that are missing are
// drawn one by one, and in one of 160 attempts, where there are too many, all is drawn again. Neither depends on
// anything but the total, so that the counts are multinomial exactly (to the 53 bits of the tables).
//
// A Poisson count of c units is the sum of counts for 1,024, 64 and single units, so that tables for some 80 means
// serve any group.
#include "metric/resample/multinomial_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay::metric {
namespace {

constexpr std::uint64_t kOneByOne = 1024;  // so few draws need no tables
constexpr std::uint32_t kLarge = 1024;
constexpr std::uint32_t kMiddle = 64;
constexpr double kMargin = 2.5;  // standard deviations between the mean of the total and the number of draws
constexpr double kTail = 0x1p-66;

}  // namespace

MultinomialCounts::MultinomialCounts(std::span<const std::uint32_t> groups) {
  for (const std::uint32_t group : groups) units_ += group;
  FillGroupCells(groups);
  if (units_ <= kOneByOne) return;
  share_ = 1 - kMargin / std::sqrt(static_cast<double>(units_));
  std::vector<std::uint32_t> tables(kLarge + 1, 0);  // 1 + the table of so many units
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    std::uint32_t left = groups[group];
    for (; left >= kLarge; left -= kLarge) steps_.push_back({group, TableFor(kLarge, tables)});
    if (left >= kMiddle) steps_.push_back({group, TableFor(left - left % kMiddle, tables)});
    if (left % kMiddle > 0) steps_.push_back({group, TableFor(left % kMiddle, tables)});
  }
}

std::uint32_t MultinomialCounts::TableFor(std::uint32_t units, std::vector<std::uint32_t>& tables) {
  if (tables[units] == 0) {
    tables_.push_back(Poisson(share_ * units));
    tables[units] = static_cast<std::uint32_t>(tables_.size());
  }
  return tables[units] - 1;
}

// Probabilities by their ratios from the most likely number to both sides, down to a tail of 2^-66.
MultinomialCounts::Table MultinomialCounts::Poisson(double mean) {
  const auto mode = static_cast<std::uint32_t>(mean);
  std::uint32_t first = mode;
  std::vector<double> falling, chance;
  for (double p = 1; first > 0 && p > kTail; --first) falling.push_back(p *= first / mean);
  chance.assign(falling.rbegin(), falling.rend());
  chance.push_back(1);
  for (double p = 1; p > kTail;) chance.push_back(p *= mean / (first + static_cast<double>(chance.size())));
  double sum = 0;
  for (const double p : chance) sum += p;

  const std::size_t cells = std::bit_ceil(chance.size());
  Table table{.cells = std::vector<Cell>(cells), .shift = 64 - std::countr_zero(cells)};
  chance.resize(cells, 0);
  std::vector<std::size_t> small, large;
  for (std::size_t i = 0; i < cells; ++i) {
    chance[i] *= static_cast<double>(cells) / sum;
    table.cells[i] = {~std::uint64_t{0}, first + static_cast<std::uint32_t>(i), first + static_cast<std::uint32_t>(i)};
    (chance[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t from = small.back();
    const std::size_t to = large.back();
    small.pop_back();
    table.cells[from].threshold = static_cast<std::uint64_t>(std::ldexp(chance[from], 63)) << 1;
    table.cells[from].other = first + static_cast<std::uint32_t>(to);
    chance[to] -= 1 - chance[from];
    if (chance[to] >= 1) continue;
    large.pop_back();
    small.push_back(to);
  }
  return table;
}

// The alias table of one draw, in whole units: cell i holds `units_` of the units times groups, those below its
// threshold belong to its own group.
void MultinomialCounts::FillGroupCells(std::span<const std::uint32_t> groups) {
  std::vector<std::uint64_t> left;
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    if (groups[group] == 0) continue;
    by_unit_.push_back({units_, group, group});
    left.push_back(groups[group]);
  }
  std::vector<std::size_t> small, large;
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i] *= left.size();
    (left[i] < units_ ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t from = small.back();
    const std::size_t to = large.back();
    small.pop_back();
    by_unit_[from].threshold = left[from];
    by_unit_[from].other = by_unit_[to].here;
    left[to] -= units_ - left[from];
    if (left[to] >= units_) continue;
    large.pop_back();
    small.push_back(to);
  }
}

void MultinomialCounts::Draw(random::Philox& numbers, std::span<std::uint32_t> counts) const {
  std::uint64_t total = 0;
  do {
    std::ranges::fill(counts, 0u);
    total = 0;
    for (const Step& step : steps_) {
      const Table& table = tables_[step.table];
      const std::uint64_t bits = numbers.Next();
      const int used = 64 - table.shift;
      const Cell& cell = table.cells[used == 0 ? 0 : bits >> table.shift];
      const std::uint32_t count = bits << used < cell.threshold ? cell.here : cell.other;
      counts[step.group] += count;
      total += count;
    }
  } while (total > units_);
  for (; total < units_; ++total) {
    const Cell& cell = by_unit_[numbers.Below(by_unit_.size())];
    ++counts[numbers.Below(units_) < cell.threshold ? cell.here : cell.other];
  }
}

}  // namespace assay::metric
