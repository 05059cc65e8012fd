// SPDX-License-Identifier: Apache-2.0
#include "slice/slice_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "random/splitmix.h"

namespace assay::slice {
namespace {

RowSet EveryRow(std::size_t rows) {
  RowSet all(rows);
  for (std::size_t row = 0; row < rows; ++row) all.Add(row);
  return all;
}

// A random world of a few columns with values 0…3, a literal each value.
struct World {
  std::vector<Literal> literals;
  std::vector<std::uint8_t> wrong;

  World(std::uint64_t seed, std::size_t rows, std::size_t columns, double error_rate) : wrong(rows) {
    random::SplitMix draw(seed);
    for (std::size_t column = 0; column < columns; ++column) {
      std::vector<Literal> values(4, Literal{column, "", RowSet(rows)});
      for (std::size_t row = 0; row < rows; ++row) values[random::ToBelow(draw.Next(), 4)].rows.Add(row);
      for (std::size_t v = 0; v < 4; ++v) {
        values[v].text = "c" + std::to_string(column) + " = " + std::to_string(v);
        literals.push_back(std::move(values[v]));
      }
    }
    for (auto& w : wrong) w = draw.NextUnit() < error_rate;
  }
};

// By hand: 100 rows, 10 wrong; a slice of 20 with 8 wrong has lift 4: 0.99 x 3 - 0.01 x 4 = 2.93; at 0.95: 2.65.
TEST(SliceSearch, ScoreByHand) {
  EXPECT_NEAR(SliceScore(20, 8, 100, 10, 0.99), 2.93, 1e-12);
  EXPECT_NEAR(SliceScore(20, 8, 100, 10, 0.95), 2.65, 1e-12);
  EXPECT_NEAR(SliceScore(100, 10, 100, 10, 0.95), 0, 1e-12);
  // What the header says of a part of 1 %: 0.95 (L - 1) = 0.05 x 99 at L = 6.21; 0.99 (L - 1) = 0.01 x 99 at L = 2.
  EXPECT_NEAR(SliceScore(10, 0.1 * 10 * (1 + 4.95 / 0.95), 1000, 100, 0.95), 0, 1e-12);
  EXPECT_NEAR(SliceScore(10, 0.1 * 10 * 2, 1000, 100, 0.99), 0, 1e-12);
}

// No slice inside may beat the bound: all sizes and error counts that fit are tried.
TEST(SliceSearch, BoundHoldsForEverySliceInside) {
  for (const double weight : {0.5, 0.95, 0.99}) {
    for (double rows_inside = 5; rows_inside <= 40; rows_inside += 7) {
      for (double errors_inside = 0; errors_inside <= rows_inside; errors_inside += 3) {
        const double bound = SliceScoreBound(rows_inside, errors_inside, 5, 1, 200, 30, weight);
        for (double size = 5; size <= rows_inside; ++size) {
          for (double errors = 0; errors <= std::min(size, errors_inside); ++errors) {
            EXPECT_LE(SliceScore(size, errors, 200, 30, weight), bound + 1e-12);
          }
        }
      }
    }
  }
}

// Brute force over every conjunction of up to three conditions finds no better one than the search, which prunes.
TEST(SliceSearch, PruningLosesNothing) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const World world(seed, 400, 5, 0.15);
    const CaseErrors errors = CaseErrors::OfAnswers(world.wrong);
    const RowSet all = EveryRow(400);
    const double total = errors.Sum(all);
    double best = 0;
    const auto look = [&](const RowSet& rows) {
      const double count = static_cast<double>(rows.Count());
      if (count >= 8) best = std::max(best, SliceScore(count, errors.Sum(rows), 400, total, 0.95));
    };
    for (const Literal& a : world.literals) {
      look(a.rows);
      for (const Literal& b : world.literals) {
        if (b.feature <= a.feature) continue;
        look(a.rows.With(b.rows));
        for (const Literal& c : world.literals) {
          if (c.feature > b.feature) look(a.rows.With(b.rows).With(c.rows));
        }
      }
    }
    const SearchResult found =
        SearchSlices(world.literals, errors, all, {.depth = 3, .min_rows = 8, .weights = {0.95}});
    EXPECT_DOUBLE_EQ(found.best_score, best);
    EXPECT_FALSE(found.cut);
    EXPECT_GT(found.pruned, 0u);
  }
}

TEST(SliceSearch, CandidatesDontRepeatEachOther) {
  World world(7, 2000, 5, 0.2);
  for (std::size_t row = 0; row < 2000; row += 2) world.wrong[row] |= world.literals[0].rows.Has(row) || world.literals[9].rows.Has(row);
  const CaseErrors errors = CaseErrors::OfAnswers(world.wrong);
  const RowSet all = EveryRow(2000);
  const SearchResult found = SearchSlices(world.literals, errors, all, {.depth = 2, .min_rows = 20});
  ASSERT_GT(found.candidates.size(), 1u);
  for (std::size_t i = 0; i < found.candidates.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const RowSet &a = found.candidates[i].rows, &b = found.candidates[k].rows;
      EXPECT_LE(2 * a.CountWith(b), std::min(a.Count(), b.Count()));
      EXPECT_GE(found.candidates[i].p, found.candidates[k].p);
    }
  }
}

// Only searched rows count: an error outside of them is as if it weren't there.
TEST(SliceSearch, SeesTheSearchedRowsOnly) {
  World world(3, 300, 2, 0);
  RowSet half(300);
  for (std::size_t row = 0; row < 150; ++row) half.Add(row);
  for (std::size_t row = 150; row < 300; ++row) world.wrong[row] = world.literals[0].rows.Has(row);
  EXPECT_TRUE(SearchSlices(world.literals, CaseErrors::OfAnswers(world.wrong), half, {}).candidates.empty());
  EXPECT_FALSE(SearchSlices(world.literals, CaseErrors::OfAnswers(world.wrong), EveryRow(300), {}).candidates.empty());
}

// Half of the rows of one value are wrong, whatever the others are: the slice is that value, with nothing added.
TEST(SliceSearch, ConditionsThatAddNothingAreTakenOut) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    World world(seed, 2000, 5, 0.1);
    random::SplitMix draw(seed, 9);
    world.literals[6].rows.ForEach([&](std::size_t row) { world.wrong[row] |= draw.UnitAt(row) < 0.45; });
    const SearchResult found =
        SearchSlices(world.literals, CaseErrors::OfAnswers(world.wrong), EveryRow(2000), {.depth = 3, .min_rows = 10});
    ASSERT_FALSE(found.candidates.empty());
    EXPECT_EQ(found.candidates.front().literals, std::vector<std::size_t>{6});
  }
}

TEST(SliceSearch, TheWorkLimitIsTold) {
  const World world(1, 400, 5, 0.15);
  const SearchResult found = SearchSlices(world.literals, CaseErrors::OfAnswers(world.wrong), EveryRow(400),
                                          {.depth = 3, .most_words = 500});
  EXPECT_TRUE(found.cut);
}

}  // namespace
}  // namespace assay::slice
