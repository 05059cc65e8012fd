// SPDX-License-Identifier: Apache-2.0
// Two accuracy.txt of one system, metric by metric: does an audit run (TEST01) say what the run said?
//
// A metric's tolerance is that of its round and benchmark, or what the caller names. Without either there is none: a metric
// that falls back to another one's tolerance is judged by the wrong one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "verdict/verdict.h"

namespace assay::run {

struct DriftRequest {
  std::string run, audit;        // files
  std::string round, benchmark;  // whose tolerances hold; both empty: the named ones only
  std::vector<std::pair<std::string, double>> within;  // metric and share; before the round's
};

struct MetricDrift {
  std::string metric;
  std::string run, audit;         // as printed; empty = not in that file
  std::optional<double> change;   // |1 - run / audit|; empty: one is missing, or the audit run's is 0 and the run's isn't
  double tolerance = 0;           // share
  std::string source;             // "v5.1", "--within"
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;
};

struct AccuracyDrift {
  std::string run, audit;  // files
  std::vector<MetricDrift> metrics;
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;  // PASS when every metric's change is within its tolerance
};

// Errors   those of reading the files; kUnknownName for a round, benchmark or metric, with the known ones; kUsage for a round
//          without a benchmark or the other way round; kMissingKey for a metric of the files that has no tolerance; kEmpty
//          when neither file has a number.
// Threads  safe: no shared state.
// Source   mlcommons/inference #2336, PR #2337: FID within 2 %, CLIP within 1 %.
Result<AccuracyDrift> CompareAccuracyTxt(const DriftRequest& request);

std::string DriftText(const AccuracyDrift& drift);
std::string DriftJson(const AccuracyDrift& drift);  // {"schema": "assay.mlperf_compliance/1", …}

}  // namespace assay::run
