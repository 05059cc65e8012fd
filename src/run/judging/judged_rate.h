// SPDX-License-Identifier: Apache-2.0
// The rate that a judge or detector reports on a file of its verdicts, corrected for its errors, with what it left unjudged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "stats/detector_error.h"
#include "stats/rater_agreement.h"
#include "verdict/verdict.h"

namespace assay::run {

struct JudgedRateOptions {
  std::string path;                 // csv or jsonl of verdicts
  std::string predicted;            // column of the judge's verdict; empty field = unjudged
  std::string positive = "1";       // the verdict whose rate is asked for
  std::string id;
  std::string calibration;          // file with the same column and people's labels; empty = the judge is uncalibrated
  std::string label = "label";      // its column of people's labels
  std::vector<std::string> require; // "rate OP SHARE"
  double level = 0.95;              // of verdicts
};

struct JudgedRate {
  std::string path, positive;
  std::uint64_t rows = 0, judged = 0, flagged = 0;
  bool calibrated = false;
  stats::DetectorCalibration calibration;
  std::uint64_t calibration_unjudged = 0;
  stats::Agreement agreement;        // of the judge with people
  std::optional<double> rate;        // of those judged, corrected where there is a calibration
  std::optional<Interval> interval;  // of it, if those judged were all
  double worst = 0, best = 0;        // raw, with the unjudged all against and all for
  std::string reason;                // why there is no rate
  std::vector<verdict::ClaimVerdict> verdicts;
};

// A requirement passes (fails) where the intervals with the unjudged all against and all for lie on its side, errors of the
// judge included. A judge with sensitivity + specificity - 1 below 0.1 measures nothing.
// Errors   of the files; kUsage for a requirement that isn't rate OP SHARE; kMissingLabel in the calibration; kEmpty.
// Threads  safe: reads only.
// Source   stats/detector_error.h; without calibration Clopper-Pearson of the raw rate.
Results<JudgedRate> RateOfJudge(const JudgedRateOptions& options);

std::string JudgedRateText(const JudgedRate& rate);
std::string JudgedRateJson(const JudgedRate& rate);  // {"schema": "assay.judged/1", …}

}  // namespace assay::run
