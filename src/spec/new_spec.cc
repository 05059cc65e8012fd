// SPDX-License-Identifier: Apache-2.0
#include "spec/new_spec.h"

#include <span>

#include "spec/near_name.h"

namespace assay::spec {
namespace {

constexpr std::string_view kHead = R"(# yaml-language-server: $schema=spec.schema.json
# Editors complete and check this file when spec.schema.json lies beside it: assay schema spec > spec.schema.json
# Next: assay check FILE, assay plan FILE, assay run FILE. Every key: docs/reference/spec.md.
assay: spec/1
)";

// What the load kinds have in common: one model on labelled rows.
constexpr std::string_view kTaskAndSystem = R"(
data:
  main: {path: cases.csv, id: id, label: y}   # one row per case
  input: {columns: ["*"], timed: true}        # all feature columns, in file order; making the tensor counts into the latency
  output: {argmax: true}

systems:
  - id: model                                 # names the system in claims and reports
    executor: onnxruntime                     # assay list executors
    model: model.onnx
    precision: fp32                           # checked against what the model holds
    threads: 1
    batch: {max: 16, wait: 200us}             # join up to 16 samples, wait at most 200us for them
)";

constexpr std::string_view kServer = R"(
task: {name: my-server, kind: multiclass}
)";

constexpr std::string_view kServerEnd = R"(
traffic:
  - name: online
    scenario: Server                          # MLPerf's: Poisson arrivals
    rate: 100/s
    duration: 60s
    latency: {percentile: 0.99, at_most: 15ms}
    shared_cores: declared                    # generator and model share this machine's cores

claims:
  - {id: sla, metric: latency_p99, for: {traffic: online}, bound: "<= 15ms", slot: 2}
  - {id: quality, metric: accuracy, bound: ">= 0.90", slot: 3, primary: true}

decision: {require: [sla, quality]}
)";

constexpr std::string_view kOffline = R"(
task: {name: my-offline, kind: multiclass}
)";

constexpr std::string_view kOfflineEnd = R"(
traffic:
  - name: batch
    scenario: Offline                         # everything in one query; the measure is throughput
    duration: 60s
    shared_cores: declared

claims:
  - {id: speed, metric: throughput, for: {traffic: batch}, bound: ">= 500/s", slot: 2}
  - {id: quality, metric: accuracy, bound: ">= 0.90", slot: 3, primary: true}

decision: {require: [speed, quality]}
)";

constexpr std::string_view kSingleStream = R"(
task: {name: my-single-stream, kind: multiclass}
)";

constexpr std::string_view kSingleStreamEnd = R"(
traffic:
  - name: one-by-one
    scenario: SingleStream                    # the next query goes out when the last is answered
    duration: 60s                             # at least this long, and at least min_queries
    latency: {percentile: 0.90, at_most: 5ms}
    shared_cores: declared

claims:
  - {id: latency, metric: latency_p90, for: {traffic: one-by-one}, bound: "<= 5ms", slot: 2}
  - {id: quality, metric: accuracy, bound: ">= 0.90", slot: 3, primary: true}

decision: {require: [latency, quality]}
)";

constexpr std::string_view kMultiStream = R"(
task: {name: my-multi-stream, kind: multiclass}
)";

constexpr std::string_view kMultiStreamEnd = R"(
traffic:
  - name: streams
    scenario: MultiStream                     # a query of several samples; the next when all are answered
    samples_per_query: 8                      # the older rule instead: streams: 8, interval: 50ms
    duration: 60s
    latency: {percentile: 0.99, at_most: 50ms}
    shared_cores: declared

claims:
  - {id: latency, metric: query_latency_p99, for: {traffic: streams}, bound: "<= 50ms", slot: 2}
  - {id: quality, metric: accuracy, bound: ">= 0.90", slot: 3, primary: true}

decision: {require: [latency, quality]}
)";

constexpr std::string_view kRareClass = R"(
task: {name: my-rare-class, kind: binary, positive: "1"}    # "1": the label of the class that is looked for

data:
  tune:    {path: tune.csv, id: id, label: y}               # what the model was made with; judged on nothing of it
  certify: {path: certify.csv, id: id, label: y, disjoint_by: [id, content]}  # and judged here
  base_rate: {value: 0.015, interval: [0.010, 0.020], source: "registry 2025"}  # in service, not in the files
  input:  {columns: ["*"], timed: true}
  output: {score: "probabilities[1]"}

