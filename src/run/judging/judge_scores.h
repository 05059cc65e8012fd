// SPDX-License-Identifier: Apache-2.0
// The mean of a judge's scores between 0 and 1, corrected by what people say of some cases, with what it left unscored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "stats/prediction_powered.h"
#include "verdict/verdict.h"

namespace assay::run {

struct JudgeScoreOptions {
  std::string path;                 // csv or jsonl
  std::string score;                // column of the judge's scores; empty field = unscored
  std::string id;                   // with it, cases of the calibration are not counted again among the others
  std::string calibration;          // file with the same column and people's; empty = the judge is uncalibrated
  std::string label = "label";      // its column of people's scores, between 0 and 1 as well
  std::vector<std::string> require; // "mean OP SHARE"
  double level = 0.95;
  bool stop_when_decided = false;   // uncalibrated only: reads the rows in order, up to the one that decides
};

struct JudgeScores {
  std::string path;
  std::uint64_t rows = 0, scored = 0, again = 0;  // `again`: cases of the calibration, left out here
  double raw = 0;                       // mean of the judge's scores
  std::optional<double> mean;           // corrected where there is a calibration
  std::optional<Interval> interval;
  double worst = 0, best = 0;           // raw, with the unscored all 0 and all 1
  std::uint64_t labelled = 0, labelled_unscored = 0;
  std::optional<stats::PredictionPoweredMean> powered;
  std::string reason;                   // why there is no mean
  std::vector<verdict::ClaimVerdict> verdicts;
};

// A requirement passes (fails) where the intervals with the unscored all 0 and all 1 lie on its side.
// Errors   of the files; kOutOfRange for a score outside of 0 to 1, kNotFinite for what is no number, by row; kUsage for a
//          requirement that isn't mean OP SHARE, and for stop_when_decided with a calibration; kMissingLabel.
// Threads  safe: reads only.
// Source   stats/prediction_powered.h; without calibration stats/betting_sequence.h, which needs no shape of the scores.
Results<JudgeScores> MeanOfJudge(const JudgeScoreOptions& options);

std::string JudgeScoresText(const JudgeScores& scores);
std::string JudgeScoresJson(const JudgeScores& scores);  // {"schema": "assay.judge_scores/1", …}

}  // namespace assay::run
