// SPDX-License-Identifier: Apache-2.0
// All that a report says, as plain values. run/ fills it; a report format only lays it out. Nothing
// is computed here or in a format: a number that isn't in the model isn't in the report. Empty
// optionals are shown as undefined with their reason, never as 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "decision/decision.h"
#include "verdict/verdict.h"

namespace assay::report {

struct NameValue {
  std::string name, value;
};

struct SystemRow {
  std::string id, executor,
      runtime;  // "mlp-int8", "onnxruntime", "ONNX Runtime 1.23.2, CPU provider"
  std::string model, model_sha256;  // file as written in the spec
  std::string precision;            // as found in the model; empty = unknown
  std::string device;
  int threads = 0;                 // 0 = not stated
  std::string batch;               // "1", "up to 32, wait 2 ms"
  std::vector<NameValue> details;  // whatever else the executor says of itself
};

struct SplitRow {
  std::string name, path, sha256;
  std::uint64_t n = 0;
  std::optional<std::uint64_t> positives;
  std::optional<double> prevalence;  // share of positives in the split
  std::string disjointness;          // one sentence: "no id and no content shared with tune"
};

// What a metric id means. Parts ("confusion.tp") use the definition of their metric ("confusion")
// unless they have one.
struct Definition {
  std::string metric, title, definition, source;
};

// One point of a percentile curve: a share `percentile` (0…1) of the queries took at most
// latency_ns.
struct CurvePoint {
  double percentile = 0;
  double latency_ns = 0;
};

// How late queries left the generator, beside the limit beyond which the run can't be trusted.
struct Lateness {
  std::optional<double> p50_ns, p99_ns, p999_ns, max_ns, limit_ns;
  std::uint64_t n = 0;
  std::string sentence;  // "p99.9 3.1 µs, limit 50 µs"
};

// Cases of one cell by speed (against limit_ns) and by correctness.
struct SlowWrong {
  double limit_ns = 0;
  std::uint64_t fast_right = 0, fast_wrong = 0, slow_right = 0, slow_wrong = 0;
  std::uint64_t unscored = 0;  // no answer, or no label to score it
};

// One load run: a system under one traffic entry, one repeat.
struct Cell {
  std::string system, traffic;  // ids
  std::string scenario;         // "Server", "Offline", "own traffic: gamma bursts"
  bool is_mlperf = false;
  std::optional<double> rate_asked;  // queries per second
  std::uint64_t repeat = 0;          // counted from 0
  verdict::RunVerdict verdict;
  std::vector<Measurement> measurements;
  std::vector<CurvePoint> latency_curve;           // ascending in percentile
  std::optional<double> latency_limit_ns;          // the bound on latency …
  std::optional<double> latency_limit_percentile;  // … and the share it holds for, e.g. 0.99
  std::optional<Lateness> lateness;
  std::optional<SlowWrong> slow_wrong;
  std::string qualification;          // "unqualified: accuracy not shown", or empty
  std::string record, record_sha256;  // file, relative to the run directory
};

struct Confusion {
  std::vector<std::string> classes;
  std::vector<std::uint64_t>
      counts;  // classes² numbers; row = true class, column = predicted class
};

struct PrPoint {
  double recall = 0, precision = 0, threshold = 0;
};

// One of the bins of ece: what its scores say and what came of its cases.
struct ReliabilityPoint {
  double mean_score = 0, positive_share = 0;
  Interval interval;  // of the share
  std::uint64_t n = 0;
};

struct OperatingPoint {
  double threshold = 0;
  std::optional<double> recall, precision;  // at this threshold, on the judged split
  std::optional<Interval> recall_interval, precision_interval;
  std::string method;     // "fixed_sequence", "fixed threshold"
  std::string statement;  // one sentence: what is certified about it, on which split
};

struct ClassRow {
  std::string name;
  std::uint64_t n = 0;
  std::optional<double> precision, recall;
};

struct CaseRow {
  std::string id, label, predicted;
  std::optional<double> score;
  std::string note;  // "missed positive", "false alarm", "no answer: timeout"
};

// How well one system answered one split.
struct Quality {
  std::string system, split;
  std::uint64_t n = 0, unscored = 0;
  std::vector<Measurement> measurements;           // at the default threshold
  std::vector<Measurement> measurements_at_point;  // the same cases decided at the operating point
  std::optional<Confusion> confusion;              // at the operating point where there is one
  std::vector<PrPoint> pr_curve;  // in order of threshold
  std::vector<ReliabilityPoint> reliability;  // ascending; empty where scores aren't probabilities
  std::optional<double> prevalence;
  std::optional<OperatingPoint> operating_point;
  std::optional<double> required_recall,
      required_precision;  // corner of the region that the claims ask for
  std::vector<ClassRow> classes;
  std::vector<CaseRow> cases;  // the worst ones, chosen by run/
  std::string cases_note;      // "12 of 57 missed positives; all are in cases.jsonl"
};

struct CostRow {
  std::string system, traffic;
  std::vector<Measurement> measurements;
};

// Costs at one ratio of the price of a miss to that of a false alarm, as shares of what it would cost to be always wrong.
struct CostCurvePoint {
  double ratio = 0;
  double weight = 0;  // share of misses in the cost of being always wrong, 0…1
  double flag_none = 0, flag_all = 0, rule = 0;
  std::optional<double> cheapest;  // over all thresholds, picked by the labels
};

// What one system's decisions on one split cost over the ratio of the errors' prices.
struct CostCurve {
  std::string system, split;
  std::string decision;    // "at the operating point", "at the default decision"
  double base_rate = 0;
  bool own_rate = false;   // that of the cases, no other was stated
  bool by_row = false;     // prices by row stand with their average
  double stated_ratio = 0;
  std::optional<double> pays_from, pays_to;     // ratios: cheaper than flagging none from, than flagging all up to
  double cost = 0, flag_none = 0, flag_all = 0;  // per 1,000 requests at the stated prices
  std::vector<CostCurvePoint> points;           // ascending in ratio
};

struct CandidatePoint {
  std::string system, label;  // label: traffic, or empty
  std::optional<double> x, y;
  std::optional<Interval> x_interval, y_interval;
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;  // over all that is required of it
};

// Candidates by what they cost (x: latency or money) and how well they answer (y).
struct CandidatesChart {
  std::string x_title, y_title;  // "latency p99 under online", "recall at precision ≥ 5 %"
  Unit x_unit = Unit::kNanoseconds, y_unit = Unit::kShare;
  std::optional<double> x_limit, y_limit;  // x: at most; y: at least
  std::vector<CandidatePoint> points;
};

struct FileHash {
  std::string path, sha256,
      role;  // role: "spec", "data: certify", "model: mlp-int8", "record", "program"
};

// Where a setting came from.
struct Setting {
  std::string path, value, origin;  // "traffic.online.rate", "120/s", "spec.yaml:7"
};

struct ReportModel {
  std::string title;  // the task's name
  std::string assay_version;
  std::string created_utc;  // "2026-11-29 16:55:02 UTC"
  std::string spec_file, run_directory;
  std::string demo_label;  // "demo load: not MLPerf length", or empty
  std::string currency;    // of all money here; empty when there is none

