// SPDX-License-Identifier: Apache-2.0
#include "fit/traffic_measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace assay::fit {
namespace {

constexpr std::size_t kLongWindows = 30;
constexpr std::size_t kFewestForDispersion = 300;
constexpr double kShortWindowGaps = 10;
constexpr double kQuietGaps = 100;
constexpr std::size_t kMostStreams = 64;
constexpr double kSteadyWithin = 0.10, kSteadyShare = 0.95;
constexpr double kInstant_s = 1e-6;
constexpr double kOverlapsThatProve = 10;  // none seen where 10 are expected: chance below e^-10

struct Moments {
  double mean = 0, variance = 0;
};

Moments MomentsOf(std::span<const double> values) {
  Moments moments;
  if (values.empty()) return moments;
  const double n = static_cast<double>(values.size());
  for (const double value : values) moments.mean += value / n;
  for (const double value : values) {
    moments.variance += (value - moments.mean) * (value - moments.mean) / n;
  }
  return moments;
}

// Counts in `windows` equal windows of the span. The last arrival stands on the end; it belongs to
// the last window.
std::vector<double> Counts(std::span<const double> start, std::size_t windows) {
  std::vector<double> counts(windows, 0);
  const double per_second = static_cast<double>(windows) / start.back();
  for (const double at : start) {
    ++counts[std::min(static_cast<std::size_t>(at * per_second), windows - 1)];
  }
  return counts;
}

Dispersion DispersionOf(std::span<const double> start, std::size_t windows) {
  const Moments moments = MomentsOf(Counts(start, windows));
  // The variance around an estimated mean is short by one part in `windows`.
  const double n = static_cast<double>(windows);
  return {start.back() / n, windows, moments.variance * n / (n - 1) / moments.mean};
}

// Dispersion by the differences of neighbouring windows (half their mean square is the variance),
// so that a rate which changes slowly doesn't count, however long the log.
Dispersion LocalDispersion(std::span<const double> start, std::size_t windows) {
  const std::vector<double> counts = Counts(start, windows);
  double squares = 0;
  for (std::size_t i = 1; i < windows; ++i) {
    squares += (counts[i] - counts[i - 1]) * (counts[i] - counts[i - 1]);
  }
  const double n = static_cast<double>(windows);
  const double mean = static_cast<double>(start.size()) / n;
  return {start.back() / n, windows, squares / 2 / (n - 1) / mean};
}

void MeasureDispersion(std::span<const double> start, TrafficMeasures& measures) {
  const double n = static_cast<double>(start.size());
  const std::size_t shortest =
      std::max(2 * kLongWindows, static_cast<std::size_t>(n / kShortWindowGaps));
  const auto middle = static_cast<std::size_t>(
      std::sqrt(static_cast<double>(shortest) * static_cast<double>(kLongWindows)));
  measures.dispersion = {DispersionOf(start, shortest), DispersionOf(start, middle),
                         DispersionOf(start, kLongWindows)};
  measures.local_dispersion = LocalDispersion(start, shortest);
  // A Poisson count whose rate varies has index 1 + mean count · (spread / mean of the rate)^2.
  measures.rate_variation = 0;
  for (const Dispersion& d : std::span(*measures.dispersion).subspan(1)) {
    const double square = (d.index - 1) * static_cast<double>(d.windows) / n;
    measures.rate_variation = std::max(*measures.rate_variation, std::sqrt(std::max(0.0, square)));
  }
  const std::vector<double> counts = Counts(start, middle);
  measures.peak_to_mean =
      *std::max_element(counts.begin(), counts.end()) * static_cast<double>(middle) / n;
}

void MeasureGaps(const TrafficLog& log, TrafficMeasures& measures) {
  const std::vector<double>& start = log.start_s;
  std::vector<double> gaps;
  for (std::size_t i = 1; i < start.size(); ++i) gaps.push_back(start[i] - start[i - 1]);
  const Moments moments = MomentsOf(gaps);
  measures.bunches = 1;
  for (const double gap : gaps) {
    if (gap <= kQuietGaps * moments.mean) continue;
    measures.quiet_share += gap / measures.span_s;
    ++measures.bunches;
  }
  const double instant = std::max(kInstant_s, log.resolution_s * 0.5);
  measures.same_instant_by_chance =
      moments.mean > 0 ? -std::expm1(-2 * std::max(kInstant_s, log.resolution_s) / moments.mean)
                       : 0;
  // Times written coarser than the gaps say neither how gaps vary nor what came together.
  if (log.resolution_s <= 0.1 * moments.mean) {
    measures.gap_variation = std::sqrt(moments.variance) / moments.mean;
  }
  if (measures.same_instant_by_chance < 0.5) {
    std::size_t together = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
      together += (i > 0 && gaps[i - 1] <= instant) || (i < gaps.size() && gaps[i] <= instant);
    }
    measures.same_instant_share = static_cast<double>(together) / static_cast<double>(start.size());
  }
}

