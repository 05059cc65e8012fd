// SPDX-License-Identifier: Apache-2.0
//
// A run is a list of series: one per loaded set in accuracy mode, then one for the first set in
// performance mode. Each series starts its random streams anew, so series don't depend on each
// other. Due times and samples come from two streams and are planned one after the other, each
// array sized once.
#include "load/plan.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "load/due_times.h"
#include "load/effective_settings.h"
#include "load/loadable_set.h"
#include "load/sample_order.h"

namespace assay::load {
namespace {

struct SeriesShape {
  std::uint64_t samples_per_query = 1;
  SampleOrderSettings order;
  DueTimesSpan span;
};

Where Setting(const char* name) {
  Where where;
  where.path = name;
  return where;
}

Pick PickOf(const spec::Scenario& scenario) {
  if (std::holds_alternative<spec::MultiStream>(scenario)) return Pick::kConsecutive;
  if (std::holds_alternative<spec::Offline>(scenario)) return Pick::kWholeSet;
  return Pick::kOne;
}

// Rounds up to a multiple of the loaded set, padding included.
std::uint64_t RoundUp(std::uint64_t count, std::uint64_t multiple) {
  return count + (multiple - count % multiple) % multiple;
}

SeriesShape ShapeOf(const PlanSettings& settings, const EffectiveSettings& effective,
                    const LoadableSet& set, bool accuracy) {
  const Pick pick = PickOf(settings.scenario);
  SeriesShape shape;
  shape.samples_per_query =
      accuracy && pick == Pick::kWholeSet ? set.size : effective.samples_per_query;
  shape.span.duration_ns = effective.generation_duration_ns;
  shape.span.min_count = effective.min_query_count;
  if (accuracy || settings.order == spec::IssueOrder::kUnique) {
    shape.span.duration_ns = 0;
    shape.span.min_count = set.indices.size() / shape.samples_per_query;
  }
  shape.order = {.pick = pick,
                 .order = settings.order,
                 .equal_counts = EqualIssue(settings),
                 .accuracy = accuracy,
                 .same_index = settings.same_index,
                 .min_query_count = shape.span.min_count,
                 .seed = settings.seeds.sample_index};
  if (EqualIssue(settings)) {
    if (pick == Pick::kWholeSet) {
      if (!accuracy) shape.samples_per_query = RoundUp(shape.samples_per_query, set.indices.size());
    } else {
      shape.span.whole_sets_of = set.indices.size();
      if (!accuracy) shape.span.min_count = RoundUp(shape.span.min_count, set.indices.size());
    }
  }
  shape.order.samples_per_query = shape.samples_per_query;
  shape.span.place = settings.place;
  shape.span.max_count = kMaxPlannedSamples / std::max<std::uint64_t>(1, shape.samples_per_query);
  return shape;
}

// Own traffic: the arrivals as given; in accuracy mode repeated or cut to one query per sample.
DueTimes OwnDueTimes(const std::vector<std::int64_t>& arrivals_ns, std::uint64_t count) {
  const std::int64_t last = arrivals_ns.back();
  const std::int64_t gap = last / static_cast<std::int64_t>(arrivals_ns.size());
  DueTimes times{};
  times.due_ns.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto round = static_cast<std::int64_t>(i / arrivals_ns.size());
    times.due_ns.push_back(round * (last + gap) + arrivals_ns[i % arrivals_ns.size()]);
  }
  times.next_ns = times.due_ns.back() + gap;
  return times;
}

Result<DueTimes> PlanDueTimes(const PlanSettings& settings, const EffectiveSettings& effective,
                              const SeriesShape& shape, bool accuracy) {
  if (std::holds_alternative<spec::Server>(settings.scenario)) {
    return PoissonDueTimes(effective.target_qps, settings.seeds.schedule, shape.span);
  }
  if (std::holds_alternative<spec::OwnTraffic>(settings.scenario)) {
    const std::uint64_t places = shape.span.min_count;
    if (accuracy) return OwnDueTimes(settings.arrivals_ns, places);
    if (settings.order == spec::IssueOrder::kUnique && settings.arrivals_ns.size() > places) {
      return FailAt(Setting("order"), ErrorCode::kContradiction,
                    std::to_string(settings.arrivals_ns.size()) +
                        " arrivals can't each take another of the " + std::to_string(places) +
                        " loaded samples");
    }
    return OwnDueTimes(settings.arrivals_ns, settings.arrivals_ns.size());
  }
  const auto* multi = std::get_if<spec::MultiStream>(&settings.scenario);
  if (multi != nullptr && multi->interval_ns > 0)
    return PeriodicDueTimes(multi->interval_ns, shape.span);
  ASSAY_TRY(period_ns, PeriodNs(effective.target_qps));
  return PeriodicDueTimes(period_ns, shape.span);
}

Release ReleaseOf(const spec::Scenario& scenario) {
  if (std::holds_alternative<spec::SingleStream>(scenario)) return Release::kAfterPrevious;
  if (const auto* multi = std::get_if<spec::MultiStream>(&scenario)) {
    return multi->interval_ns > 0 ? Release::kAtInterval : Release::kAfterPrevious;
  }
  return Release::kAtDueTime;
}

// The setting that decides how dense the schedule is; its size is what can fail after the checks.
const char* DensitySetting(const spec::Scenario& scenario) {
  if (std::holds_alternative<spec::Server>(scenario)) return "target_qps";
  if (std::holds_alternative<spec::Offline>(scenario)) return "expected_qps";
  if (std::holds_alternative<spec::OwnTraffic>(scenario)) return "arrivals_ns";
  const auto* multi = std::get_if<spec::MultiStream>(&scenario);
  return multi != nullptr && multi->interval_ns > 0 ? "interval_ns" : "expected_latency_ns";
}

// Accuracy series, and those released at due times, run to their schedule's end; the others end at
// both minima.
StopRule StopRuleOf(const PlanSettings& settings, const EffectiveSettings& effective,
                    const Schedule& schedule, bool accuracy) {
  StopRule stop;
  stop.min_query_count = schedule.queries();
  if (accuracy) return stop;
  stop.max_query_count = settings.max_query_count;
  stop.max_duration_ns = settings.max_duration_ns;
  if (schedule.release != Release::kAtDueTime) {
    stop.min_query_count = effective.min_query_count;
    stop.min_duration_ns = effective.target_duration_ns;
  }
  return stop;
}

// What only the finished schedule shows. Queries that LoadGen would plan anyway pass with
// plan_contradictions.
Result<void> CheckSchedule(const PlanSettings& settings, const Series& series) {
  const Schedule& schedule = series.schedule;
  if (schedule.queries() == 0) {
    return FailAt(Setting("min_query_count"), ErrorCode::kContradiction,
                  "these settings plan no query at all",
                  "raise min_query_count or min_duration_ns; with order unique, load a set that is "
                  "large enough");
  }
  if (series.accuracy || settings.plan_contradictions) return {};
  if (schedule.queries() < series.min_query_count) {
    return FailAt(Setting("min_query_count"), ErrorCode::kContradiction,
                  "the loaded set gives " + std::to_string(schedule.queries()) +
                      " unique queries, fewer than the minimum of " +
                      std::to_string(series.min_query_count));
  }
  if (std::holds_alternative<spec::Server>(settings.scenario) &&
      schedule.due_ns.back() < settings.min_duration_ns) {
    return FailAt(Setting("min_duration_ns"), ErrorCode::kContradiction,
                  "the last of the unique queries is due at " +
                      std::to_string(schedule.due_ns.back()) + " ns, before min_duration_ns " +
                      std::to_string(settings.min_duration_ns));
  }
  return {};
}

base::Column<std::uint64_t> DrawSamples(const PlanSettings& settings, const SeriesShape& shape,
                                        const LoadableSet& set, std::uint64_t queries) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 20;  // queries after which passed pages are let go
  base::Column<std::uint64_t> sample_index(settings.place);
  sample_index.resize(queries * shape.samples_per_query);
  SampleOrder order(shape.order, set);
  for (std::uint64_t query = 0; query < queries; query += kBlock) {
    const std::uint64_t first = query * shape.samples_per_query;
    const std::uint64_t count = std::min(kBlock, queries - query) * shape.samples_per_query;
    order.Take(std::span<std::uint64_t>(sample_index).subspan(first, count));
    sample_index.Release(first, count);
  }
  return sample_index;
}

