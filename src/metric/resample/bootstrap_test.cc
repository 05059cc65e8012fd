// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "random/philox.h"

namespace assay::metric {
namespace {

std::vector<double> Uniform(std::size_t count, std::uint64_t stream) {
  random::Philox numbers(99, stream);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<double>(numbers.Next() >> 11) * 0x1p-53);
  return values;
}

Statistic MeanOf(const std::vector<double>& values) {
  return [&values](std::span<const std::uint32_t> times) -> std::optional<double> {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += times[i] * values[i];
      count += times[i];
    }
    return sum / count;
  };
}

TEST(Bootstrap, TheNumberOfThreadsChangesNothing) {
  const auto values = Uniform(80, 1);
  const auto resampler = *Resampler::OfCases(80);
  const auto one = *Bootstrap(resampler, MeanOf(values), {.seed = 3, .replicates = 500});
  for (const unsigned threads : {2u, 3u, 7u}) {
    const auto many = *Bootstrap(resampler, MeanOf(values), {.seed = 3, .replicates = 500, .threads = threads});
    EXPECT_EQ(many.replicates, one.replicates);
    EXPECT_EQ(many.interval->low, one.interval->low);
  }
  EXPECT_NE(Bootstrap(resampler, MeanOf(values), {.seed = 4, .replicates = 500})->replicates, one.replicates);
}

// The standard error of a mean of n cases is sd / sqrt(n); 20,000 replicates know theirs to 1 / sqrt(40,000) = 0.5 %, so
// that 2 % is four of these.
TEST(Bootstrap, ReplicatesSpreadAsTheMeanDoes) {
  const auto values = Uniform(200, 2);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 200;
  double variance = 0;
  for (const double value : values) variance += (value - mean) * (value - mean) / 200;
  const auto outcome = *Bootstrap(*Resampler::OfCases(200), MeanOf(values), {.seed = 5, .replicates = 20000});
  double spread = 0;
  for (const double one : outcome.replicates) spread += (one - mean) * (one - mean) / 20000;
  EXPECT_NEAR(std::sqrt(spread), std::sqrt(variance / 200), 0.02 * std::sqrt(variance / 200));
}

// 400 samples of 40 from a skewed distribution (exponential, mean 1); binomial error of the coverage is 1.1 %, and BCa of
// so few cases is known to cover some percent too little.
TEST(Bootstrap, BcaCoversTheTrueMean) {
  int covered = 0;
  for (std::uint64_t sample = 0; sample < 400; ++sample) {
    auto values = Uniform(40, 1000 + sample);
    for (double& value : values) value = -std::log1p(-value);
    const auto outcome = *Bootstrap(*Resampler::OfCases(40), MeanOf(values), {.seed = sample, .replicates = 400});
    covered += outcome.interval->low <= 1 && 1 <= outcome.interval->high ? 1 : 0;
  }
  EXPECT_GE(covered, 0.89 * 400);
  EXPECT_LE(covered, 0.98 * 400);
}

TEST(Resampler, StrataKeepTheirSizesAndClustersStayWhole) {
  const std::vector<std::int32_t> stratum{1, 0, 0, 1, 0, 0, 0, 0};
  const std::vector<std::int64_t> cluster{5, 5, 9, 9, 9, -2, 7, 7};
  const auto stratified = *Resampler::Stratified(stratum);
  const auto clustered = *Resampler::Clustered(cluster);
  EXPECT_EQ(clustered.units(), 4u);
  EXPECT_EQ(stratified.SmallestStratum(), 2u);
  std::vector<std::uint32_t> times(8);
  for (std::uint64_t replicate = 0; replicate < 50; ++replicate) {
    stratified.Draw(1, replicate, times);
    EXPECT_EQ(times[0] + times[3], 2u);
    EXPECT_EQ(std::accumulate(times.begin(), times.end(), 0u), 8u);
    clustered.Draw(1, replicate, times);
    EXPECT_EQ(times[0], times[1]);
    EXPECT_EQ(times[2], times[4]);
    EXPECT_EQ(times[0] + times[2] + times[5] + times[6], 4u);
  }
  clustered.LeaveOut(1, times);  // units in the order of their names: -2, 5, 7, 9
  EXPECT_EQ(times, (std::vector<std::uint32_t>{0, 0, 1, 1, 1, 1, 1, 1}));
}

TEST(Bootstrap, SaysWhyThereIsNoIntervalOrNotTheOneAskedFor) {
  const std::vector<double> equal(20, 2.0);
  const auto flat = *Bootstrap(*Resampler::OfCases(20), MeanOf(equal), {.replicates = 100});
  EXPECT_EQ(flat.interval->method, "bootstrap, percentile");
  EXPECT_NE(flat.note.find("equal"), std::string::npos);

  // Undefined whenever case 0 isn't drawn: about (1 - 1/20)^20 = 36 % of the replicates.
  const Statistic needs_first = [](std::span<const std::uint32_t> times) {
    return times[0] > 0 ? std::optional(static_cast<double>(times[0])) : std::nullopt;
  };
  const auto withheld = *Bootstrap(*Resampler::OfCases(20), needs_first, {.replicates = 200});
  EXPECT_FALSE(withheld.interval.has_value());
  EXPECT_GT(withheld.undefined, 40u);
  EXPECT_FALSE(withheld.note.empty());

  const Statistic never = [](std::span<const std::uint32_t>) { return std::optional<double>(); };
  EXPECT_EQ(Bootstrap(*Resampler::OfCases(20), never, {}).error().code, ErrorCode::kUndefined);
  EXPECT_EQ(Bootstrap(*Resampler::OfCases(20), needs_first, {.replicates = 3}).error().code, ErrorCode::kOutOfRange);
  EXPECT_FALSE(Resampler::OfCases(0).has_value());
  EXPECT_FALSE(Resampler::Clustered(std::vector<std::int64_t>{1, 1}).has_value());
}

}  // namespace
}  // namespace assay::metric
