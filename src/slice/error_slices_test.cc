// SPDX-License-Identifier: Apache-2.0
#include "slice/error_slices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "random/splitmix.h"
#include "slice/halves.h"

namespace assay::slice {
namespace {

// Cases with columns `x` (a number of 0 to 999), `kind` (a to e) and `flag` (0, 1), wrong with a chance that `rate` says.
struct Cases {
  std::vector<std::string> ids, x, kind, flag;
  std::vector<std::uint8_t> wrong;
  std::vector<Feature> features;
  RowSet searched;

  Cases(std::uint64_t seed, std::size_t rows, const std::function<double(int x, char kind, int flag)>& rate) {
    random::SplitMix draw(seed);
    for (std::size_t row = 0; row < rows; ++row) {
      ids.push_back("case-" + std::to_string(row));
      const int number = static_cast<int>(random::ToBelow(draw.Next(), 1000));
      const char letter = static_cast<char>('a' + random::ToBelow(draw.Next(), 5));
      const int bit = static_cast<int>(random::ToBelow(draw.Next(), 2));
      x.push_back(std::to_string(number)), kind.emplace_back(1, letter), flag.push_back(std::to_string(bit));
      wrong.push_back(draw.NextUnit() < rate(number, letter, bit));
    }
    const auto view = [](const std::vector<std::string>& cells) {
      return std::vector<std::string_view>(cells.begin(), cells.end());
    };
    features = {MakeFeature("x", view(x)), MakeFeature("kind", view(kind)), MakeFeature("flag", view(flag))};
    searched = SearchedHalf(view(ids), seed);
  }

