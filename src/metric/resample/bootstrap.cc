// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/bootstrap.h"

#include <algorithm>
#include <thread>

#include "stats/bootstrap_interval.h"
#include "stats/proportion.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestReplicates = 100;
constexpr std::size_t kFewestUnits = 10;

// `work(first, end, times)` for shares of 0…count, one per thread.
template <class Work>
void InParallel(std::size_t count, unsigned threads, std::size_t cases, Work work) {
  const std::size_t shares = std::min<std::size_t>(threads, count);
  std::vector<std::jthread> running;
  for (std::size_t share = 0; share < shares; ++share) {
    running.emplace_back([=] {
      std::vector<std::uint32_t> times(cases);
      work(count * share / shares, count * (share + 1) / shares, std::span(times));
    });
  }
}

std::vector<std::optional<double>> Replicates(const Resampler& resampler, const Statistic& statistic,
                                              const BootstrapRequest& request) {
  std::vector<std::optional<double>> values(request.replicates);
  InParallel(request.replicates, request.threads, resampler.cases(),
             [&](std::size_t first, std::size_t end, std::span<std::uint32_t> times) {
               for (std::size_t i = first; i < end; ++i) {
                 resampler.Draw(request.seed, i, times);
                 values[i] = statistic(times);
               }
             });
  return values;
}

// Empty when one is undefined.
std::vector<double> Jackknife(const Resampler& resampler, const Statistic& statistic, unsigned threads) {
  std::vector<std::optional<double>> values(resampler.units());
  InParallel(values.size(), threads, resampler.cases(),
             [&](std::size_t first, std::size_t end, std::span<std::uint32_t> times) {
               for (std::size_t i = first; i < end; ++i) {
                 resampler.LeaveOut(i, times);
                 values[i] = statistic(times);
               }
             });
  std::vector<double> defined;
  for (const auto& value : values) {
    if (!value) return {};
    defined.push_back(*value);
  }
  return defined;
}

Result<void> Check(const BootstrapRequest& request) {
  ASSAY_CHECK_OK(stats::CheckShare("level", request.level));
  if (request.replicates < kFewestReplicates || request.threads < 1) {
    return Fail(ErrorCode::kOutOfRange, "expected at least 100 replicates and 1 thread");
  }
  return {};
}

Result<void> SetBca(const Resampler& resampler, const Statistic& statistic, const BootstrapRequest& request,
                    BootstrapOutcome& outcome) {
  const auto fall_back = [&](const char* reason) -> Result<void> {
    ASSAY_TRY(plain, stats::PercentileBootstrap(outcome.replicates, request.level));
    outcome.interval = plain;
    outcome.note = std::string("percentiles, not BCa: ") + reason;
    return {};
  };
  if (outcome.replicates.front() == outcome.replicates.back()) return fall_back("all replicates are equal");
  if (resampler.SmallestStratum() < kFewestUnits) return fall_back("fewer than ten to draw from");
  const std::vector<double> jackknife = Jackknife(resampler, statistic, request.threads);
  ASSAY_TRY(bca, stats::BcaBootstrap(outcome.replicates, outcome.estimate, jackknife, request.level));
  if (!bca) return fall_back("its correction isn't defined here");
  outcome.interval = bca->interval;
  return {};
}

}  // namespace

Result<BootstrapOutcome> Bootstrap(const Resampler& resampler, const Statistic& statistic,
                                   const BootstrapRequest& request) {
  ASSAY_CHECK_OK(Check(request));
  const std::vector<std::uint32_t> once(resampler.cases(), 1);
  const auto estimate = statistic(once);
  if (!estimate) return Fail(ErrorCode::kUndefined, "the statistic isn't defined for these cases");
  BootstrapOutcome outcome{.estimate = *estimate};
  for (const auto& value : Replicates(resampler, statistic, request)) {
    if (value) outcome.replicates.push_back(*value);
    else ++outcome.undefined;
  }
  std::ranges::sort(outcome.replicates);
  if (outcome.undefined * 20 > request.replicates) {
    outcome.note = std::to_string(outcome.undefined) + " of " + std::to_string(request.replicates) +
                   " replicates are undefined";
    return outcome;
  }
  if (request.kind == BootstrapKind::kBca) {
    ASSAY_CHECK_OK(SetBca(resampler, statistic, request, outcome));
    return outcome;
  }
  ASSAY_TRY(interval, request.kind == BootstrapKind::kBasic
                          ? stats::BasicBootstrap(outcome.replicates, outcome.estimate, request.level)
                          : stats::PercentileBootstrap(outcome.replicates, request.level));
  outcome.interval = interval;
  return outcome;
}

}  // namespace assay::metric
