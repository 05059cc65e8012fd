// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/bootstrap.h"

#include <algorithm>

#include "metric/resample/shares.h"
#include "stats/bootstrap_interval.h"
#include "stats/proportion.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestReplicates = 100;
constexpr std::size_t kFewestUnits = 10;

std::vector<std::optional<double>> Replicates(const Resampler& resampler, const Statistic& statistic,
                                              const BootstrapRequest& request) {
  std::vector<std::optional<double>> values(request.replicates);
  InShares(request.replicates, request.threads, [&](std::size_t first, std::size_t end) {
    std::vector<std::uint32_t> times(resampler.cases());
    for (std::size_t i = first; i < end; ++i) {
      resampler.Draw(request.seed, i, times);
      values[i] = statistic(times);
    }
  });
  return values;
}

// Empty when one is undefined.
std::vector<stats::LeftOut> Jackknife(const Resampler& resampler, const Statistic& statistic, unsigned threads) {
  std::vector<std::optional<double>> values(resampler.units());
  InShares(values.size(), threads, [&](std::size_t first, std::size_t end) {
    std::vector<std::uint32_t> times(resampler.cases());
    for (std::size_t i = first; i < end; ++i) {
      resampler.LeaveOut(i, times);
      values[i] = statistic(times);
    }
  });
  std::vector<stats::LeftOut> defined;
  for (const auto& value : values) {
    if (!value) return {};
    defined.push_back({*value, 1});
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

Result<void> SetBca(const BootstrapRequest& request, const BcaInputs& inputs, BootstrapOutcome& outcome) {
  const auto fall_back = [&](const char* reason) -> Result<void> {
    ASSAY_TRY(plain, stats::PercentileBootstrap(outcome.replicates, request.level));
    outcome.interval = plain;
    outcome.note = std::string("percentiles, not BCa: ") + reason;
    return {};
  };
  if (outcome.replicates.front() == outcome.replicates.back()) return fall_back("all replicates are equal");
  if (inputs.smallest_stratum < kFewestUnits) return fall_back("fewer than ten to draw from");
  ASSAY_TRY(bca, stats::BcaBootstrap(outcome.replicates, outcome.estimate, inputs.leaving_out(), request.level));
  if (!bca) return fall_back("its correction isn't defined here");
  outcome.interval = bca->interval;
  return {};
}

}  // namespace

Result<BootstrapOutcome> Bootstrap(const Resampler& resampler, const Statistic& statistic,
                                   const BootstrapRequest& request) {
  const std::vector<std::uint32_t> once(resampler.cases(), 1);
  return SummariseReplicates(request, statistic(once), [&] { return Replicates(resampler, statistic, request); },
                             {.smallest_stratum = resampler.SmallestStratum(),
                              .leaving_out = [&] { return Jackknife(resampler, statistic, request.threads); }});
}

Result<BootstrapOutcome> SummariseReplicates(const BootstrapRequest& request, std::optional<double> estimate,
                                             const std::function<std::vector<std::optional<double>>()>& draw,
                                             const BcaInputs& bca) {
  ASSAY_CHECK_OK(Check(request));
  if (!estimate) return Fail(ErrorCode::kUndefined, "the statistic isn't defined for these cases");
  BootstrapOutcome outcome{.estimate = *estimate};
  for (const auto& value : draw()) {
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
    ASSAY_CHECK_OK(SetBca(request, bca, outcome));
    return outcome;
  }
  ASSAY_TRY(interval, request.kind == BootstrapKind::kBasic
                          ? stats::BasicBootstrap(outcome.replicates, outcome.estimate, request.level)
                          : stats::PercentileBootstrap(outcome.replicates, request.level));
  outcome.interval = interval;
  return outcome;
}

}  // namespace assay::metric
