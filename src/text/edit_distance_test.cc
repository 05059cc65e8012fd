// SPDX-License-Identifier: Apache-2.0
#include "text/edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace assay::text {
namespace {

using Sequence = std::vector<std::uint32_t>;

// The table itself, cell by cell.
std::size_t PlainDistance(const Sequence& a, const Sequence& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({cost, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::size_t PlainSubsequence(const Sequence& a, const Sequence& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const std::uint32_t element : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t longer = element == b[j - 1] ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = row[j];
      row[j] = longer;
    }
  }
  return row.back();
}

// Lengths around the edges of blocks of 64.
TEST(EditDistance, EqualsThePlainTable) {
  std::mt19937 engine(3);
  const std::size_t lengths[] = {0, 1, 5, 63, 64, 65, 127, 128, 130, 200};
  for (const std::size_t n : lengths) {
    for (const std::size_t m : lengths) {
      Sequence a(n), b(m);
      const std::uint32_t letters = 2 + static_cast<std::uint32_t>(engine() % 20);
      for (auto& one : a) one = static_cast<std::uint32_t>(engine()) % letters;
      for (auto& one : b) one = static_cast<std::uint32_t>(engine()) % letters;
      EXPECT_EQ(EditDistance(a, b), PlainDistance(a, b)) << n << " " << m;
      EXPECT_EQ(CommonSubsequence(a, b), PlainSubsequence(a, b)) << n << " " << m;
      const EditCounts counts = CountEdits(a, b);
      EXPECT_EQ(counts.edits(), PlainDistance(a, b));
      EXPECT_EQ(counts.hits + counts.substitutions + counts.deletions, n);
      EXPECT_EQ(counts.hits + counts.substitutions + counts.insertions, m);
    }
  }
}

// Of neighbours that share a beginning, longer and shorter ones, in one block and in several.
TEST(EditDistance, KeepsWhatABeginningGave) {
  std::mt19937 engine(5);
  for (const std::size_t n : {1, 7, 64, 65, 150}) {
    Sequence to(n);
    for (auto& one : to) one = static_cast<std::uint32_t>(engine()) % 9;
    DistanceTo distance(to);
    Sequence from = to;
    for (int turn = 0; turn < 60; ++turn) {
      switch (engine() % 3) {
        case 0: from.insert(from.begin() + static_cast<std::ptrdiff_t>(engine() % (from.size() + 1)), static_cast<std::uint32_t>(engine()) % 9); break;
        case 1: if (!from.empty()) from.resize(engine() % from.size() + 1); break;
        default: if (!from.empty()) from[engine() % from.size()] = static_cast<std::uint32_t>(engine()) % 9;
      }
      if (turn == 30) from.clear();
      EXPECT_EQ(distance.From(from), PlainDistance(from, to)) << n << " " << turn;
    }
  }
}

// A counter that has seen longer pairs and shorter ones counts as a new one.
TEST(EditDistance, ACounterForgets) {
  std::mt19937 engine(6);
  EditCounter counter;
  for (const std::size_t n : {3, 200, 0, 70, 65, 1}) {
    Sequence a(n), b(n + engine() % 20);
    for (auto& one : a) one = static_cast<std::uint32_t>(engine()) % 9;
    for (auto& one : b) one = static_cast<std::uint32_t>(engine()) % 9;
    const EditCounts found = counter.Count(a, b);
    const EditCounts right = CountEdits(a, b);
    EXPECT_EQ(found.hits, right.hits) << n;
    EXPECT_EQ(found.edits(), PlainDistance(a, b)) << n;
  }
}

// "ab" to "ba" has two shortest ways: two substitutions, or one deletion and one insertion around a hit. rapidfuzz 3.14.6
// takes the second: editops gives insert, delete.
TEST(EditDistance, TakesTheWayThatTheReferenceTakes) {
  const EditCounts counts = CountEdits(Sequence{1, 2}, Sequence{2, 1});
  EXPECT_EQ(counts.edits(), 2u);
  EXPECT_EQ(counts.hits, 1u);
}

}  // namespace
}  // namespace assay::text