  std::string
      verdict_word;  // PASS FAIL UNDECIDED NOT MEASURED; VALID or INVALID when nothing is required
  int exit_code = 0;
  std::string sentence;            // the verdict in one sentence
  std::vector<std::string> why;    // one sentence each: the largest reasons
  std::string next_command;        // copyable; empty when there is nothing to do next
  std::string next_reason;         // what it would bring
  std::vector<std::string> notes;  // caveats, warnings

  std::vector<SystemRow> systems;
  std::vector<NameValue> host;  // machine, cores, governor, kernel, clock, …
  std::vector<NameValue>
      standard_stack;  // the public result's stack that this run is read against; may be empty
  std::vector<SplitRow> splits;
  std::optional<double> base_rate;  // prevalence where it will be used, stated by the spec
  std::string base_rate_source;

  std::vector<Cell> cells;
  std::vector<Quality> quality;
  std::vector<CostRow> costs;
  std::string cost_note;  // the price and its source
  std::vector<CostCurve> cost_curves;
  std::vector<verdict::ClaimVerdict> claims;
  std::optional<decision::DecisionResult> decision;
  std::string
      preference;  // "lowest cost_per_1000", title of Candidate::preference; empty when none
  Unit preference_unit = Unit::kNumber;
  std::optional<CandidatesChart> candidates;

  std::vector<Definition> definitions;
  std::vector<FileHash> files;
  std::string reproduce_command;
  std::vector<Setting> settings;
};

}  // namespace assay::report
