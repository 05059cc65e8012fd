// SPDX-License-Identifier: Apache-2.0
//
// LoadGen replaces a bad value by a default, logs it and runs. Here every bad value is an error
// before the run, and so is every pair of settings under which the run could never be VALID.
#include "load/effective_settings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "load/due_times.h"

namespace assay::load {
namespace {

constexpr std::uint64_t kMostDatasetSamples = 2147483647;  // LoadGen draws starts as int
constexpr std::uint64_t kMostSamplesPerQuery =
    1 << 20;  // MultiStream pads every loaded set with as many
constexpr std::int64_t kLongestDurationNs = std::numeric_limits<std::int64_t>::max() / 4;

// Collects errors, so that a user sees all of them at once.
class Check {
 public:
  void Add(ErrorCode code, const char* setting, std::string what, std::string hint = {}) {
    Where where;
    where.path = setting;
    errors_.push_back({code, std::move(what), {std::move(where)}, std::move(hint)});
  }
  void Rate(const char* setting, double value) {
    if (value > 0 && std::isfinite(value)) return;
    Add(ErrorCode::kOutOfRange, setting,
        std::string("expected a positive, finite ") + setting + ", found " + std::to_string(value));
  }
  void Count(const char* setting, std::uint64_t value, std::uint64_t most) {
    if (value >= 1 && value <= most) return;
    Add(ErrorCode::kOutOfRange, setting,
        std::string("expected a ") + setting + " from 1 to " + std::to_string(most) + ", found " +
            std::to_string(value));
  }
  void Duration(const char* setting, std::int64_t value) {
    if (value >= 0 && value <= kLongestDurationNs) return;
    Add(ErrorCode::kOutOfRange, setting,
        std::string("expected a ") + setting + " from 0 to " + std::to_string(kLongestDurationNs) +
            ", found " + std::to_string(value));
  }
  bool clean() const { return errors_.empty(); }
  Errors Take() { return std::move(errors_); }

