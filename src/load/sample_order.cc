// SPDX-License-Identifier: Apache-2.0
//
// Before the first query, LoadGen shuffles up to three lists from the stream that later draws the
// samples, whether a list is used or not: the accuracy order, the unique order, and the equal-issue
// order. A plan with the same draws must spend the same shuffles; this is why min_query_count
// changes the sample order.
#include "load/sample_order.h"

#include <algorithm>
#include <numeric>

namespace assay::load {
namespace {

std::vector<std::uint64_t> ShuffledStarts(std::uint64_t size, std::uint64_t stride,
                                          random::Mt19937Stream& stream) {
  std::vector<std::uint64_t> starts;
  starts.reserve(size / stride + 1);
  for (std::uint64_t start = 0; start < size; start += stride) starts.push_back(start);
  stream.Shuffle(starts);
  return starts;
}

// Permutations of the whole set, each a shuffle of the one before, until there are at least `count`
// places. `keep` false only spends the draws.
std::vector<std::uint64_t> Permutations(std::uint64_t set_size, std::uint64_t count, bool keep,
                                        random::Mt19937Stream& stream) {
  std::vector<std::uint64_t> permutation(set_size);
  std::iota(permutation.begin(), permutation.end(), std::uint64_t{0});
  std::vector<std::uint64_t> places;
  if (keep) places.reserve(count + set_size);
  for (std::uint64_t done = 0; done < count; done += set_size) {
    stream.Shuffle(permutation);
    if (keep) places.insert(places.end(), permutation.begin(), permutation.end());
  }
  return places;
}

}  // namespace

SampleOrder::SampleOrder(const SampleOrderSettings& settings, const LoadableSet& set)
    : settings_(settings), set_(set), stream_(settings.seed) {
  using spec::IssueOrder;
  const std::uint64_t stride =
      settings_.pick == Pick::kConsecutive ? settings_.samples_per_query : 1;
  std::vector<std::uint64_t> accuracy;
  if (settings_.accuracy) accuracy = ShuffledStarts(set_.size, stride, stream_);
  std::vector<std::uint64_t> unique = ShuffledStarts(set_.size, stride, stream_);
  const bool equal = settings_.order == IssueOrder::kEqual && settings_.pick == Pick::kOne;
  const std::uint64_t places =
      equal ? std::max<std::uint64_t>(1, settings_.min_query_count) : settings_.min_query_count;
  std::vector<std::uint64_t> permutations =
      Permutations(set_.indices.size(), places, equal, stream_);

  if (settings_.order == IssueOrder::kUnique)
    starts_ = std::move(unique);
  else if (settings_.order == IssueOrder::kSame)
    starts_ = {settings_.same_index};
  else if (equal)
    starts_ = std::move(permutations);
  else
    starts_ = std::move(accuracy);
}

void SampleOrder::Take(std::span<std::uint64_t> samples) {
  if (settings_.pick == Pick::kOne) {
    for (std::uint64_t& sample : samples) sample = set_.indices[NextStart()];
    return;
  }
  for (; !samples.empty(); samples = samples.subspan(settings_.samples_per_query)) {
    const std::span<std::uint64_t> query = samples.first(settings_.samples_per_query);
    if (settings_.pick == Pick::kWholeSet) {
      TakeWholeSet(query);
    } else {
      const auto first = set_.indices.begin() + static_cast<std::ptrdiff_t>(NextStart());
      std::copy_n(first, query.size(), query.begin());
    }
  }
}

// Whole copies first, each shuffled anew under equal issue, then the start of the set for what
// remains.
void SampleOrder::TakeWholeSet(std::span<std::uint64_t> query) {
  if (settings_.order == spec::IssueOrder::kSame) {
    std::fill(query.begin(), query.end(), set_.indices[settings_.same_index]);
    return;
  }
  while (!query.empty()) {
    const bool whole = query.size() >= set_.indices.size();
    const auto copy = query.first(whole ? set_.indices.size() : query.size());
    std::copy_n(set_.indices.begin(), copy.size(), copy.begin());
    if (whole && settings_.equal_counts) stream_.Shuffle(copy);
    query = query.subspan(copy.size());
  }
}

}  // namespace assay::load
