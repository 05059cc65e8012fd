// SPDX-License-Identifier: Apache-2.0
// Requirements on a file of predictions, with all that a verdict rests on: whether the cases had a part in what they judge,
// how often they were looked at, the whole operating point, what the errors cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "base/json.h"
#include "run/judging/cost_report.h"
#include "run/judging/early_end.h"
#include "run/judging/leak_guard.h"
#include "run/judging/looks.h"
#include "run/requirement.h"

namespace assay::run {

struct FileColumns;
struct ScoreFileOptions;

struct JudgingRequest {
  std::string method = "fixed_sequence";    // how an operating point is certified
  double alpha = 0.05;                      // chance of a wrong verdict
  std::optional<double> base_rate_high;     // with ScoreFileOptions::base_rate as the low end
  bool threshold_given = false;             // ScoreFileOptions::threshold was set before these cases were seen
  std::optional<ThresholdFile> threshold_file;  // where it comes from
  std::string tuned_on, group;              // a file that the judging cases must share nothing with; column of groups
  std::optional<double> cost_fn, cost_fp, cost_review;  // money per case
  std::string cost_column, currency;        // amount of a row: a miss costs cost_fn (1 when not given) times it
  bool stop_when_decided = false;
  std::string looks_path;                   // where looks are counted; empty = nowhere
};

struct FileJudgement {
  std::vector<RequirementResult> requirements;
  std::vector<EarlyEnd> early;              // one per requirement, when asked to stop
  std::string in_sample;                    // why nothing can PASS
  std::string leak_phrase;                  // what was compared with the tuning file
  std::string leak_warning;                 // cases that are nearly one of it
  std::optional<CostReport> costs;
  Looks looks;
  ThresholdFile threshold;                  // of the first certified operating point, for --save-threshold
  bool has_threshold = false;
};

// Errors   of the tuning file, of columns that aren't there, of ParseRequirement and JudgeRequirement; kUsage for what
//          excludes each other.
Results<FileJudgement> JudgeFile(const ScoreFileOptions& options, const FileColumns& columns, const std::string& sha256);

// Verdicts first, then operating points, costs and looks; "" when nothing was asked.
std::string JudgementText(const FileJudgement& judgement);
// Members of an object that is open: requirements, in_sample, leak_check, leak_warning, costs, looks.
void WriteJudgement(const FileJudgement& judgement, base::JsonWriter& json);

// An operating point with its certificate and what it asks of reviewers, as lines and as an object.
std::string PointText(const OperatingPointResult& point);
void WritePoint(const OperatingPointResult& point, base::JsonWriter& json);

}  // namespace assay::run
