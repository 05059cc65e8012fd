// SPDX-License-Identifier: Apache-2.0
// Which of MLPerf's scenarios own traffic is nearest to, by which measures, and what a public row
// of each scenario says about it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fit/traffic_measures.h"

namespace assay::fit {

// Where the kinds of traffic are told apart. One place; each with its reason.
struct FitThresholds {
  // Below 100 requests nothing is said: ten in flight by chance or a gap's spread can't be told
  // from a pattern. Dispersion takes 300, see traffic_measures.cc.
  static constexpr std::size_t kFewestRequests = 100;
  // A mean gap of 1 with 100 of them in one pause: Poisson never has it (e^-100), gamma bursts of
  // dispersion 8 spend under 1 % of the time so. Batches spend nearly all.
  static constexpr double kBatchQuietShare = 0.9;
  // A generator that waits for nothing still needs some time to send the next.
  static constexpr double kThinkOfDuration = 0.1;
  // Dispersion 1 within 25 %, or within four standard errors when these are wider: sqrt(2 / n) of n
  // windows, sqrt(3 / n) by differences of neighbours. In a queue that is about what it adds to or
  // takes from the mean wait.
  static constexpr double kPoissonWithin = 0.25;
  static constexpr double kStandardErrors = 4;
  // Spread over mean of a slow rate. A sine with this spread peaks at 1.25 times its mean; beyond,
  // a rate that fits the mean doesn't fit the peak.
  static constexpr double kSteadyRate = 0.18;
  // Mean input size over that of the reference. Work grows at least in proportion to the input, so
  // beyond it latency and rate move by more than a quarter.
  static constexpr double kSizeWithin = 1.25;
};

enum class Pattern {
  kTooFew,      // not enough requests to tell
  kBatch,       // everything at once, long silence between
  kOneAtATime,  // closed loop of 1
  kStreams,     // several at a steady interval
  kGroups,      // N at once, the next N when all are answered
  kClosedLoop,  // several senders, each waits for its answer
  kPoisson,
  kBursts,  // dispersion above 1 at short times
  kDrift,   // Poisson from moment to moment, the rate changes
  kEven,    // dispersion below 1: one steady stream or nearly so
};

enum class Carries { kYes, kNo, kNotKnown };

// What of a row carries over; `axis` names what breaks it or isn't known, empty for yes.
struct Carry {
  Carries carries = Carries::kNotKnown;
  std::string axis;  // "arrivals", "rate", "think time", "size", "percentile", "metric", "task"
  std::string why;   // a sentence
};

struct ScenarioCarry {
  std::string_view scenario;
  Carry latency, rate, accuracy;
};

struct FitQuestion {
  std::optional<double> reference_size;      // mean input size of the benchmark's data set
  std::optional<double> latency_percentile;  // the one that we need, a share
};

struct ScenarioFit {
  Pattern pattern;
  std::string_view nearest;  // "SingleStream", …, "none", "not known"
  std::string because;       // a sentence with the measures that decided
  std::string axis;  // what breaks the transfer from the nearest, or any; empty when nothing does
  std::array<ScenarioCarry, 4> scenarios;  // SingleStream, MultiStream, Server, Offline
};

std::string_view NameOf(Pattern pattern);  // "Poisson arrivals", "closed loop", …
std::string_view NameOf(Carries carries);  // "yes", "no", "not known"

// Compares the measures with the thresholds.
// Range    reference_size > 0; 0 < latency_percentile < 1.
// Errors   none: what can't be told is "not known".
// Threads  safe: pure.
// Source   MLPerf Inference rules, scenarios and their metrics: SingleStream one query at a time,
//          90th percentile; MultiStream N samples a query, 99th; Server Poisson arrivals, rate at
//          the 99th under a bound; Offline all at once, samples per second.
ScenarioFit FitScenario(const TrafficMeasures& measures, const FitQuestion& question);

}  // namespace assay::fit
