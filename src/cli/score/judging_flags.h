// SPDX-License-Identifier: Apache-2.0
// Flags of `assay score FILE` that say how a verdict is reached, and what errors cost.
#pragma once

#include <span>

#include "assay/result.h"
#include "cli/shell/verb.h"
#include "run/score_file.h"

namespace assay::cli {

inline constexpr FlagInfo kVerdictFlags[] = {
    {"--method", "", "NAME", "fixed_sequence (default), split, grid, descriptive"},
    {"--alpha", "", "SHARE", "chance of a wrong verdict (default: 0.05)"},
    {"--tuned-on", "", "FILE", "cases that these must share nothing with"},
    {"--group", "", "COLUMN", "groups that --tuned-on must not share"},
    {"--save-threshold", "", "FILE", "writes the certified threshold, for --threshold"},
    {"--stop-when-decided", "", "", "reads the rows in order, up to the one that decides"},
    {"--looks", "", "FILE", "where looks at the labels are counted, or off"},
};

inline constexpr FlagInfo kCostFlags[] = {
    {"--cost-fn", "", "MONEY", "a miss costs this (times --cost-column)"},
    {"--cost-fp", "", "MONEY", "a false alarm costs this"},
    {"--cost-review", "", "MONEY", "looking at a flagged case costs this"},
    {"--cost-column", "", "COLUMN", "amount that a missed row costs"},
};

inline constexpr FlagInfo kJudgeFlags[] = {
    {"--judge-calibration", "", "FILE", "a judge's verdicts beside people's, or none"},
};

// Fills `options` with these and with --threshold NUMBER|FILE, --base-rate SHARE|LOW..HIGH.
// Errors   kUsage naming the flag; those of the threshold's file.
Result<void> ReadJudgingFlags(const Arguments& arguments, run::ScoreFileOptions& options);

// --save-threshold, where the file has a certified one.
// Errors   kNotMeasured without one; kUnwritable.
Result<void> SaveThreshold(const Arguments& arguments, const run::FileJudgement& judgement);

}  // namespace assay::cli