 private:
  Errors errors_;
};

double SetRate(const spec::Scenario& scenario) {
  if (const auto* single = std::get_if<spec::SingleStream>(&scenario))
    return 1e9 / single->expected_latency_ns;
  if (const auto* multi = std::get_if<spec::MultiStream>(&scenario))
    return 1e9 / multi->expected_latency_ns;
  if (const auto* server = std::get_if<spec::Server>(&scenario)) return server->target_qps;
  if (const auto* offline = std::get_if<spec::Offline>(&scenario)) return offline->expected_qps;
  return 0;
}

void CheckArrivals(const std::vector<std::int64_t>& arrivals_ns, Check& check) {
  if (arrivals_ns.empty()) {
    check.Add(ErrorCode::kOutOfRange, "arrivals_ns", "expected at least 1 arrival, found none");
  } else if (arrivals_ns.front() < 0 || !std::is_sorted(arrivals_ns.begin(), arrivals_ns.end())) {
    check.Add(ErrorCode::kOutOfRange, "arrivals_ns",
              "expected arrivals from 0 on in ascending order");
  } else if (arrivals_ns.size() > kMaxPlannedSamples || arrivals_ns.back() > kLongestDurationNs) {
    check.Add(ErrorCode::kOutOfRange, "arrivals_ns",
              "expected at most " + std::to_string(kMaxPlannedSamples) + " arrivals within " +
                  std::to_string(kLongestDurationNs) + " ns");
  }
}

void CheckScenario(const PlanSettings& settings, Check& check) {
  if (const auto* single = std::get_if<spec::SingleStream>(&settings.scenario)) {
    check.Rate("expected_latency_ns", single->expected_latency_ns);
  } else if (const auto* multi = std::get_if<spec::MultiStream>(&settings.scenario)) {
    check.Rate("expected_latency_ns", multi->expected_latency_ns);
    check.Count("samples_per_query", multi->samples_per_query, kMostSamplesPerQuery);
    check.Duration("interval_ns", multi->interval_ns);
  } else if (const auto* server = std::get_if<spec::Server>(&settings.scenario)) {
    check.Rate("target_qps", server->target_qps);
  } else if (const auto* offline = std::get_if<spec::Offline>(&settings.scenario)) {
    check.Rate("expected_qps", offline->expected_qps);
  } else {
    CheckArrivals(settings.arrivals_ns, check);
  }
}

// The same sample every time must be inside every set that is used, the smallest included.
void CheckSameIndex(const PlanSettings& settings, const EffectiveSettings& effective,
                    Check& check) {
  if (settings.order != spec::IssueOrder::kSame) return;
  std::uint64_t smallest =
      std::min(settings.total_sample_count, effective.performance_sample_count);
  if (PlansAccuracy(settings.mode)) {
    const std::uint64_t scored =
        std::min(settings.total_sample_count, effective.accuracy_sample_count);
    smallest = std::min(smallest, (scored - 1) % effective.performance_sample_count + 1);
  }
  if (settings.same_index < smallest) return;
  check.Add(ErrorCode::kOutOfRange, "same_index",
            "expected a place in the loaded set, 0 to " + std::to_string(smallest - 1) +
                ", found " + std::to_string(settings.same_index));
}

// Rounds a wished number of queries or samples down, as LoadGen does, or refuses it.
std::uint64_t Whole(double count, const char* setting, Check& check) {
  if (count <= static_cast<double>(kMaxPlannedSamples)) return static_cast<std::uint64_t>(count);
  check.Add(ErrorCode::kOutOfRange, setting,
            "expected a schedule of at most " + std::to_string(kMaxPlannedSamples) +
                " samples; duration and rate ask for " + std::to_string(count));
  return kMaxPlannedSamples;
}

EffectiveSettings Resolve(const PlanSettings& settings, Check& check) {
  EffectiveSettings effective;
  effective.performance_sample_count = settings.performance_sample_count_override != 0
                                           ? settings.performance_sample_count_override
                                           : settings.performance_sample_count;
  effective.accuracy_sample_count = settings.accuracy_sample_count_override != 0
                                        ? settings.accuracy_sample_count_override
                                        : settings.total_sample_count;
  effective.target_qps = SetRate(settings.scenario);
  effective.min_query_count = settings.min_query_count;
  effective.target_duration_ns = settings.min_duration_ns;
  effective.generation_duration_ns = 2 * settings.min_duration_ns;
  const double seconds = static_cast<double>(settings.min_duration_ns) / 1e9;
  const bool equal = EqualIssue(settings);

  if (std::holds_alternative<spec::SingleStream>(settings.scenario) && equal) {
    // A whole set more, even where the count already is a multiple; and of the dataset's count, not
    // the override's.
    effective.min_query_count =
        std::max(effective.min_query_count,
                 Whole(2.0 * seconds * effective.target_qps, "expected_latency_ns", check));
    effective.min_query_count += settings.performance_sample_count -
                                 effective.min_query_count % settings.performance_sample_count;
  } else if (const auto* multi = std::get_if<spec::MultiStream>(&settings.scenario)) {
    effective.samples_per_query = multi->samples_per_query;
    if (multi->interval_ns > 0) effective.generation_duration_ns = settings.min_duration_ns;
  } else if (std::holds_alternative<spec::Server>(settings.scenario)) {
    effective.generation_duration_ns = settings.min_duration_ns;
  } else if (std::holds_alternative<spec::Offline>(settings.scenario)) {
    effective.samples_per_query =
        settings.order == spec::IssueOrder::kUnique
            ? effective.performance_sample_count
            : std::max(settings.min_query_count,
                       Whole(1.1 * seconds * effective.target_qps, "expected_qps", check));
    effective.min_query_count = 1;
    effective.target_duration_ns = 0;
    effective.generation_duration_ns = 0;
  }
  effective.min_sample_count = effective.min_query_count * effective.samples_per_query;
  return effective;
}

void CheckContradictions(const PlanSettings& settings, const EffectiveSettings& effective,
                         Check& check) {
  const bool offline = std::holds_alternative<spec::Offline>(settings.scenario);
  const std::string minimum = std::to_string(effective.min_query_count);
  if (PlansAccuracy(settings.mode) && settings.order == spec::IssueOrder::kSame) {
    check.Add(
        ErrorCode::kContradiction, "order",
        "an accuracy run needs each sample once, and order same issues one sample every time");
  }
  if (!PlansPerformance(settings.mode)) return;
  if (settings.max_query_count != 0 && settings.max_query_count < effective.min_query_count) {
    const bool raised = effective.min_query_count != settings.min_query_count;
    check.Add(
        ErrorCode::kContradiction, "max_query_count",
        "max_query_count " + std::to_string(settings.max_query_count) + " is below the " +
            (raised ? "effective " : "") + "minimum of " + minimum +
            " queries, so the run can never be VALID",
        raised ? "equal issue raises min_query_count to whole sets; raise max_query_count with it"
               : "");
  }
  if (!offline && settings.max_duration_ns != 0 &&
      settings.max_duration_ns < settings.min_duration_ns) {
    check.Add(ErrorCode::kContradiction, "max_duration_ns",
              "max_duration_ns " + std::to_string(settings.max_duration_ns) +
                  " is below min_duration_ns " + std::to_string(settings.min_duration_ns) +
                  ", so the run can never be VALID");
  }
  if (std::holds_alternative<spec::OwnTraffic>(settings.scenario)) {
    const auto& arrivals = settings.arrivals_ns;
    if (arrivals.size() < effective.min_query_count) {
      check.Add(ErrorCode::kContradiction, "min_query_count",
                "the arrivals hold " + std::to_string(arrivals.size()) +
                    " queries, fewer than the minimum of " + minimum);
    }
    if (!arrivals.empty() && arrivals.back() < settings.min_duration_ns) {
      check.Add(ErrorCode::kContradiction, "min_duration_ns",
                "the last arrival is at " + std::to_string(arrivals.back()) +
                    " ns, before the minimum duration of " +
                    std::to_string(settings.min_duration_ns) + " ns");
    }
  }
}

}  // namespace

bool PlansAccuracy(spec::Mode mode) {
  return mode == spec::Mode::kAccuracy || mode == spec::Mode::kSubmission;
}

bool PlansPerformance(spec::Mode mode) { return mode != spec::Mode::kAccuracy; }

Results<EffectiveSettings> ResolveSettings(const PlanSettings& settings) {
  Check check;
  check.Count("total_sample_count", settings.total_sample_count, kMostDatasetSamples);
  check.Count("performance_sample_count", settings.performance_sample_count, kMostDatasetSamples);
  if (settings.min_query_count > kMaxPlannedSamples) {
    check.Count("min_query_count", settings.min_query_count, kMaxPlannedSamples);
  }
  check.Duration("min_duration_ns", settings.min_duration_ns);
  check.Duration("max_duration_ns", settings.max_duration_ns);
  CheckScenario(settings, check);
  if (!check.clean()) return std::unexpected(check.Take());  // what follows computes with these

  const EffectiveSettings effective = Resolve(settings, check);
  CheckSameIndex(settings, effective, check);
  if (!settings.plan_contradictions) CheckContradictions(settings, effective, check);
  if (!check.clean()) return std::unexpected(check.Take());
  return effective;
}

}  // namespace assay::load
