// SPDX-License-Identifier: Apache-2.0
//
// A distribution sort in two levels (Flashsort; Neubert, Dr. Dobb's J. 1998). A score goes to the bucket
// floor(scale x (highest - score)), which can't disagree with the order: subtraction, product and floor are monotone as
// the machine rounds them. The first level cuts all scores into parts that fit into the cache, because a scatter over a
// whole array of millions waits for memory at every row; the second cuts a part into as many buckets as it has scores,
// and an insertion sort moves what is left by a place or two. Buckets with many different scores are sorted by
// comparison, so that lumps cost time, never the order.
#include "metric/rank/score_sort.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace assay::metric {
namespace {

constexpr std::size_t kParts = 1024;
constexpr std::size_t kOnePart = 1 << 15;  // scores that are cut once
constexpr std::size_t kFew = 64;           // scores that aren't cut at all
constexpr std::uint32_t kFullBucket = 32;

double ScoreOf(double score) { return score; }
double ScoreOf(const ScoredRow& row) { return row.score; }
bool Before(double a, double b) { return a > b; }
bool Before(const ScoredRow& a, const ScoredRow& b) { return a.score != b.score ? a.score > b.score : a.row < b.row; }

template <class T>
void SortByComparison(std::span<T> scores) {
  const auto before = [](const T& a, const T& b) { return Before(a, b); };
  if (!std::ranges::is_sorted(scores, before)) std::ranges::sort(scores, before);
}

template <class T>
void SortByInsertion(std::span<T> scores) {
  for (std::size_t i = 1; i < scores.size(); ++i) {
    const T moved = scores[i];
    std::size_t at = i;
    for (; at > 0 && Before(moved, scores[at - 1]); --at) scores[at] = scores[at - 1];
    scores[at] = moved;
  }
}

// Copies `from` to `to`, bucket after bucket, each in the order of `from`; ends[b] is then the end of bucket b. False,
// and nothing copied, where the scores don't spread: all equal, or too far apart or too close for a finite scale.
template <class T>
bool Scatter(std::span<const T> from, std::span<T> to, std::size_t buckets, std::vector<std::uint32_t>& ends) {
  double low = ScoreOf(from.front());
  double high = low;
  for (const T& one : from) {
    low = std::min(low, ScoreOf(one));
    high = std::max(high, ScoreOf(one));
  }
  const double range = high - low;
  const double scale = static_cast<double>(buckets - 1) / range;
  if (!(range > 0) || !std::isfinite(range) || !std::isfinite(scale)) return false;
  // Signed, because machines turn a double into a signed integer in one step.
  const auto bucket = [&](const T& one) {
    return static_cast<std::size_t>(static_cast<std::int64_t>((high - ScoreOf(one)) * scale));
  };
  ends.assign(buckets, 0);
  for (const T& one : from) ++ends[bucket(one)];
  std::uint32_t start = 0;
  for (std::uint32_t& end : ends) start += std::exchange(end, start);
  for (const T& one : from) to[ends[bucket(one)]++] = one;
  return true;
}

// Sorts `from` into `to`.
template <class T>
void SortPart(std::span<const T> from, std::span<T> to, std::vector<std::uint32_t>& ends) {
  if (from.size() <= kFew || !Scatter(from, to, from.size(), ends)) {
    std::ranges::copy(from, to.begin());
    return SortByComparison(to);
  }
  std::uint32_t start = 0;
  for (const std::uint32_t end : ends) {
    if (end - start > kFullBucket) SortByComparison(to.subspan(start, end - start));
    start = end;
  }
  SortByInsertion(to);
}

template <class T>
void Sort(std::vector<T>& scores) {
  if (scores.size() > std::numeric_limits<std::uint32_t>::max()) return SortByComparison(std::span(scores));
  const auto other = std::make_unique_for_overwrite<T[]>(scores.size());
  const std::span<T> copy(other.get(), scores.size());
  std::vector<std::uint32_t> ends;
  if (scores.size() <= kOnePart || !Scatter(std::span<const T>(scores), copy, kParts, ends)) {
    std::ranges::copy(scores, copy.begin());
    return SortPart(std::span<const T>(copy), std::span(scores), ends);
  }
  std::vector<std::uint32_t> part_ends;
  std::uint32_t start = 0;
  for (const std::uint32_t end : ends) {
    SortPart(std::span<const T>(copy.subspan(start, end - start)), std::span(scores).subspan(start, end - start),
             part_ends);
    start = end;
  }
}

}  // namespace

void SortDescending(std::vector<double>& scores) { Sort(scores); }
void SortDescending(std::vector<ScoredRow>& rows) { Sort(rows); }

}  // namespace assay::metric
