// SPDX-License-Identifier: Apache-2.0
//
// Why a t-interval over repeats and no bootstrap of queries: the percentiles of a bootstrap of 5 repeats call two
// equal systems different in 16 of 100 comparisons, because few repeats drawn again spread too little; the t-interval keeps its 5. tests/compare/compare_simulation_test.cc has both.
// Blocks within a run tell how much of the spread more queries a run would take away.
#include "run/compare/compared_load.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "metric/resample/block_bootstrap.h"
#include "run/measurement_text.h"
#include "stats/percentile.h"
#include "stats/repeat_difference.h"

namespace assay::run {
namespace {

constexpr double kDetectPower = 0.8;

std::optional<double> ValueIn(const CellResult& cell, const std::string& metric) {
  const auto found = std::ranges::find(cell.measurements, metric, &Measurement::metric);
  return found == cell.measurements.end() ? std::nullopt : found->value;
}

double GeometricMean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

// At a rate that arrivals set, the rate that is completed says nothing of the system; without arrivals, latency counts
// from the one start.
std::vector<std::string> UsualLoadMetrics(const CellContext& context) {
  if (context.scenario == "Offline") return {"throughput"};
  if (context.rate_asked) return {"latency_p50", "latency_p99", "latency_mean"};
  return {"latency_p50", "latency_p99", "latency_mean", "throughput"};
}

// Offline's one query is as large as a probe of the system made it: no condition, but a result.
std::uint64_t FixedQuerySize(const CellContext& context) {
  return context.scenario == "Offline" ? 1 : context.samples_per_query;
}

std::string RateText(const CellContext& context) {
  return context.scenario + (context.rate_asked ? " at " + Fixed(*context.rate_asked, 1) + "/s" : "") +
         (FixedQuerySize(context) > 1 ? " with " + std::to_string(context.samples_per_query) + " samples a query" : "");
}

Result<void> CheckSameLoad(const CellContext& baseline, const CellContext& other) {
  if (baseline.scenario == other.scenario && baseline.rate_asked == other.rate_asked &&
      FixedQuerySize(baseline) == FixedQuerySize(other)) {
    return {};
  }
  return Fail(ErrorCode::kNotComparable, "the two sides ran other loads: " + baseline.cell.Relative() + " " +
                                             RateText(baseline) + ", " + other.cell.Relative() + " " + RateText(other),
              "compare runs of the same traffic; the load is part of what is measured");
}

struct ValidRuns {
  std::map<std::uint64_t, const CellResult*> by_repeat;
  std::vector<std::string> left_out;
};

ValidRuns ValidOf(std::span<const CellResult* const> cells) {
  ValidRuns runs;
  for (const CellResult* cell : cells) {
    if (cell->verdict.valid) {
      runs.by_repeat[cell->context.cell.repeat] = cell;
      continue;
    }
    runs.left_out.push_back(cell->context.cell.Relative() + " is INVALID" +
                            (cell->verdict.invalid_reasons.empty() ? "" : ": " + cell->verdict.invalid_reasons.front()));
  }
  return runs;
}

struct RepeatRuns {
  std::vector<const CellResult*> baseline, other;
};

RepeatRuns RunsToCompare(const ValidRuns& baseline, const ValidRuns& other, bool paired) {
  RepeatRuns runs;
  for (const auto& [repeat, cell] : baseline.by_repeat) {
    if (!paired || other.by_repeat.contains(repeat)) runs.baseline.push_back(cell);
  }
  for (const auto& [repeat, cell] : other.by_repeat) {
    if (!paired || baseline.by_repeat.contains(repeat)) runs.other.push_back(cell);
  }
  return runs;
}

// Variance of the logarithm of a run's figure that its own queries explain, by blocks of consecutive queries.
std::optional<double> WithinVariance(const CellResult& cell, const std::string& metric) {
  const auto latency = cell.run->Get().latency_ns;
  metric::BlockStatistic statistic;
  const std::map<std::string, double> shares{{"latency_p50", 0.5}, {"latency_p90", 0.9}, {"latency_p99", 0.99}};
  if (const auto share = shares.find(metric); share != shares.end()) {
    statistic = [at = share->second](std::span<std::int64_t> values) {
      const auto index = stats::PercentileIndex(values.size(), at);
      if (!index) return 0.0;
      std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(*index));
      return static_cast<double>(values[*index]);
    };
  } else if (metric == "latency_mean") {
    statistic = [](std::span<std::int64_t> values) {
      double sum = 0;
      for (const std::int64_t value : values) sum += static_cast<double>(value);
      return sum / static_cast<double>(values.size());
    };
  } else {
    return std::nullopt;
  }
  return metric::BlockLogVariance(latency, statistic, cell.context.cell.repeat);
}

std::optional<double> WithinShare(const RepeatRuns& runs, const ComparedMetric& compared) {
  if (!compared.deviation || !(*compared.deviation > 0)) return std::nullopt;
  double sum = 0;
  for (const auto* side : {&runs.baseline, &runs.other}) {
    for (const CellResult* cell : *side) {
      const auto variance = cell->run ? WithinVariance(*cell, compared.metric) : std::nullopt;
      if (!variance) return std::nullopt;
      sum += *variance / static_cast<double>(side->size());
    }
  }
  return std::min(1.0, sum / (*compared.deviation * *compared.deviation));
}

void AddLimits(const CellContext& baseline, const CellContext& other, const LoadCompareRequest& request, ComparedPart& part) {
  if (!request.same_run) {
    part.limits.push_back("measured in two runs, at other times: what changed on the machine in between is part of the "
                          "difference");
  } else if (!request.interleaved) {
    part.limits.push_back("not interleaved: what changed on the machine between the systems' turns is part of the "
                          "difference; `assay run --repeat N --interleave` takes turns");
  }
  // Without a rate the plan is as long as a probe of the system made it: no condition, but a result.
  const bool planned = baseline.rate_asked && baseline.planned_queries != other.planned_queries;
  if (planned || baseline.min_duration_ns != other.min_duration_ns || baseline.min_query_count != other.min_query_count) {
    part.limits.push_back("the schedules differ in length");
  }
}

}  // namespace

