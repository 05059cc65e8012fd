// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/curve_bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

const CurveStatistic kAp{&AveragePrecision, &AveragePrecisionLeavingOut};
const CurveStatistic kAuc{&RocAuc, &RocAucLeavingOut};

// 800 cases, some 40 positive, tied in part.
OwnedCases RareCases(std::uint64_t seed, std::size_t count = 800) {
  OwnedCases cases = RandomCases(seed, count, 97);
  for (std::size_t i = 1; i + 1 < cases.label.size(); ++i) {
    if (random::SplitMixAt(seed + 5, i) % 5 != 0 && cases.label[i] == 1) cases.label[i] = 0;
  }
  return cases;
}

// The same statistic of rows that are drawn one by one.
Statistic OfRows(const OwnedCases& cases, std::optional<double> (*value)(const RankCurve&)) {
  return [&cases, value](std::span<const std::uint32_t> times) {
    OwnedCases drawn = cases;
    drawn.weight.assign(times.begin(), times.end());
    return value(*BuildRankCurve(drawn.Get()));
  };
}

double LargestGap(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (const double at : a) {
    const auto share = [&](const std::vector<double>& values) {
      return static_cast<double>(std::ranges::upper_bound(values, at) - values.begin()) / static_cast<double>(values.size());
    };
    largest = std::max(largest, std::abs(share(a) - share(b)));
  }
  return largest;
}

// Two samples of 3,000 from one distribution lie apart by more than 1.63 sqrt(2 / 3000) = 0.042 in one of 100 cases
// (Kolmogorov, Smirnov); here are four, with fixed seeds.
TEST(CurveBootstrap, ReplicatesAreDistributedLikeThoseOfRows) {
  const BootstrapRequest request{.seed = 4, .replicates = 3000, .kind = BootstrapKind::kPercentile};
  for (const std::uint64_t seed : {1u, 2u}) {
    const OwnedCases cases = RareCases(seed, seed == 1 ? 800 : 1500);  // below and above where tables begin
    const auto resampler = *Resampler::Stratified(cases.label);
    for (const CurveStatistic& statistic : {kAp, kAuc}) {
      const auto value = *statistic.value.target<std::optional<double> (*)(const RankCurve&)>();
      const auto rows = *Bootstrap(resampler, OfRows(cases, value), request);
      const auto curve = *BuildRankCurve(cases.Get(), Thresholds::kAtPositives);
      const auto groups = *BootstrapCurve(curve, statistic, request);
      EXPECT_EQ(groups.estimate, value(curve));
      EXPECT_NEAR(groups.estimate, rows.estimate, 1e-14);
      EXPECT_LT(LargestGap(groups.replicates, rows.replicates), 0.042);
    }
  }
}

// What a replicate is worth follows from how often each group is drawn: the same as of the rows, however many.
TEST(CurveBootstrap, ADrawIsACurveOfDrawnRows) {
  const OwnedCases cases = RareCases(3);
  const RankCurve curve = *BuildRankCurve(cases.Get());
  const auto resampler = *CurveResampler::Of(curve);
  CurveResampler::Draft draft;
  for (std::uint64_t replicate = 0; replicate < 20; ++replicate) {
    resampler.Draw(5, replicate, draft);
    OwnedCases drawn;  // as many rows at each threshold as were drawn there
    for (std::size_t i = 0; i < curve.groups(); ++i) {
      for (const auto& [label, times] : {std::pair(1, draft.positives[i]), std::pair(0, draft.negatives[i])}) {
        drawn.label.insert(drawn.label.end(), times, label);
        drawn.score.insert(drawn.score.end(), times, curve.threshold[i]);
      }
    }
    const RankCurve right = *BuildRankCurve(drawn.Get());
    EXPECT_EQ(draft.curve.threshold, right.threshold);
    EXPECT_EQ(draft.curve.true_positives, right.true_positives);
    EXPECT_EQ(draft.curve.false_positives, right.false_positives);
    EXPECT_EQ(draft.curve.positives, curve.positives);
    EXPECT_EQ(draft.curve.negatives, curve.negatives);
    EXPECT_EQ(AveragePrecision(draft.curve), AveragePrecision(right));
  }
}

TEST(CurveBootstrap, TheNumberOfThreadsChangesNothing) {
  const RankCurve curve = *BuildRankCurve(RareCases(4, 3000).Get(), Thresholds::kAtPositives);
  const auto one = *BootstrapCurve(curve, kAp, {.seed = 3, .replicates = 500});
  for (const unsigned threads : {2u, 5u}) {
    const auto many = *BootstrapCurve(curve, kAp, {.seed = 3, .replicates = 500, .threads = threads});
    EXPECT_EQ(many.replicates, one.replicates);
    EXPECT_EQ(many.interval->low, one.interval->low);
    EXPECT_EQ(many.interval->high, one.interval->high);
  }
  EXPECT_NE(BootstrapCurve(curve, kAp, {.seed = 4, .replicates = 500})->replicates, one.replicates);
}

// One pass over the groups against a curve built anew without each case.
TEST(CurveBootstrap, LeavingOutEqualsLeavingOut) {
  const OwnedCases cases = RareCases(6, 300);
  const RankCurve curve = *BuildRankCurve(cases.Get(), Thresholds::kAtPositives);
  for (const CurveStatistic& statistic : {kAp, kAuc}) {
    std::vector<double> right, found;
    for (std::size_t row = 0; row < cases.label.size(); ++row) {
      OwnedCases without = cases;
      without.weight.assign(cases.label.size(), 1.0);
      without.weight[row] = 0;
      right.push_back(*statistic.value(*BuildRankCurve(without.Get())));
    }
    for (const stats::LeftOut& one : statistic.leaving_out(curve)) {
      found.insert(found.end(), static_cast<std::size_t>(one.cases), one.value);
    }
    ASSERT_EQ(found.size(), right.size());
    std::ranges::sort(right);
    std::ranges::sort(found);
    for (std::size_t i = 0; i < right.size(); ++i) EXPECT_NEAR(found[i], right[i], 1e-13);
  }
}

TEST(CurveBootstrap, SaysWhyThereIsNoIntervalOrNotTheOneAskedFor) {
  const OwnedCases few{{}, {1, 0, 1, 0, 0}, {.9, .8, .7, .6, .5}, {}};
  const auto outcome = *BootstrapCurve(*BuildRankCurve(few.Get()), kAp, {.replicates = 200});
  EXPECT_NE(outcome.note.find("fewer than ten"), std::string::npos);
  const auto plain = *BootstrapCurve(*BuildRankCurve(RareCases(7).Get()), {&AveragePrecision, nullptr}, {.replicates = 200});
  EXPECT_EQ(plain.interval->method, "bootstrap, percentile");
  OwnedCases refused{{}, {1, 1}, {.9, .8}, {}};
  EXPECT_EQ(BootstrapCurve(*BuildRankCurve(refused.Get()), kAp, {}).error().code, ErrorCode::kOneClass);
  refused = {{}, {1, 0}, {.9, .8}, {1, 2}};
  EXPECT_EQ(BootstrapCurve(*BuildRankCurve(refused.Get()), kAp, {}).error().code, ErrorCode::kContradiction);
}

}  // namespace
}  // namespace assay::metric
