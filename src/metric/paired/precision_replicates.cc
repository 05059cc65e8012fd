// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/precision_replicates.h"

#include <algorithm>
#include <numeric>

#include "random/splitmix.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestReplicates = 200;
constexpr std::size_t kMostDraws = 200'000'000;  // replicates x cases
constexpr std::size_t kFewestPositives = 10;

// The cases in the order of one system's scores, groups of ties marked, for AP by counts of how often each was drawn.
struct Ranking {
  std::vector<std::size_t> order;  // cases, by descending score
  std::vector<bool> ends_group;    // the next score differs

  explicit Ranking(std::span<const double> score) : order(score.size()), ends_group(score.size()) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      ends_group[i] = i + 1 == order.size() || score[order[i]] != score[order[i + 1]];
    }
  }

  double AveragePrecision(const std::vector<std::uint32_t>& drawn, const std::vector<bool>& positive,
                          double positives) const {
    double sum = 0;
    double hits = 0;
    double flagged = 0;
    double before = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      flagged += drawn[order[i]];
      if (positive[order[i]]) hits += drawn[order[i]];
      if (!ends_group[i] || hits == before) continue;
      sum += (hits - before) * hits / flagged;
      before = hits;
    }
    return sum / positives;
  }
};

}  // namespace

std::optional<std::vector<double>> PrecisionReplicates(std::span<const std::int32_t> label, std::span<const double> first,
                                                       std::span<const double> second,
                                                       const PrecisionReplicatesRequest& request) {
  const std::size_t count = label.size();
  std::vector<bool> positive(count);
  std::vector<std::size_t> of_class[2];
  for (std::size_t i = 0; i < count; ++i) {
    positive[i] = label[i] == 1;
    of_class[positive[i] ? 1 : 0].push_back(i);
  }
  const std::size_t replicates = std::min(request.replicates, kMostDraws / std::max<std::size_t>(count, 1));
  if (of_class[1].size() < kFewestPositives || of_class[0].empty() || replicates < kFewestReplicates) {
    return std::nullopt;
  }
  const Ranking ours(first), theirs(second);
  const double positives = static_cast<double>(of_class[1].size());
  std::vector<double> differences;
  std::vector<std::uint32_t> drawn(count);
  std::uint64_t position = 0;
  for (std::size_t replicate = 0; replicate < replicates; ++replicate) {
    std::ranges::fill(drawn, 0);
    for (const auto& members : of_class) {
      for (std::size_t i = 0; i < members.size(); ++i) {
        ++drawn[members[random::ToBelow(random::SplitMixAt(request.seed, position++), members.size())]];
      }
    }
    differences.push_back(ours.AveragePrecision(drawn, positive, positives) -
                          request.share * theirs.AveragePrecision(drawn, positive, positives));
  }
  std::ranges::sort(differences);
  return differences;
}

}  // namespace assay::metric
