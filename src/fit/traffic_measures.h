// SPDX-License-Identifier: Apache-2.0
// What the arrival times, answers and sizes of a log say about its traffic, as numbers. What
// follows from them is scenario_fit.h.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "fit/traffic_log.h"

namespace assay::fit {

// Counts of arrivals in windows of one length.
struct Dispersion {
  double window_s;
  std::size_t windows;
  double index;  // variance over mean of the counts: 1 for Poisson, 0 for a steady stream
};

// Arrivals at a steady interval: every streams-th arrival follows the one before by `interval_s`.
struct SteadyStreams {
  std::size_t streams;
  double interval_s;
  // Spread (standard deviation) of that interval, and of the pause from answer to next arrival in
  // the same lane; the steadier of the two is what the sender keeps.
  double interval_spread_s;
  std::optional<double> pause_spread_s;
};

// Requests that come at the same instant, in groups of one size.
struct EqualGroups {
  std::size_t size;
  bool each_after_answers;  // no group comes before all of the one before are answered
};

// Each client has one request in flight at a time.
struct ClosedLoop {
  std::size_t clients;
  bool clients_named;         // by the log; else it is the most in flight
  double overlaps_by_chance;  // how many would overlap if each client's requests came at random
};

struct TrafficMeasures {
  std::size_t requests = 0;
  double span_s = 0;                         // from the first arrival to the last
  std::optional<double> rate_qps;            // (requests - 1) / span
  std::optional<double> gap_variation;       // standard deviation over mean of the gaps
  std::optional<double> same_instant_share;  // of the requests
  double same_instant_by_chance = 0;         // what Poisson arrivals give, times written this fine
  double quiet_share = 0;                    // of the span: gaps over 100 times the mean gap
  std::size_t bunches = 0;                   // runs of arrivals between those gaps

  // At about 10 mean gaps, a 30th of the span, and the geometric mean of both. Empty with too few.
  std::optional<std::array<Dispersion, 3>> dispersion;
  // At the shortest window, by its neighbours: bursts without the day's course.
  std::optional<Dispersion> local_dispersion;
  // Spread over mean of a rate that changes slowly, from the two longer windows; 0 when it doesn't.
  std::optional<double> rate_variation;
  std::optional<double> peak_to_mean;  // the busiest of the middle windows over the mean

  std::optional<SteadyStreams> streams;
  std::optional<EqualGroups> groups;

  // From here on only when the log says when requests were answered.
  std::optional<std::size_t> most_in_flight;
  std::optional<double> mean_in_flight;
  std::optional<double> in_flight_dispersion;  // variance over mean through time
  std::optional<double> in_flight_periods;     // span over mean duration: how much that rests on
  std::optional<double> mean_duration_s;
  std::optional<ClosedLoop> closed_loop;
  std::optional<double> think_time_s;  // mean, of the closed loop

  std::optional<double> mean_size;
};

// Shape    at least 1 request, as ReadTrafficLog gives them.   Unit     s; shares; plain ratios.
// Errors   none: what can't be said from this log stays empty.
// Threads  safe: pure.
// Source   Index of dispersion: Cox and Lewis, The Statistical Analysis of Series of Events (1966);
//          think time without client names by the interactive response time law: Denning and Buzen,
//          ACM Computing Surveys 10 (1978).
TrafficMeasures MeasureTraffic(const TrafficLog& log);

}  // namespace assay::fit
