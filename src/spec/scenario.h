// SPDX-License-Identifier: Apache-2.0
// How queries are issued: MLPerf's four scenarios and own traffic, each with its own few fields.
//
// A variant, not a bag of settings: what a scenario doesn't have, it doesn't carry. Own traffic is never called an
// MLPerf scenario.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::spec {

// One query at a time, one sample each; the next goes out when the last is answered.
struct SingleStream {
  double expected_latency_ns = 1e6;  // sizes the schedule: at most twice as many queries as this allows. 0 as read from
                                     // a spec that doesn't say it: run/ probes
};

// `samples_per_query` samples a query, one query at a time (the current rule, interval_ns = 0); or the older one:
// a query of `samples_per_query` streams each interval_ns, where a late answer skips intervals and is counted.
struct MultiStream {
  std::uint64_t samples_per_query = 8;
  double expected_latency_ns = 8e6;  // 0 as above
  std::int64_t interval_ns = 0;
};

// Poisson arrivals at target_qps. Interactive is Server with its own limits and label.
struct Server {
  double target_qps = 1;
  std::string label = "Server";
};

// Everything in one query.
struct Offline {
  double expected_qps = 1;  // sizes the query: 1.1 x duration x this, at least min_query_count samples. 0 as read from a
                            // spec that doesn't say it: run/ probes
};

// Arrivals of one's own: a shape of `load/arrival/`, with its parameters as written in the spec.
struct OwnTraffic {
  std::string arrival;  // constant, poisson, gamma, replay
  double rate_qps = 0;  // mean rate; 0 for replay
  std::vector<std::pair<std::string, std::string>> parameters;  // {"shape", "0.25"}, {"file", path}, {"speed", "10"}
};

using Scenario = std::variant<SingleStream, MultiStream, Server, Offline, OwnTraffic>;

// "SingleStream", …; "own traffic" for OwnTraffic.
std::string_view ScenarioName(const Scenario& scenario);

enum class Mode : std::uint8_t { kPerformance, kAccuracy, kSubmission, kFindPeak };

// Which of the loaded samples a performance query takes.
enum class IssueOrder : std::uint8_t {
  kUniform,  // drawn with replacement
  kUnique,   // each once
  kSame,     // always the one at same_index
  kEqual,    // permutations one after another: each equally often
};

struct Seeds {
  std::uint64_t qsl = 0;
  std::uint64_t sample_index = 0;
  std::uint64_t schedule = 0;
  std::uint64_t accuracy_log = 0;
};

}  // namespace assay::spec