ComparedMetric CompareRepeats(const MetricInfo& info, std::span<const double> baseline, std::span<const double> other,
                              bool paired, double level) {
  ComparedMetric compared{.metric = std::string(info.name), .unit = info.unit, .better = info.better, .relative = true};
  compared.n = std::min(baseline.size(), other.size());
  compared.of = paired ? "paired repeats" : "repeats";
  const bool positive = std::ranges::all_of(baseline, [](double value) { return value > 0; }) &&
                        std::ranges::all_of(other, [](double value) { return value > 0; });
  if (!baseline.empty() && !other.empty() && positive) {
    compared.baseline = GeometricMean(baseline), compared.other = GeometricMean(other);
    compared.difference = *compared.other / *compared.baseline - 1;
  }
  if (compared.n == 1) {
    compared.reason = baseline.size() == 1 && other.size() == 1 ? "one run each: cannot judge"
                                                                 : "one run on a side: cannot judge";
    return compared;
  }
  const auto found = paired ? stats::PairedRepeats(baseline, other) : stats::UnpairedRepeats(baseline, other);
  if (!found) {
    compared.reason = compared.n == 0 ? "no run to compare" : found.error().what;
    return compared;
  }
  compared.interval_at = [difference = *found](double at) -> std::optional<Interval> { return difference.ChangeInterval(at); };
  compared.interval = found->ChangeInterval(level);
  compared.p = found->PValue();
  compared.test = compared.interval->method;
  compared.deviation = found->deviation;
  if (found->deviation > 0) {
    // Unpaired repeats have a few more degrees of freedom than this says: it errs on the side of more repeats.
    const auto detectable = stats::DetectableMean(compared.n, found->deviation, level, kDetectPower);
    if (detectable) compared.detectable = std::expm1(*detectable);
  }
  return compared;
}

Result<ComparedPart> CompareLoad(std::span<const CellResult* const> baseline, std::span<const CellResult* const> other,
                                 const LoadCompareRequest& request) {
  const CellContext& context = baseline.front()->context;
  ASSAY_CHECK_OK(CheckSameLoad(context, other.front()->context));
  ComparedPart part{.name = "load " + context.cell.traffic + ", " + RateText(context), .load = true};
  const bool paired = request.same_run && request.interleaved;
  const ValidRuns valid_baseline = ValidOf(baseline), valid_other = ValidOf(other);
  for (const auto* side : {&valid_baseline, &valid_other}) {
    for (const std::string& left_out : side->left_out) part.limits.push_back("left out: " + left_out);
    if (!side->left_out.empty()) part.incomplete = true;
  }
  AddLimits(context, other.front()->context, request, part);
  const RepeatRuns runs = RunsToCompare(valid_baseline, valid_other, paired);
  std::vector<std::string> names(request.metrics.begin(), request.metrics.end());
  if (names.empty()) names = UsualLoadMetrics(context);
  for (const std::string& name : names) {
    const MetricInfo* info = FindMetric(name);
    std::vector<double> before, after;
    for (const CellResult* cell : runs.baseline) {
      if (const auto value = ValueIn(*cell, name)) before.push_back(*value);
    }
    for (const CellResult* cell : runs.other) {
      if (const auto value = ValueIn(*cell, name)) after.push_back(*value);
    }
    const bool whole = before.size() == runs.baseline.size() && after.size() == runs.other.size();
    ComparedMetric metric;
    if (whole) {
      metric = CompareRepeats(*info, before, after, paired, request.level);
      metric.within_share = WithinShare(runs, metric);
    } else {
      metric = {.metric = name, .unit = info->unit, .better = info->better, .relative = true};
      metric.reason = "a run has no value of it";
    }
    metric.named = request.metrics.contains(name);
    metric.primary = name == (context.scenario == "Offline" ? "throughput" : "latency_p99");
    part.metrics.push_back(std::move(metric));
  }
  return part;
}

}  // namespace assay::run
