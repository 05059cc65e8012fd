// SPDX-License-Identifier: Apache-2.0
#include "metric/retrieval/ranking.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace assay::metric {
namespace {

constexpr std::size_t kNetwork = 256;

std::vector<std::size_t> Positions(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// Ascending. Each comparison leaves equal keys where they are; the padding at the end is never below a key.
std::vector<std::size_t> NetworkSort(std::span<const double> scores) {
  const std::size_t size = std::bit_ceil(scores.size());
  std::vector<double> keys(scores.begin(), scores.end());
  keys.resize(size, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> order = Positions(size);
  const auto compare = [&](std::size_t low, std::size_t high) {
    if (!(keys[low] > keys[high])) return;
    std::swap(keys[low], keys[high]);
    std::swap(order[low], order[high]);
  };
  for (std::size_t block = 2; block <= size; block *= 2) {
    for (std::size_t start = 0; start < size; start += block) {
      for (std::size_t i = 0; i < block / 2; ++i) compare(start + i, start + block - 1 - i);
    }
    for (std::size_t distance = block / 4; distance >= 1; distance /= 2) {
      for (std::size_t start = 0; start < size; start += 2 * distance) {
        for (std::size_t i = start; i < start + distance; ++i) compare(i, i + distance);
      }
    }
  }
  order.resize(scores.size());
  return order;
}

}  // namespace

std::vector<std::size_t> OrderByScore(std::span<const double> scores) {
  std::vector<std::size_t> order = Positions(scores.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  return order;
}

std::vector<std::size_t> TrecOrder(std::span<const double> scores, std::span<const std::string> ids) {
  std::vector<std::size_t> order = Positions(scores.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto first = static_cast<float>(scores[a]);
    const auto second = static_cast<float>(scores[b]);
    return first != second ? first > second : ids[a] > ids[b];
  });
  return order;
}

std::vector<std::size_t> NumpyOrder(std::span<const double> scores) {
  std::vector<std::size_t> order;
  if (scores.size() <= kNetwork && !scores.empty()) {
    order = NetworkSort(scores);
  } else {
    order = Positions(scores.size());
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace assay::metric
