// SPDX-License-Identifier: Apache-2.0
// Two systems of a run on the same cases: which answers flipped, on positives apart, near or far from the threshold, in
// which slices; and how far the scores drifted even where no answer did.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "report/report_format.h"
#include "run/slices/slice_report.h"
#include "slice/error_slices.h"

namespace assay::run {

// The 2 x 2 of correct answers on some of the cases.
struct FlipCounts {
  std::string group;  // "all", or a class
  std::uint64_t both_right = 0, broken = 0, fixed = 0, both_wrong = 0;
  std::uint64_t other_wrong = 0;               // of both_wrong: two different wrong answers
  std::optional<double> broken_rate, flip_rate;  // of all these cases; flips are broken + fixed
  std::optional<Interval> broken_interval, flip_interval;  // Clopper-Pearson
  std::optional<double> net;                   // accuracy of the system - of the baseline
  std::optional<Interval> net_interval;        // Tango
  double p = 1;                                // McNemar, exact
  std::uint64_t cases() const { return both_right + broken + fixed + both_wrong; }
};

// How far the baseline's score was from its threshold.
struct DistanceBand {
  double from = 0, to = 0;  // |score - threshold|
  std::uint64_t cases = 0, broken = 0, fixed = 0;
};

struct ScoreDrift {
  std::vector<std::pair<double, double>> quantiles;  // share, |score - baseline's score| there
  double mean = 0;                                   // signed: above 0 the system scores higher
  std::optional<double> rank_correlation;            // Spearman; empty when one has one score only
};

struct FlipReport {
  std::string source, split, system, baseline;
  std::string system_decision, baseline_decision;
  double level = 0.95;
  std::uint64_t unpaired = 0;               // cases that only one of them answered
  std::vector<FlipCounts> groups;           // all, then each class
  std::vector<DistanceBand> bands;          // empty without scores
  std::optional<ScoreDrift> drift;          // empty without scores
  slice::ErrorSlices slices;                // where answers were broken
  std::uint64_t depth = 2;
  double fdr = 0.1;
  std::vector<std::string> broken_ids, fixed_ids;  // the first 20
};

// `baseline` empty: the spec's baseline of the system.
// Errors   as SlicesOfRun; kUsage when the two are one or no baseline is known.
Results<FlipReport> FlipsOfRun(const std::string& run_directory, const std::string& baseline, const std::string& system,
                               const SliceReportOptions& options);

std::string FlipsText(const FlipReport& report, const RenderOptions& render);
std::string FlipsJson(const FlipReport& report);  // {"schema": "assay.flips/1", …}

}  // namespace assay::run