Result<Series> PlanSeries(const PlanSettings& settings, const EffectiveSettings& effective,
                          LoadableSet set, bool accuracy) {
  const SeriesShape shape = ShapeOf(settings, effective, set, accuracy);
  ASSAY_TRY(times, PlanDueTimes(settings, effective, shape, accuracy));
  Series series;
  series.accuracy = accuracy;
  Schedule& schedule = series.schedule;
  schedule.release = ReleaseOf(settings.scenario);
  if (schedule.release == Release::kAtInterval) {
    schedule.interval_ns = std::get<spec::MultiStream>(settings.scenario).interval_ns;
  }
  schedule.samples_per_query = shape.samples_per_query;
  schedule.due_ns = std::move(times.due_ns);
  schedule.generated_duration_ns = times.next_ns;
  schedule.sample_index = DrawSamples(settings, shape, set, schedule.queries());
  series.min_query_count = accuracy ? schedule.queries() : effective.min_query_count;
  series.min_sample_count = accuracy ? schedule.sample_index.size() : effective.min_sample_count;
  series.stop = StopRuleOf(settings, effective, schedule, accuracy);
  ASSAY_CHECK_OK(CheckSchedule(settings, series));
  series.load = std::move(set.indices);
  return series;
}

Result<std::vector<Series>> PlanAll(const PlanSettings& settings,
                                    const EffectiveSettings& effective,
                                    const std::function<void()>& sets_chosen) {
  const std::uint64_t padding = std::holds_alternative<spec::MultiStream>(settings.scenario)
                                    ? effective.samples_per_query - 1
                                    : 0;
  const auto sets = [&](std::uint64_t requested) {
    return LoadableSets(requested, settings.total_sample_count, effective.performance_sample_count,
                        padding, settings.seeds.qsl);
  };
  std::vector<LoadableSet> accuracy, performance;
  if (PlansAccuracy(settings.mode)) accuracy = sets(effective.accuracy_sample_count);
  if (PlansPerformance(settings.mode)) performance = sets(effective.performance_sample_count);
  if (sets_chosen) sets_chosen();
  std::vector<Series> plan;
  for (LoadableSet& set : accuracy) {
    ASSAY_TRY(series, PlanSeries(settings, effective, std::move(set), true));
    plan.push_back(std::move(series));
  }
  if (!performance.empty()) {
    ASSAY_TRY(series, PlanSeries(settings, effective, std::move(performance.front()), false));
    plan.push_back(std::move(series));
  }
  return plan;
}

}  // namespace

Results<std::vector<Series>> PlanRun(const PlanSettings& settings,
                                     const std::function<void()>& sets_chosen) {
  ASSAY_TRY(effective, ResolveSettings(settings));
  try {
    auto plan = PlanAll(settings, effective, sets_chosen);
    if (plan) return *std::move(plan);
    Error error = std::move(plan).error();
    if (error.where.empty()) error.where.push_back(Setting(DensitySetting(settings.scenario)));
    return std::unexpected(Errors{std::move(error)});
  } catch (const std::bad_alloc&) {
    return std::unexpected(Errors{{ErrorCode::kOutOfRange,
                                   "the schedule doesn't fit in memory",
                                   {Setting(DensitySetting(settings.scenario))},
                                   "shorten the duration or lower the rate"}});
  }
}

}  // namespace assay::load
