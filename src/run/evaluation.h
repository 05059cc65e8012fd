// SPDX-License-Identifier: Apache-2.0
// Everything right of the record: measurements, verdicts and the decision of a run, as a pure function of its files.
//
// The same run directory gives the same evaluation on any machine, without the model and without the data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "decision/decision.h"
#include "metric/operating_point/point_certainty.h"
#include "metric/run_columns.h"
#include "record/cases.h"
#include "run/cell_context.h"
#include "run/cell_path.h"
#include "run/judging/looks.h"
#include "run/scored_cases.h"
#include "run/system_file.h"
#include "spec/spec.h"
#include "verdict/verdict.h"

namespace assay::run {

struct CurvePoint {
  double percentile = 0;  // 0…1
  double latency_ns = 0;
};

// Cases by speed against the traffic's bound, and by correctness.
struct SlowWrong {
  double limit_ns = 0;
  std::uint64_t fast_right = 0, fast_wrong = 0, slow_right = 0, slow_wrong = 0, unscored = 0;
};

struct CellResult {
  CellContext context;
  record::EndState end = record::EndState::kInterrupted;
  std::string record_sha256;
  verdict::RunVerdict verdict;
  std::vector<Measurement> measurements;   // performance and cost, intervals at stats.level for display
  std::vector<Measurement> for_claims;     // the same with the intervals that claims are judged by
  std::shared_ptr<const metric::RunColumns> run;  // the record's columns
  std::vector<CurvePoint> curve;           // at most 201 points
  std::vector<Measurement> lateness;       // issue lateness p50, p99, p999, max in ns
  std::optional<double> lateness_limit_ns;
  std::optional<SlowWrong> slow_wrong;
  std::vector<record::CaseLine> cases;     // of accuracy passes and latency-bound loads; else empty
  std::string qualification;               // "unqualified: accuracy not shown", or empty
};

// What stands beside an operating point so that it can be used: how sure it is, and what it asks of reviewers.
struct PointDetails {
  double min_precision = 0, alpha = 0;
  std::optional<double> base_rate;          // precision is meant there; empty: at the prevalence of the cases
  bool fresh_cases = false;                 // the threshold was set without the cases that judge: no error is shared
  std::vector<std::size_t> judging_rows;    // those cases, where the others set the threshold; empty: all
  std::size_t tested = 0;                   // thresholds that were looked at
  std::optional<metric::FlaggedRate> flagged_rate;
  std::optional<metric::NaivePoint> naive;  // the best by the labels: descriptive
  std::optional<double> break_even_rate;    // the certified precision falls below the required one in rarer classes
  // Of a threshold that was given: whether its precision holds on these cases.
  std::optional<verdict::Outcome> precision_outcome;
};

struct OperatingPointResult {
  std::optional<double> threshold;          // empty when no threshold's precision is certified
  std::optional<double> optimistic;         // then: the best by the labels, infinity when none is good enough at all
  std::optional<double> recall, precision;  // at the threshold, on the judged split as it is
  std::optional<Interval> recall_interval, precision_interval;
  std::string method;
  std::string statement;                    // what is certified, or why there is none
  PointDetails details;
};

struct QualityResult {
  std::string system, split;
  ScoredCases cases;
  bool complete = false;                    // the accuracy pass is VALID and every case was answered
  std::string invalid;                      // why the accuracy pass is INVALID; empty when VALID
  std::vector<Measurement> measurements;    // at the default decision, intervals at stats.level
  std::vector<Measurement> for_claims;      // the same with the intervals that claims are judged by
  std::optional<OperatingPointResult> operating_point;
  std::vector<std::int32_t> decisions_at_point;  // empty without a threshold
  std::vector<Measurement> measurements_at_point;
  std::vector<Measurement> at_point_for_claims;
};

struct Evaluation {
  std::string run_directory;
  spec::Spec spec;
  SystemFile system;
  std::vector<CellResult> cells;
  std::vector<std::string> missing_cells;  // planned and not on record: the run was stopped before them
  std::vector<QualityResult> quality;
  Looks looks = {};      // at the judged split's labels, when the run was made
  std::vector<verdict::ClaimVerdict> claims;
  std::optional<decision::DecisionResult> decision;
  std::string word;      // PASS, FAIL, UNDECIDED, NOT MEASURED; VALID or INVALID when nothing is required
  int exit_code = 0;     // 0, 1, 5, 7, 8, 130
  std::string sentence;
};

// Errors   kNotFound, kBadRecord, kCorrupt with the file; a damaged cell stops the evaluation, a torn one is
//          judged as interrupted.
Results<Evaluation> EvaluateRun(const std::string& run_directory);

// claims.json, verdict.json and, when the spec decides, decision.json; scores.json in each cell.
Result<void> WriteEvaluation(const Evaluation& evaluation);

// verdict.json's text: {"schema": "assay.verdict/1", …}.
std::string VerdictJson(const Evaluation& evaluation);

}  // namespace assay::run
