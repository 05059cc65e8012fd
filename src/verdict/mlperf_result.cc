// SPDX-License-Identifier: Apache-2.0
#include "verdict/mlperf_result.h"

#include <algorithm>
#include <span>

#include "stats/early_stopping.h"
#include "stats/percentile.h"

namespace assay::verdict {
namespace {

constexpr double kPercentiles[] = {0.50, 0.90, 0.95, 0.97, 0.99, 0.999};

struct Latencies {
  std::vector<std::int64_t> sample;  // in order of issue
  std::vector<std::int64_t> query;   // last sample of each
};

Result<Latencies> LatenciesOf(const record::RunRecord& run) {
  if (run.samples_per_query == 0) return Fail(ErrorCode::kBadRecord, "the record's queries have no samples");
  Latencies latencies;
  for (std::size_t query = 0; query < run.queries(); ++query) {
    std::int64_t last = 0;
    for (std::size_t i = 0; i < run.samples_per_query; ++i) {
      const std::size_t sample = query * run.samples_per_query + i;
      if (sample >= run.samples() || run.done_ns[sample] < 0) {
        return Fail(ErrorCode::kRunInvalid, "a sample has no answer, and LoadGen would wait for it for ever");
      }
      last = std::max(last, run.done_ns[sample]);
      latencies.sample.push_back(run.done_ns[sample] - run.due_ns[query]);
    }
    latencies.query.push_back(last - run.due_ns[query]);
  }
  return latencies;
}

std::optional<double> PerSecond(std::uint64_t count, std::int64_t time_ns) {
  if (time_ns <= 0) return std::nullopt;
  return static_cast<double>(count) / (static_cast<double>(time_ns) / 1e9);
}

// SingleStream and MultiStream: an estimate at the target percentile, another at 0.99 that decides nothing.
Result<void> EstimateTail(std::span<const std::int64_t> sorted, double percentile, MlperfResult& result) {
  ASSAY_TRY(target, stats::EstimateEarlyStopping(sorted.size(), percentile));
  ASSAY_TRY(second, stats::EstimateEarlyStopping(sorted.size(), 0.99));
  result.early_stopping_met = target.met;
  if (target.index) result.early_stopping_ns = sorted[*target.index];
  if (second.index) result.early_stopping_p99_ns = sorted[*second.index];
  if (!target.met) result.queries_more = target.queries_needed - sorted.size();
  return {};
}

Result<void> CheckServer(std::span<const std::int64_t> sorted, const MlperfSettings& settings, MlperfResult& result) {
  const std::int64_t target = *settings.target_latency_ns;
  const auto over = static_cast<std::uint64_t>(sorted.end() - std::ranges::upper_bound(sorted, target));
  result.overlatency = over;
  ASSAY_TRY(index, stats::PercentileIndex(sorted.size(), settings.percentile));
  result.perf_constraints_met = sorted[index] <= target;
  ASSAY_TRY(check, stats::CheckEarlyStopping(result.queries, over, settings.percentile));
  result.early_stopping_met = check.met;
  if (!check.met) result.queries_more = check.queries_more;
  return {};
}

// The percentiles LoadGen lists, of samples or, in MultiStream, of queries.
Result<void> FillPercentiles(std::span<const std::int64_t> sorted, double target, MlperfResult& result) {
  std::vector<double> shares(std::begin(kPercentiles), std::end(kPercentiles));
  if (!std::ranges::binary_search(shares, target)) shares.insert(std::ranges::lower_bound(shares, target), target);
  for (const double share : shares) {
    ASSAY_TRY(index, stats::PercentileIndex(sorted.size(), share));
    result.percentile_ns.emplace_back(share, sorted[index]);
  }
  return {};
}

std::string PercentileTitle(double percentile) {
  std::string text = std::to_string(100 * percentile);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + "th percentile latency (ns)";
}

Result<void> FillScenario(const spec::Scenario& scenario, const MlperfSettings& settings,
                          std::span<const std::int64_t> sorted, MlperfResult& result) {
  result.perf_constraints_met = true;
  ASSAY_TRY(index, stats::PercentileIndex(sorted.size(), settings.percentile));
  if (std::holds_alternative<spec::Offline>(scenario)) {
    result.metric = "Samples per second";
    result.value = PerSecond(result.samples, result.max_ns);
    result.early_stopping_met = true;
    return {};
  }
  if (std::holds_alternative<spec::Server>(scenario)) {
    result.metric = "Completed samples per second";
    result.value = PerSecond(result.samples - 1, result.final_done_ns);
    result.scheduled_qps = PerSecond(result.samples - 1, result.final_scheduled_ns);
    return CheckServer(sorted, settings, result);
  }
  result.metric = PercentileTitle(settings.percentile);
  result.value = static_cast<double>(sorted[index]);
  if (std::holds_alternative<spec::SingleStream>(scenario)) {
    result.qps_with_overhead = PerSecond(result.samples - 1, result.final_issued_ns);
    result.qps_without_overhead = PerSecond(1, result.mean_ns);
  }
  return EstimateTail(sorted, settings.percentile, result);
}

}  // namespace

std::string MlperfResult::Reason() const {
  std::string reason;
  const auto add = [&](bool met, const char* what) {
    if (met) return;
    if (!reason.empty()) reason += ", ";
    reason += what;
  };
  add(min_duration_met, "minimum duration not met");
  add(min_queries_met, "minimum queries not met");
  add(perf_constraints_met, "performance constraints not met");
  add(early_stopping_met, "early stopping not met");
  if (queries_more) reason += " (" + std::to_string(*queries_more) + " more queries)";
  return reason;
}

std::int64_t MlperfDurationNs(const record::RunRecord& run, const spec::Scenario& scenario) {
  if (std::holds_alternative<spec::Server>(scenario)) return run.due_ns.back();
  if (!std::holds_alternative<spec::Offline>(scenario)) return run.issued_ns.back();
  std::int64_t longest = 0;
  for (std::size_t sample = 0; sample < run.samples(); ++sample) {
    const std::size_t query = sample / std::max<std::uint64_t>(run.samples_per_query, 1);
    longest = std::max(longest, run.done_ns[sample] - run.due_ns[query]);
  }
  return longest;
}

Result<MlperfResult> SummarizeMlperf(const record::RunRecord& run, const spec::Scenario& scenario,
                                     const MlperfSettings& settings) {
  if (std::holds_alternative<spec::OwnTraffic>(scenario)) {
    return Fail(ErrorCode::kUnsupported, "own traffic isn't an MLPerf scenario");
  }
  const auto* streams = std::get_if<spec::MultiStream>(&scenario);
  if (streams != nullptr && streams->interval_ns > 0) {
    return Fail(ErrorCode::kUnsupported, "MultiStream at fixed intervals is older than LoadGen's present rule");
  }
  if (std::holds_alternative<spec::Server>(scenario) && !settings.target_latency_ns) {
    return Fail(ErrorCode::kUnsupported, "Server without a latency bound can't be valid or invalid");
  }
  if (run.queries() == 0) return Fail(ErrorCode::kEmpty, "no query was issued");

  ASSAY_TRY(latencies, LatenciesOf(run));
  MlperfResult result;
  result.queries = run.queries();
  result.samples = latencies.sample.size();
  // LoadGen sums in 64 bits and divides as unsigned: for latencies of at least 0 that is the truncated mean.
  std::uint64_t sum = 0;
  for (const std::int64_t latency : latencies.sample) sum += static_cast<std::uint64_t>(latency);
  result.mean_ns = static_cast<std::int64_t>(sum / result.samples);
  const auto [lowest, highest] = std::ranges::minmax(latencies.sample);
  result.min_ns = lowest;
  result.max_ns = highest;
  result.final_scheduled_ns = run.due_ns.back();
  result.final_issued_ns = run.issued_ns.back();
  result.final_done_ns = run.due_ns.back() + latencies.query.back();
  result.min_duration_met = MlperfDurationNs(run, scenario) >= settings.min_duration_ns;
  result.min_queries_met =
      result.queries >= settings.min_query_count && result.samples >= settings.min_sample_count;

  std::vector<std::int64_t>& judged = streams != nullptr ? latencies.query : latencies.sample;
  std::ranges::sort(judged);
  ASSAY_CHECK_OK(FillPercentiles(judged, settings.percentile, result));
  ASSAY_CHECK_OK(FillScenario(scenario, settings, judged, result));
  return result;
}

}  // namespace assay::verdict