std::vector<double> StepsOf(std::span<const double> start, std::size_t lag) {
  std::vector<double> steps;
  for (std::size_t i = lag; i < start.size(); ++i) steps.push_back(start[i] - start[i - lag]);
  return steps;
}

// The median when nearly all steps are near it.
std::optional<double> SteadyStep(std::vector<double> steps, double share) {
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  const double median = *middle;
  const auto steady = std::count_if(steps.begin(), steps.end(), [&](double step) {
    return std::abs(step - median) <= kSteadyWithin * median;
  });
  if (!(median > 0) || static_cast<double>(steady) < share * static_cast<double>(steps.size())) {
    return std::nullopt;
  }
  return median;
}

std::optional<SteadyStreams> FindStreams(const TrafficLog& log) {
  const std::span<const double> start = log.start_s;
  // A look at the first few thousand spares sorting a long log 64 times.
  const auto first = start.first(std::min<std::size_t>(start.size(), 4096));
  for (std::size_t lag = 1; lag <= kMostStreams && start.size() >= 10 * lag; ++lag) {
    if (!SteadyStep(StepsOf(first, lag), 0.5)) continue;
    const std::vector<double> steps = StepsOf(start, lag);
    const auto step = SteadyStep(steps, kSteadyShare);
    // Steps of a few units of what is written are equal by rounding.
    if (!step || *step < log.resolution_s / kSteadyWithin) continue;
    SteadyStreams streams{lag, *step, std::sqrt(MomentsOf(steps).variance), std::nullopt};
    if (!log.end_s.empty()) {
      std::vector<double> pauses;
      for (std::size_t i = lag; i < start.size(); ++i) {
        pauses.push_back(start[i] - log.end_s[i - lag]);
      }
      streams.pause_spread_s = std::sqrt(MomentsOf(pauses).variance);
    }
    return streams;
  }
  return std::nullopt;
}

// Groups of one size (two or more) that cover the log; the last may have been cut off.
std::optional<EqualGroups> FindGroups(const TrafficLog& log) {
  const std::vector<double>& start = log.start_s;
  const double instant = std::max(kInstant_s, log.resolution_s * 0.5);
  EqualGroups groups{0, !log.end_s.empty()};
  double answered = -HUGE_VAL;
  for (std::size_t first = 0; first < start.size();) {
    std::size_t next = first + 1;
    while (next < start.size() && start[next] - start[next - 1] <= instant) ++next;
    if (groups.size == 0) groups.size = next - first;
    const bool cut_off = next == start.size() && next - first < groups.size;
    if (groups.size < 2 || (next - first != groups.size && !cut_off)) return std::nullopt;
    if (!log.end_s.empty()) {
      groups.each_after_answers &= start[first] >= answered - instant;
      for (std::size_t i = first; i < next; ++i) answered = std::max(answered, log.end_s[i]);
    }
    first = next;
  }
  if (groups.size == start.size()) return std::nullopt;
  return groups;
}