systems:
  - {id: fp32, executor: onnxruntime, model: model-fp32.onnx, precision: fp32, threads: 1, batch: {max: 16, wait: 200us}}
  - {id: int8, executor: onnxruntime, model: model-int8.onnx, precision: int8, threads: 1, batch: {max: 16, wait: 200us}, baseline: fp32}

scoring: {primary: average_precision, report: [roc_auc, recall_at_precision, brier, confusion, accuracy]}
operating_point: {maximize: recall, subject_to: "precision >= 0.25", at: base_rate, method: fixed_sequence, alpha: 0.05}
costs: {fn: 120.00EUR, fp: 4.00EUR, review: 1.20EUR, serve: from_serving}

traffic:
  - {name: online, scenario: Server, rate: 100/s, duration: 60s, latency: {percentile: 0.99, at_most: 10ms}, shared_cores: declared}

serving: {sla: {p99: 10ms, errors: "<= 0.1%"}, price: {host: 1.84EUR/h, source: "quote 2026-11-03"}, cost_bound: "<= 0.02EUR/1000"}

claims:
  - {id: recall, metric: recall, for: {split: certify}, given: operating_point, bound: ">= 0.70", slot: 3, primary: true}
  - {id: gate, metric: average_precision, for: {system: int8}, bound: ">= 99% of fp32", slot: 3}
  - {id: sla, metric: latency_p99, for: {traffic: online}, bound: "<= 10ms", slot: 2}
  - {id: cost, metric: cost_per_request, for: {traffic: online}, bound: "<= 0.02EUR/1000", slot: 4}

decision: {require: [recall, sla, cost], prefer: {minimize: cost_per_request}, undecided: report_n_needed}
)";

constexpr std::string_view kOwnTraffic = R"(
task: {name: my-traffic, kind: multiclass}
)";

constexpr std::string_view kOwnTrafficEnd = R"(
traffic:                                      # own traffic: never called an MLPerf scenario
  - name: bursty
    arrivals: {gamma: {shape: 0.25}}          # same mean rate as poisson, in bursts; shape 1 is poisson
    rate: 100/s
    duration: 60s
    latency: {percentile: 0.99, at_most: 25ms}
    shared_cores: declared
  - name: monday
    arrivals: {replay: {file: monday.csv, speed: 1}}   # the times of a trace; speed 10: ten times as fast
    latency: {percentile: 0.99, at_most: 25ms}
    shared_cores: declared

claims:
  - {id: bursty-sla, metric: latency_p99, for: {traffic: bursty}, bound: "<= 25ms", slot: 2}
  - {id: monday-sla, metric: latency_p99, for: {traffic: monday}, bound: "<= 25ms", slot: 2, primary: true}

decision: {require: [bursty-sla, monday-sla]}
)";

struct Kind {
  std::string_view name, start, middle, end;
};

constexpr Kind kKinds[] = {
    {"server", kServer, kTaskAndSystem, kServerEnd},
    {"offline", kOffline, kTaskAndSystem, kOfflineEnd},
    {"single-stream", kSingleStream, kTaskAndSystem, kSingleStreamEnd},
    {"multi-stream", kMultiStream, kTaskAndSystem, kMultiStreamEnd},
    {"rare-class", kRareClass, "", ""},
    {"own-traffic", kOwnTraffic, kTaskAndSystem, kOwnTrafficEnd},
};

}  // namespace

std::vector<std::string_view> NewSpecKinds() {
  std::vector<std::string_view> names;
  for (const Kind& kind : kKinds) names.push_back(kind.name);
  return names;
}

Result<std::string> NewSpec(std::string_view kind) {
  for (const Kind& candidate : kKinds) {
    if (candidate.name != kind) continue;
    return std::string(kHead) + std::string(candidate.start) + std::string(candidate.middle) +
           std::string(candidate.end);
  }
  const std::vector<std::string_view> known = NewSpecKinds();
  return Fail(ErrorCode::kUnknownName, "there is no kind of spec '" + std::string(kind) + "'",
              NameHint(kind, std::span<const std::string_view>(known)));
}

}  // namespace assay::spec