  ErrorSlices Find(const SliceOptions& options = {}) const {
    return *FindErrorSlices(features, {}, CaseErrors::OfAnswers(wrong), searched, options);
  }
};

// A part of 1 % (x >= 990, 100 of 10,000 cases) where half the answers are wrong, 5 % elsewhere.
TEST(ErrorSlices, APartOfOnePercentIsFound) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const ErrorSlices result = Cases(seed, 10'000, [](int x, char, int) { return x >= 990 ? 0.5 : 0.05; }).Find();
    ASSERT_FALSE(result.found.empty());
    const SliceFinding& first = result.found.front();
    EXPECT_TRUE(first.shown);
    EXPECT_TRUE(first.text.starts_with("x > 9") && first.text.size() == 7) << first.text;
    EXPECT_NEAR(static_cast<double>(first.rows.Count()), 100, 40);
    EXPECT_LT(first.tested.rows, first.all.rows);  // the other half found it
    EXPECT_GT(*first.lift, 4);
  }
}

// A part that two columns make together, each of which alone looks hardly worse.
TEST(ErrorSlices, APlantedPairIsFound) {
  const ErrorSlices result =
      Cases(11, 8'000, [](int, char kind, int flag) { return kind == 'c' && flag == 1 ? 0.4 : 0.1; }).Find();
  ASSERT_FALSE(result.found.empty());
  EXPECT_EQ(result.found.front().text, "kind = c and flag = 1");
  EXPECT_TRUE(result.found.front().shown);
}

// Without any signal each discovery is false, so the false discovery rate is the share of data sets with one. At a rate of
// 0.1, 200 data sets give at most 34 with probability 1 - 0.001 (binomial: mean 20, deviation 4.2).
TEST(ErrorSlices, WithoutSignalFindsAreAsRareAsAsked) {
  int with_finds = 0, tested = 0;
  for (std::uint64_t seed = 100; seed < 300; ++seed) {
    const ErrorSlices result = Cases(seed, 2'000, [](int, char, int) { return 0.15; }).Find();
    tested += static_cast<int>(result.found.size());
    for (const SliceFinding& finding : result.found) {
      if (!finding.shown) continue;
      ++with_finds;
      break;
    }
  }
  EXPECT_LE(with_finds, 34);
  EXPECT_GT(tested, 100);  // the search does propose slices; it is the test that turns them down
}

// One true part among the noise: the false share of the finds stays below the rate on average. A find is false when its
// true error rate is no higher than the rest's, that is, when it shares no case with the planted part.
TEST(ErrorSlices, FalseShareOfFindsWithOneTruePart) {
  double false_share = 0;
  int found_true = 0;
  constexpr int kSets = 100;
  for (std::uint64_t seed = 500; seed < 500 + kSets; ++seed) {
    const Cases cases(seed, 4'000, [](int, char kind, int) { return kind == 'b' ? 0.3 : 0.1; });
    int finds = 0, wrong_finds = 0;
    for (const SliceFinding& finding : cases.Find().found) {
      if (!finding.shown) continue;
      ++finds;
      bool touches = false;
      finding.rows.ForEach([&](std::size_t row) { touches |= cases.kind[row] == "b"; });
      wrong_finds += touches ? 0 : 1;
    }
    found_true += finds > wrong_finds ? 1 : 0;
    if (finds > 0) false_share += static_cast<double>(wrong_finds) / finds;
  }
  EXPECT_EQ(found_true, kSets);
  EXPECT_LE(false_share / kSets, 0.1);
}

// By hand. 20 cases, 5 wrong; slice of 4 with 3 wrong, outside 2 of 16. Fisher, one-sided:
// (C(4,3) C(16,2) + C(4,4) C(16,1)) / C(20,5) = (480 + 16) / 15504 = 31/969. A second one of 10 with 2 wrong: its
// P[X >= 2] = 1 - (C(10,5) + 10 C(10,4)) / 15504 = 1 - (252 + 2100) / 15504. Holm: the smaller one doubled.
TEST(ErrorSlices, DeclaredByHand) {
  std::vector<std::uint8_t> wrong(20, 0);
  for (const std::size_t row : {0u, 1u, 2u, 10u, 19u}) wrong[row] = 1;
  NamedSlice small{"small", RowSet(20)}, large{"large", RowSet(20)};
  for (std::size_t row = 0; row < 4; ++row) small.rows.Add(row);
  for (std::size_t row = 10; row < 20; ++row) large.rows.Add(row);
  const std::vector<NamedSlice> declared{large, small};
  const auto result = FindErrorSlices({}, declared, CaseErrors::OfAnswers(wrong), RowSet(20), {.do_search = false});
  ASSERT_TRUE(result.has_value());
  const SliceFinding& finding = result->declared[1];
  EXPECT_EQ(finding.text, "small");
  EXPECT_NEAR(finding.p, 31.0 / 969, 1e-12);
  EXPECT_NEAR(finding.adjusted, 2 * 31.0 / 969, 1e-12);
  EXPECT_FALSE(finding.shown);
  EXPECT_EQ(finding.tested.rate, 0.75);
  EXPECT_NEAR(*finding.lift, 3, 1e-12);
  EXPECT_EQ(finding.rest_rate, 0.125);
  EXPECT_NEAR(result->declared[0].p, 1 - 2352.0 / 15504, 1e-12);
  EXPECT_EQ(result->all.rate, 0.25);
  EXPECT_TRUE(result->found.empty());
}

// Losses take Welch's test and an interval of their mean: the slice [3, 5] has mean 4, variance 2, so 4 +- t sqrt(2 / 2)
// with t = 12.706204736 of one degree of freedom (tables), cut at 0.
TEST(ErrorSlices, LossesByHand) {
  const auto errors = CaseErrors::OfLosses({3, 5, 1, 2, 1, 2});
  ASSERT_TRUE(errors.has_value());
  NamedSlice slice{"two", RowSet(6)};
  slice.rows.Add(0), slice.rows.Add(1);
  const auto result = FindErrorSlices({}, std::vector{slice}, *errors, RowSet(6), {.do_search = false});
  const SliceFinding& finding = result->declared.front();
  EXPECT_EQ(finding.tested.rate, 4);
  EXPECT_NEAR(finding.tested.interval->high, 4 + 12.706204736, 1e-6);
  EXPECT_EQ(finding.tested.interval->low, 0);
  EXPECT_EQ(finding.rest_rate, 1.5);
  EXPECT_GT(finding.p, 0);
  EXPECT_LT(finding.p, 0.5);
  EXPECT_EQ(CaseErrors::OfLosses({1, -1}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(CaseErrors::OfLosses({NAN}).error().code, ErrorCode::kNotFinite);
}

TEST(ErrorSlices, WithoutAnErrorThereIsNoSlice) {
  const ErrorSlices result = Cases(1, 500, [](int, char, int) { return 0.0; }).Find();
  EXPECT_TRUE(result.found.empty());
  EXPECT_EQ(result.all.rate, 0);
}

// The worst by the searched half: of two tenths, the second has more errors there, whatever the other half says; a slice
// of less than a tenth doesn't count.
TEST(ErrorSlices, WorstDecileLooksAtOneHalfOnly) {
  std::vector<std::uint8_t> wrong(100, 0);
  RowSet searched(100);
  for (std::size_t row = 0; row < 100; row += 2) searched.Add(row);
  NamedSlice first{"first", RowSet(100)}, second{"second", RowSet(100)}, tiny{"tiny", RowSet(100)};
  for (std::size_t row = 0; row < 10; ++row) first.rows.Add(row), wrong[row] = row % 2;  // wrong in the other half only
  for (std::size_t row = 10; row < 20; ++row) second.rows.Add(row);
  wrong[10] = 1;
  for (std::size_t row = 30; row < 34; ++row) tiny.rows.Add(row), wrong[row] = 1;
  const CaseErrors errors = CaseErrors::OfAnswers(wrong);
  EXPECT_EQ(WorstDecile(std::vector{first, second, tiny}, errors, searched), 1u);
  EXPECT_EQ(WorstDecile(std::vector{tiny}, errors, searched).error().code, ErrorCode::kEmpty);
}

// The half of a case depends on its name and the seed, not on its place.
TEST(Halves, DependOnTheNameOnly) {
  const std::vector<std::string_view> names{"a", "b", "c", "d", "e", "f", "g", "h"}, turned{"h", "g", "f", "e", "d", "c", "b", "a"};
  const RowSet half = SearchedHalf(names, 5), other = SearchedHalf(turned, 5);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(half.Has(i), other.Has(7 - i));
  std::vector<std::string> many;
  for (int i = 0; i < 10'000; ++i) many.push_back(std::to_string(i));
  const std::vector<std::string_view> views(many.begin(), many.end());
  // Binomial: 5,000 with a deviation of 50.
  EXPECT_NEAR(static_cast<double>(SearchedHalf(views, 1).Count()), 5000, 200);
  EXPECT_NEAR(static_cast<double>(SearchedHalf(views, 1).CountWith(SearchedHalf(views, 2))), 2500, 200);
}

}  // namespace
}  // namespace assay::slice