void MeasureInFlight(const TrafficLog& log, TrafficMeasures& measures) {
  std::vector<std::pair<double, int>> steps;  // an answer counts before an arrival of that instant
  double busy = 0;
  for (std::size_t i = 0; i < log.start_s.size(); ++i) {
    steps.emplace_back(log.start_s[i], 1);
    steps.emplace_back(log.end_s[i], -1);
    busy += log.end_s[i] - log.start_s[i];
  }
  std::sort(steps.begin(), steps.end());
  // An answer at the instant of its own arrival counts before it: never below 0.
  std::ptrdiff_t now = 0, most = 0;
  double area = 0, squares = 0, before = 0;
  for (const auto& [at, step] : steps) {
    const double time = std::min(at, measures.span_s);
    const double level = static_cast<double>(std::max<std::ptrdiff_t>(now, 0));
    area += level * (time - before);
    squares += level * level * (time - before);
    before = time;
    now += step;
    most = std::max(most, now);
  }
  measures.most_in_flight = static_cast<std::size_t>(most);
  measures.mean_duration_s = busy / static_cast<double>(log.start_s.size());
  if (measures.span_s > 0 && area > 0) {
    const double mean = area / measures.span_s;
    measures.mean_in_flight = mean;
    measures.in_flight_dispersion = (squares / measures.span_s - mean * mean) / mean;
    measures.in_flight_periods = measures.span_s / *measures.mean_duration_s;
  }
}

// Requests of one sender after another; nothing when two overlap.
struct Lane {
  std::size_t requests = 0;
  double busy_s = 0, think_s = 0, last_end_s = 0;
  bool overlaps = false;
};

void FindClosedLoop(const TrafficLog& log, TrafficMeasures& measures) {
  const bool named = log.clients > 0;
  std::vector<Lane> lanes(named ? log.clients : 1);
  const double slack = std::max(kInstant_s, log.resolution_s);
  for (std::size_t i = 0; i < log.start_s.size(); ++i) {
    Lane& lane = lanes[named ? log.client[i] : 0];
    if (lane.requests > 0) {
      lane.overlaps |= log.start_s[i] < lane.last_end_s - slack;
      lane.think_s += std::max(0.0, log.start_s[i] - lane.last_end_s);
    }
    ++lane.requests;
    lane.busy_s += log.end_s[i] - log.start_s[i];
    lane.last_end_s = std::max(lane.last_end_s, log.end_s[i]);
  }
  double expected = 0, think = 0, pauses = 0;
  bool overlaps = false;
  for (const Lane& lane : lanes) {
    overlaps |= lane.overlaps;
    // A request overlaps the one before with about the share of time that the lane is busy.
    expected += static_cast<double>(lane.requests - 1) * lane.busy_s / measures.span_s;
    think += lane.think_s;
    pauses += static_cast<double>(lane.requests - 1);
  }
  if (!overlaps && expected >= kOverlapsThatProve) {
    measures.closed_loop = ClosedLoop{lanes.size(), named, expected};
    measures.think_time_s = think / pauses;
    return;
  }
  // Without names: independent requests make the number in flight vary as Poisson does or more
  // (dispersion 1), a fixed number of senders caps it. Four standard errors below 1 must be seen.
  if (named || !measures.in_flight_dispersion || *measures.most_in_flight < 2) return;
  // (2 + 1 / mean) / periods is the relative variance of a Poisson count's variance.
  const double error = std::sqrt((2 + 1 / *measures.mean_in_flight) / *measures.in_flight_periods);
  if (*measures.in_flight_dispersion > std::min(0.8, 1 - 4 * error)) return;
  const double senders = static_cast<double>(*measures.most_in_flight);
  measures.closed_loop = ClosedLoop{*measures.most_in_flight, false, 0};
  measures.think_time_s = std::max(0.0, senders / *measures.rate_qps - *measures.mean_duration_s);
}

}  // namespace

TrafficMeasures MeasureTraffic(const TrafficLog& log) {
  TrafficMeasures measures;
  measures.requests = log.start_s.size();
  measures.span_s = log.start_s.back();
  if (!log.size.empty()) measures.mean_size = MomentsOf(log.size).mean;
  if (!log.end_s.empty()) MeasureInFlight(log, measures);
  if (!(measures.span_s > 0)) {
    // One instant holds everything; gaps and rate have no meaning.
    measures.same_instant_share = measures.requests > 1 ? 1 : 0;
    measures.bunches = 1;
    return measures;
  }
  measures.rate_qps = static_cast<double>(measures.requests - 1) / measures.span_s;
  MeasureGaps(log, measures);
  if (measures.requests >= kFewestForDispersion) MeasureDispersion(log.start_s, measures);
  measures.streams = FindStreams(log);
  if (measures.same_instant_share) measures.groups = FindGroups(log);
  if (!log.end_s.empty()) FindClosedLoop(log, measures);
  return measures;
}

}  // namespace assay::fit
