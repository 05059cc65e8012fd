// SPDX-License-Identifier: Apache-2.0
// The model behind tests/golden/report: figures invented, each form of content once, with names
// that try to break out of every format. All numbers come from literals and from + - * / and floor,
// so that they are the same everywhere.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "report/golden_costs_test.h"
#include "report/model.h"

namespace assay::report {

inline Interval Between(double low, double high, std::string method) {
  return {low, high, 0.95, std::move(method)};
}

inline Measurement Measured(std::string metric, std::optional<double> value, Unit unit,
                            std::uint64_t n, std::optional<Interval> interval = {},
                            std::string note = {}) {
  return {std::move(metric),   value,          unit, Better::kNeither, n,
          std::move(interval), std::move(note)};
}

// The 99th percentiles of the two curves below.
inline constexpr double kP99OfFp32 = 4'208'421, kP99OfInt8 = 12'428'070;

// A latency distribution with a tail: base + spread · (1 / (1 - p + tail) - 1).
inline std::vector<CurvePoint> GoldenCurve(double base_ns, double spread_ns, double tail) {
  std::vector<CurvePoint> curve;
  for (const double p :
       {0.0,  0.1,  0.2,  0.3,  0.4,   0.5,  0.6,   0.7,   0.8,   0.85,  0.9,   0.92,   0.94,
        0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999, 0.9995, 1.0}) {
    curve.push_back({p, std::floor(base_ns + spread_ns * (1 / (1 - p + tail) - 1))});
  }
  return curve;
}

// Precision that falls from `best` to the prevalence as recall grows.
inline std::vector<PrPoint> GoldenPrCurve(double best, double prevalence, double bend) {
  std::vector<PrPoint> curve;
  for (int i = 1; i <= 57; ++i) {
    const double recall = i / 57.0;
    const double share = (1 - recall) / (1 + bend * recall);
    curve.push_back({recall, prevalence + (best - prevalence) * share, 1 - recall * recall});
  }
  return curve;
}

inline verdict::Constraint Met(std::string name, double measured, double limit, Unit unit,
                               double margin, std::string reason, std::uint64_t n) {
  verdict::Constraint constraint;
  constraint.name = std::move(name);
  constraint.outcome = margin >= 0 ? verdict::Outcome::kPass : verdict::Outcome::kFail;
  constraint.measured = measured;
  constraint.limit = limit;
  constraint.unit = unit;
  constraint.margin = margin;
  constraint.reason = std::move(reason);
  constraint.n = n;
  return constraint;
}

inline Cell GoldenOnline(std::string system, double base_ns, double spread_ns, double p99_ns,
                         double margin) {
  Cell cell;
  cell.system = std::move(system);
  cell.traffic = "online";
  cell.scenario = "Server";
  cell.is_mlperf = true;
  cell.rate_asked = 400;
  cell.verdict.valid = true;
  cell.verdict.constraints = {
      Met("duration", 30.02e9, 30e9, Unit::kNanoseconds, 0.0007, "30.0 s of at least 30.0 s", 0),
      Met("queries", 12'008, 10'000, Unit::kCount, 0.2008, "12 008 of at least 10 000 queries",
          12'008),
      Met("latency_p99", p99_ns, 10e6, Unit::kNanoseconds, margin,
          margin >= 0 ? "99 % of the queries took at most the limit"
                      : "2.1 % of the queries took longer; 1 % may",
          12'008)};
  cell.verdict.constraints[2].interval =
      Between(p99_ns * 0.96875, p99_ns * 1.0625, "order statistics");
  cell.verdict.mlperf_validity = margin >= 0 ? "VALID" : "INVALID";
  cell.verdict.mlperf_reason = margin >= 0 ? "" : "performance constraint not met";
  const double p50_ns = std::floor(base_ns + spread_ns * (1 / 0.5078125 - 1));
  cell.measurements = {
      Measured("latency_p50", p50_ns, Unit::kNanoseconds, 12'008,
               Between(p50_ns * 0.9921875, p50_ns * 1.0078125, "order statistics")),
      Measured("latency_p99", p99_ns, Unit::kNanoseconds, 12'008,
               Between(p99_ns * 0.96875, p99_ns * 1.0625, "order statistics")),
      Measured("throughput", 399.75, Unit::kPerSecond, 12'008),
      Measured("first_token_p99", std::nullopt, Unit::kNanoseconds, 0, {},
               "the executor reports no first token"),
  };
  cell.latency_curve = GoldenCurve(base_ns, spread_ns, 0.0078125);
  cell.latency_limit_ns = 10e6;
  cell.latency_limit_percentile = 0.99;
  cell.lateness = Lateness{80, 1'250, 3'100, 48'000, 50'000, 12'008, "p99.9 3.10 µs, limit 50 µs"};
  cell.slow_wrong = SlowWrong{10e6, 11'800, 130, 60, 18, 0};
  cell.record = cell.system + "/online/0/record.assay";
  cell.record_sha256 = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";
  return cell;
}

inline Cell GoldenBurst(std::string system) {
  Cell cell;
  cell.system = std::move(system);
  cell.traffic = "bursts";
  cell.scenario = "replayed trace";
  cell.verdict.valid = false;
  cell.verdict.invalid_reasons = {"interrupted after 2.10 s of 20.0 s",
                                  "1 response lost: query 17, sample \"row <b>9</b>\n& more\""};
  cell.verdict.notes = {"the trace ends before the stated duration"};
  cell.measurements = {
      Measured("latency_p99", std::nullopt, Unit::kNanoseconds, 12, {},
               "12 queries can't hold a 99th percentile"),
      Measured("throughput", std::numeric_limits<double>::quiet_NaN(), Unit::kPerSecond, 0)};
  cell.qualification = "unqualified: accuracy not shown";
  return cell;
}

// What one system answered on 57 positives and 3 880 negatives. Intervals: Clopper-Pearson, by
// bisection on exact binomial tails.
struct GoldenCounts {
  std::uint64_t tp = 0, fp = 0;
  Interval recall_interval, precision_interval;
  std::uint64_t called() const { return tp + fp; }
  double recall() const { return static_cast<double>(tp) / 57; }
  double precision() const { return static_cast<double>(tp) / static_cast<double>(called()); }
};

inline GoldenCounts CountsOfFp32() {
  return {45, 72, Between(0.6611, 0.8862, "clopper-pearson"),
          Between(0.2962, 0.4791, "clopper-pearson")};
}

inline GoldenCounts CountsOfInt8() {
  return {30, 36, Between(0.3897, 0.6602, "clopper-pearson"),
          Between(0.3314, 0.5819, "clopper-pearson")};
}

inline Quality GoldenQuality(std::string system, double best, double bend,
                             const GoldenCounts& counts) {
  Quality quality;
  quality.system = std::move(system);
  quality.split = "certify";
  quality.n = 3'937;
  const std::uint64_t tn = 3'880 - counts.fp, fn = 57 - counts.tp;
  const double recall = counts.recall(), precision = counts.precision();
  quality.measurements = {
      Measured("accuracy", 3'880.0 / 3'937, Unit::kShare, 3'937, {},
               "all-negative baseline 98.55 %"),
      Measured("recall", 0.0, Unit::kShare, 57),
      Measured("average_precision", best * 0.625, Unit::kNumber, 3'937, {}, "prevalence 0.01448"),
  };
  quality.measurements_at_point = {
      Measured("accuracy", static_cast<double>(counts.tp + tn) / 3'937, Unit::kShare, 3'937, {},
               "all-negative baseline 98.55 %"),
      Measured("recall", recall, Unit::kShare, 57, counts.recall_interval),
      Measured("precision", precision, Unit::kShare, counts.called(), counts.precision_interval),
      Measured("confusion.tp", static_cast<double>(counts.tp), Unit::kCount, 3'937),
  };
  quality.confusion = Confusion{{"no mgus", "mgus"}, {tn, counts.fp, fn, counts.tp}};
  quality.pr_curve = GoldenPrCurve(best, 57.0 / 3'937, bend);
  quality.reliability = {{0.02, 0.008, {0.0056, 0.0114, 0.95, "wilson"}, 3'800},
                         {0.15, 0.13, {0.0759, 0.2131, 0.95, "wilson"}, 92},
                         {0.7, 0.3333, {0.2155, 0.4775, 0.95, "wilson"}, 45}};
  quality.prevalence = 57.0 / 3'937;
  quality.operating_point = OperatingPoint{
      0.34375,
      recall,
      precision,
      counts.recall_interval,
      counts.precision_interval,
      "fixed_sequence",
      "Chosen on split tune alone; certified on split certify with an error of at most 5 %."};
  quality.required_recall = 0.7;
  quality.required_precision = 0.25;
  quality.classes = {{"no mgus", 3'880, static_cast<double>(tn) / static_cast<double>(tn + fn),
                      static_cast<double>(tn) / 3'880},
                     {"mgus", 57, precision, recall}};
  quality.cases = {{"row-00412", "mgus", "no mgus", 0.0125, "missed positive"},
                   {"row-<script>alert(1)</script>", "no mgus", "mgus", 0.96875, "false alarm"},
                   {"row-02981", "mgus", "", std::nullopt, "no answer: the executor failed"}};
  quality.cases_note = "3 wrong cases of all; the rest is in cases.jsonl.";
  return quality;
}

inline verdict::ClaimVerdict GoldenClaim(std::string claim, std::string metric, std::string system,
                                         verdict::Outcome outcome) {
  verdict::ClaimVerdict verdict;
  verdict.claim = std::move(claim);
  verdict.metric = std::move(metric);
  verdict.system = std::move(system);
  verdict.outcome = outcome;
  verdict.required = true;
  return verdict;
}

inline verdict::ClaimVerdict GoldenRecall(std::string system, verdict::Outcome outcome,
                                          const GoldenCounts& counts) {
  verdict::ClaimVerdict claim = GoldenClaim("finds_enough", "recall", std::move(system), outcome);
  claim.split = "certify";
  claim.primary = true;
  claim.slot = 3;
  claim.measured = counts.recall();
  claim.interval = counts.recall_interval;
  claim.bound_text = ">= 70%";
  claim.limit = 0.7;
  claim.unit = Unit::kShare;
  claim.margin = counts.recall() / 0.7 - 1;
  claim.n = 57;
  claim.n_unit = "positives";
  if (outcome == verdict::Outcome::kUndecided) claim.n_needed = 134;
  claim.reason = outcome == verdict::Outcome::kUndecided
                     ? "The interval of recall reaches from below to above the bound."
                     : "Even the upper end of the interval of recall is below the bound.";
  return claim;
}

inline verdict::ClaimVerdict GoldenLatency(std::string system, double p99_ns, double margin) {
  verdict::ClaimVerdict claim =
      GoldenClaim("fast_enough", "latency_p99", std::move(system),
                  margin >= 0 ? verdict::Outcome::kPass : verdict::Outcome::kFail);
  claim.traffic = "online";
  claim.slot = 2;
  claim.measured = p99_ns;
  claim.interval = Between(p99_ns * 0.96875, p99_ns * 1.0625, "order statistics");
  claim.bound_text = "<= 10ms";
  claim.limit = 10e6;
  claim.unit = Unit::kNanoseconds;
  claim.margin = margin;
  claim.n = 12'008;
  claim.n_unit = "queries";
  claim.reason = margin >= 0 ? "99 % of the queries took at most 10 ms."
                             : "2.1 % of the queries took over 10 ms.";
  return claim;
}

inline verdict::ClaimVerdict GoldenUnmeasured(std::string system) {
  verdict::ClaimVerdict claim =
      GoldenClaim("bursts_are_held_too_and_this_claim_has_a_long_name", "latency_p99",
                  std::move(system), verdict::Outcome::kNotMeasured);
  claim.traffic = "bursts";
  claim.required = false;
  claim.bound_text = "<= 25ms";
  claim.limit = 25e6;
  claim.unit = Unit::kNanoseconds;
  claim.reason = "Its load run is INVALID: interrupted after 2.10 s of 20.0 s.";
  claim.qualification = "unqualified: accuracy not shown";
  return claim;
}

inline decision::Candidate GoldenCandidate(std::string system, verdict::Outcome servable,
                                           std::string servable_reason, verdict::Outcome good,
                                           std::string good_reason, double preference) {
  decision::Candidate candidate;
  candidate.system = std::move(system);
  candidate.servable = {servable, {"fast_enough"}, std::move(servable_reason)};
  candidate.good_enough = {good, {"finds_enough"}, std::move(good_reason)};
  candidate.preference = preference;
  return candidate;
}

inline void GoldenProvenance(ReportModel& model) {
  model.definitions = {
      {"latency_p50", "latency p50",
       "Latency that half of the queries didn't exceed, from due time to last answer.",
       "MLPerf LoadGen, percentile by truncated rank"},
      {"latency_p99", "latency p99",
       "Latency that 99 % of the queries didn't exceed, from due time to last answer.",
       "MLPerf LoadGen, percentile by truncated rank"},
      {"throughput", "queries/s completed",
       "Queries completed ÷ time from start to the last completion.", ""},
      {"first_token_p99", "first token p99", "Time from due time to first token, 99th percentile.",
       ""},
      {"accuracy", "accuracy", "Right answers ÷ all scored cases.", ""},
      {"recall", "recall", "TP ÷ (TP + FN): share of the positives that are found.", ""},
      {"precision", "precision", "TP ÷ (TP + FP): share of the alarms that are right.", ""},
      {"average_precision", "average precision", "Σ (Rₙ − Rₙ₋₁) Pₙ over thresholds, ties grouped.",
       ""},
      {"confusion", "confusion matrix", "Cases by true and predicted class.", ""},
      {"cost_per_1000", "cost per 1000",
       "Price per hour × replicas ÷ requests per hour at the SLA × 1000.", ""}};
  model.files = {
      {"spec.yaml", "4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce", "spec"},
      {"models/mlp <int8>.onnx", "4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a",
       "model: mlp-int8"}};
  model.reproduce_command = "assay run spec.yaml --seed 7";
  model.settings = {{"traffic.online.rate", "400/s", "spec.yaml:31"},
                    {"traffic.online.duration", "30s", "--set"},
                    {"stats.level", "0.95", "default"}};
}

inline void GoldenConditions(ReportModel& model) {
  SystemRow fp32{"mlp-fp32",
                 "onnxruntime",
                 "ONNX Runtime 1.23.2, CPU provider",
                 "models/mlp-fp32.onnx",
                 "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35",
                 "FP32",
                 "cpu",
                 1,
                 "1",
                 {}};
  fp32.details = {{"graph optimisation", "all"}, {"opset", "17"}};
  SystemRow int8{"mlp-int8",
                 "onnxruntime",
                 "ONNX Runtime 1.23.2, CPU provider",
                 "models/mlp <int8>.onnx",
                 "4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a",
                 "INT8, FP32",
                 "cpu",
                 1,
                 "up to 8, wait 2 ms",
                 {}};
  SystemRow hostile{"<img src=x onerror=alert(1)> \"&' \u202Eevil\x1b[31m\xff",
                    "null",
                    "",
                    "",
                    "",
                    "",
                    "",
                    0,
                    "",
                    {}};
  model.systems = {fp32, int8, hostile};
  model.host = {{"processor", "2 cores"},
                {"kernel", "6.1"},
                {"clock", "monotonic, read in 21 ns"},
                {"governor", ""},
                {"timer lateness", "p99.9 3.10 µs (limit 50 µs): fit to measure"}};
  model.standard_stack = {{"runtime", "OpenVINO 2025.3"}, {"precision", "INT8"}};
  model.splits = {
      {"tune", "data/tune.csv", "ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d",
       3'937, 58, 58.0 / 3'937, ""},
      {"certify", "data/certify.csv",
       "e7f6c011776e8db7cd330b54174fd76f7d0216b612387a5ffcfb81e6f0919683", 3'937, 57, 57.0 / 3'937,
       "No id and no content is shared with tune."}};
  model.base_rate = 0.0146;
  model.base_rate_source = "whole data set";
}

inline ReportModel GoldenModel() {
  using verdict::Outcome;
  ReportModel model;
  model.title = "mgus screening <b>&amp; \"more\"</b>";
  model.assay_version = "0.1.0";
  model.created_utc = "2026-11-29 16:55:02 UTC";
  model.spec_file = "spec.yaml";
  model.run_directory = "runs/20261129T165502Z-mgus";
  model.demo_label = "demo load: not MLPerf length";
  model.currency = "EUR";
  model.verdict_word = "UNDECIDED";
  model.exit_code = 7;
  model.sentence =
      "One candidate can be served; whether it finds 70 % of the positives, 57 positives can't "
      "decide.";
  model.why = {
      "mlp-fp32 is fast enough, and its recall of 78.9 % has an interval from 66.1 % to 88.6 %.",
      "mlp-int8 is too slow at 400 queries/s and finds too few positives."};
  model.next_command = "assay score runs/20261129T165502Z-mgus --split certify-more";
  model.next_reason = "134 positives would decide it";
  model.notes = {
      "The load was shorter than MLPerf asks for, so no figure here is an MLPerf result."};
  GoldenConditions(model);
  model.cells = {GoldenOnline("mlp-fp32", 0.9e6, 0.06e6, kP99OfFp32, 0.58),
                 GoldenOnline("mlp-int8", 1.4e6, 0.2e6, kP99OfInt8, -0.24),
                 GoldenBurst(model.systems[2].id)};
  model.quality = {GoldenQuality("mlp-fp32", 0.97, -0.58, CountsOfFp32()),
                   GoldenQuality("mlp-int8", 0.8, -0.3, CountsOfInt8())};
  model.costs = {
      {"mlp-fp32", "online", {Measured("cost_per_1000", 0.00128, Unit::kMoneyPer1000, 12'008)}},
      {"mlp-int8",
       "online",
       {Measured("cost_per_1000", std::nullopt, Unit::kMoneyPer1000, 0, {},
                 "the SLA isn't met at the rate asked")}}};
  model.cost_curves = {GoldenCostCurve("mlp-fp32", 0.8, 0.02), GoldenCostCurve("mlp-int8", 0.6, 0.01)};
  model.cost_note = "1.84 EUR/h for one replica: list price of 2026-11-01.";
  model.claims = {GoldenLatency("mlp-fp32", kP99OfFp32, 0.58),
                  GoldenRecall("mlp-fp32", Outcome::kUndecided, CountsOfFp32()),
                  GoldenLatency("mlp-int8", kP99OfInt8, -0.24),
                  GoldenRecall("mlp-int8", Outcome::kFail, CountsOfInt8()),
                  GoldenSlice("mlp-fp32"),
                  GoldenUnmeasured(model.systems[2].id)};
  decision::DecisionResult decision;
  decision.outcome = Outcome::kUndecided;
  decision.sentence = "No candidate passes both; mlp-fp32 is open.";
  decision.candidates = {
      GoldenCandidate("mlp-fp32", Outcome::kPass, "latency p99 4.21 ms, limit 10 ms",
                      Outcome::kUndecided, "recall 78.9 % (66.1–88.6 %), asked 70 %", 0.00128),
      GoldenCandidate("mlp-int8", Outcome::kFail, "latency p99 12.4 ms, limit 10 ms",
                      Outcome::kFail, "recall 52.6 % (39.0–66.0 %), asked 70 %", 0.00115)};
  decision.n_needed = {"recall of mlp-fp32: 134 positives would decide it (57 there)"};
  model.decision = std::move(decision);
  model.preference = "lowest cost per 1000";
  model.preference_unit = Unit::kMoneyPer1000;
  CandidatesChart chart;
  chart.x_title = "latency p99 under online";
  chart.y_title = "recall at the operating point";
  chart.x_limit = 10e6;
  chart.y_limit = 0.7;
  chart.points = {
      {"mlp-fp32", "", kP99OfFp32, CountsOfFp32().recall(),
       Between(4.07e6, 4.47e6, "order statistics"), CountsOfFp32().recall_interval,
       Outcome::kUndecided},
      {"mlp-int8", "", kP99OfInt8, CountsOfInt8().recall(),
       Between(12.04e6, 13.2e6, "order statistics"), CountsOfInt8().recall_interval,
       Outcome::kFail},
      {model.systems[2].id, "bursts", std::nullopt, std::nullopt, {}, {}, Outcome::kNotMeasured}};
  model.candidates = std::move(chart);
  GoldenProvenance(model);
  return model;
}

}  // namespace assay::report
