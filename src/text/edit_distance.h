// SPDX-License-Identifier: Apache-2.0
// Levenshtein distance and longest common subsequence, 64 cells of the table at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace assay::text {

// Fewest insertions, deletions and substitutions that turn one sequence into the other.
// Threads  safe: pure. Time n m / 64.
// Source   Myers, J. ACM 46 (1999) 395-415; Hyyrö, Nord. J. Comput. 10 (2003) 29-39 (blocks).
std::size_t EditDistance(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to);

// Distances to one sequence from many that are alike: columns of a beginning that is as it was in the last call are kept.
// Threads  belongs to one thread.
class DistanceTo {
 public:
  // Shape    not empty; must outlive this.
  explicit DistanceTo(std::span<const std::uint32_t> to);
  ~DistanceTo();
  DistanceTo(const DistanceTo&) = delete;
  DistanceTo& operator=(const DistanceTo&) = delete;

  std::size_t From(std::span<const std::uint32_t> from);

 private:
  struct Masks;
  std::unique_ptr<const Masks> masks_;
  std::size_t size_;
  std::vector<std::uint64_t> columns_;  // one more than known_
  std::vector<std::uint32_t> known_;
};

struct EditCounts {
  std::size_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
  std::size_t edits() const { return substitutions + deletions + insertions; }
};

// The kinds of edits of one shortest way. Several ways can be shortest; this is the one that rapidfuzz 3.14 takes for
// tables of up to a million cells: equal ends are set aside, then from the end a deletion goes before an insertion, and
// an insertion before a substitution. The number of hits depends on that choice; the number of edits doesn't.
// Threads  safe: pure. Memory n m / 4 bytes.
EditCounts CountEdits(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to);

// The same for many pairs, with the memory of the largest: to ask for it each time takes longer than to fill it.
// Threads  one counter belongs to one thread.
class EditCounter {
 public:
  EditCounts Count(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to);

 private:
  std::unique_ptr<std::uint64_t[]> table_;
  std::size_t size_ = 0;  // in words
};

// Length of the longest sequence that is a subsequence of both.
// Threads  safe: pure. Time n m / 64.
// Source   Hyyrö, AWOCA 2004 (bit-parallel LCS).
std::size_t CommonSubsequence(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second);

}  // namespace assay::text
