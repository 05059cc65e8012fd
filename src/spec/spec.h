// SPDX-License-Identifier: Apache-2.0
// An evaluation spec as a value: task, data, systems, scoring, run conditions, claims, decision.
//
// One struct per block of the grammar (docs/reference/spec.md); the field tables in spec/field_table.* are the only
// place that maps keys to members. A value that the user left out has its default; where each value came from stands in
// Spec::origins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "spec/quantity.h"
#include "spec/scenario.h"

namespace assay::spec {

enum class TaskKind : std::uint8_t { kBinary, kMulticlass, kDetection, kQa, kSummarisation, kSpeech, kSegmentation,
                                     kRecommendation, kRetrieval, kGeneration, kPipeline, kExternal };

struct Task {
  std::string name;
  TaskKind kind = TaskKind::kBinary;
  std::string positive;  // binary: label text of the positive class
  std::string benchmark, round, division, category;
};

struct Split {
  std::string name;  // tune, certify, calibrate, main
  std::string path;  // as written
  std::string format;  // csv, jsonl, idx; empty = by extension
  std::string id, label, time, group;
  std::vector<Condition> where;           // key `split`
  std::vector<std::string> disjoint_by;   // id, group (or the group column's name), content
  std::string sha256 = "auto";
};

struct BaseRate {
  double value = 0;  // share, 0 < value < 1
  std::optional<double> low, high;
  std::string source;
};

// Columns or images to one tensor.
struct InputSpec {
  std::vector<std::string> columns;      // tables; "*" alone = all feature columns in file order
  std::string scale = "from_model";      // from_model (raw values) | standard
  std::vector<double> mean, std;         // per column, for scale: standard
  std::map<std::string, std::vector<std::string>> one_hot;  // column -> its values in order
  bool image = false;                    // key `image` present
  double image_scale = 1;                // pixels are divided by this
  double image_mean = 0, image_std = 1;  // after scaling
  std::string layout = "flat";           // flat, nchw, nhwc
  bool timed = true;
};

// Output tensor to an answer.
struct OutputSpec {
  std::string score;         // "probabilities[1]", "logits[0]"; empty = none
  bool argmax = false;       // predicted class = largest element
  std::string tensor;        // name of the output; empty = the model's first
  std::optional<double> threshold;  // fixed decision threshold; empty = 0.5 until an operating point is set
};

struct Data {
  std::vector<Split> splits;
  std::optional<BaseRate> base_rate;
  InputSpec input;
  OutputSpec output;
};

struct Batch {
  std::uint32_t max = 1;
  std::int64_t wait_ns = 0;
};

struct System {
  std::string id;
  std::string executor;
  std::string model;  // as written
  std::string precision, device;
  int threads = 1;
  std::string cores;  // "0" or "0-3": pinning; empty = not pinned
  Batch batch;
  std::map<std::string, std::string> options;
  std::string baseline;  // another system's id
  std::string tag;
};

struct StandardStack {
  std::string runtime, version, precision, hardware, batch;
};

struct Scoring {
  std::string primary;
  std::vector<std::string> report;
  std::string unscored = "count";  // count: shown apart, bounds widened | wrong: an error counts as a wrong answer
};

struct OperatingPoint {
  std::string maximize = "recall";
  std::vector<Condition> subject_to;
  bool at_base_rate = false;
  std::string method = "fixed_sequence";  // fixed_sequence, split, grid, descriptive
  double alpha = 0.05;
};

// One amount for all cases, or that of each case: `factor` times what its column says.
struct ErrorCost {
  std::optional<Money> money;
  std::string column;
  double factor = 1;
  bool by_row() const { return !column.empty(); }
};

struct Costs {
  std::optional<ErrorCost> fn, fp, review;
  std::optional<Money> serve;  // empty + serve_from_serving = from the serving block
  bool serve_from_serving = false;
};

struct LatencyBound {
  double percentile = 0.99;
  std::int64_t at_most_ns = 0;  // > 0
};

enum class SharedCores : std::uint8_t { kNo, kDeclared };

struct Traffic {
  std::string name;
  Scenario scenario;
  std::int64_t duration_ns = 0;         // 0 = until min_queries
  std::uint64_t min_queries = 0;        // 0 = the scenario's default: what early stopping needs at least
  std::optional<LatencyBound> latency;
  Mode mode = Mode::kPerformance;
  std::int64_t warmup_ns = 0;
  std::string cores;
  SharedCores shared_cores = SharedCores::kNo;
  IssueOrder order = IssueOrder::kUniform;
  std::uint64_t same_index = 0;
  std::uint64_t sample_count = 0;       // performance set; 0 = all
  Seeds seeds;
  std::int64_t lost_after_ns = 10'000'000'000;
};

struct Sla {
  std::map<std::string, std::int64_t> percentile_ns;  // "p99" -> 10 ms
  std::optional<double> max_errors;                   // share
};

struct Serving {
  Sla sla;
  std::optional<Money> host_price;  // per hour
  std::string price_source;
  double replicas = 1;
  std::optional<Bound> cost_bound;
};

// A search over combinations of columns.
struct SliceSearch {
  std::uint64_t depth = 2;  // 1…3 columns at once
  std::uint64_t min = 0;    // cases of the smallest slice; 0 = half a percent of the cases, 30 at least
  double fdr = 0.1;         // share of false finds among the finds, on average
};

struct Slices {
  std::vector<std::string> declared;  // a column: each of its values or ranges; or a condition: one slice
  SliceSearch search;
};

struct BootstrapSpec {
  std::uint64_t replicates = 10'000;
};

struct Stats {
  double level = 0.95;
  std::optional<BootstrapSpec> bootstrap;
  std::uint64_t repeat = 1;
  bool interleave = false;
  std::uint64_t seed = 0;
};

struct ClaimFor {
  std::string system, traffic, split, slice;  // empty = every (split: certify, else main)
};

struct Claim {
  std::string id, metric;
  ClaimFor target;
  Bound bound;
  bool given_operating_point = false;
  std::vector<Condition> given;
  std::string compare;
  int slot = 0;  // 1…7; 0 = not given
  bool primary = false;
};

struct Decision {
  std::vector<std::string> require;  // claim ids
  bool prefer_minimize = true;
  std::string prefer_metric;         // empty = no preference
  std::string undecided = "report_n_needed";
};

// Where a value came from: "spec.yaml:7", "--set", "default", "rounds/v5.1.toml:88".
using Origins = std::map<std::string, std::string>;  // dotted path -> origin

struct Spec {
  std::string file;  // as the user named it
  std::string text;  // its bytes, for the run directory
  Task task;
  Data data;
  std::vector<System> systems;
  std::optional<StandardStack> standard_stack;
  Scoring scoring;
  std::optional<OperatingPoint> operating_point;
  std::optional<Costs> costs;
  std::vector<Traffic> traffic;
  std::optional<Serving> serving;
  std::optional<Slices> slices;
  Stats stats;
  std::vector<Claim> claims;
  std::optional<Decision> decision;
  std::string record_outputs = "all";  // none, hash, all
  std::vector<std::string> report_formats;  // text json html; empty = all three
  Origins origins;
  std::map<std::string, Where> places;  // dotted path -> where it was written; `source` stays empty
  std::vector<Error> warnings;  // things that are allowed and probably not meant

  // A path as written in the spec, taken from the folder of the spec file.
  std::string Resolve(const std::string& path) const;
  const Split* FindSplit(std::string_view name) const;
  // certify, else main, else null.
  const Split* JudgedSplit() const;
  const System* FindSystem(std::string_view id) const;
  const Traffic* FindTraffic(std::string_view name) const;
};

}  // namespace assay::spec
