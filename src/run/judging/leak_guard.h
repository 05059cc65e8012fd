// SPDX-License-Identifier: Apache-2.0
// Whether the cases that judge had a part in setting what is judged. What is known to be in-sample can't PASS.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/result.h"

namespace assay::run {

struct TuningFile {
  std::string path;
  std::string id, group;                    // columns; empty = a column `id` if both have one, no groups
  std::span<const std::string> not_content; // columns that aren't part of a case's content: label, score, answers
};

struct LeakCheck {
  std::string leak;    // what the judging cases share with those that were tuned on; empty: nothing was found
  std::string phrase;  // "disjoint from tune.csv by id, group, content"
  std::string warning; // cases whose content is nearly that of one that was tuned on: to be looked at, no proof
};

// What tells whether two sets of cases share any: an entry a case each, or none where it isn't known.
struct CaseMarks {
  std::vector<std::string> names;     // how a case is shown
  std::vector<std::string> ids, groups;
  std::vector<std::string> contents;  // all that is known of a case but its label and answers
};

// Compares by id, group and content, where both sides have them; contents that aren't equal but nearly so are a warning
// (text/near_duplicates.h). `tuned_name` and `group_word` are for the words.
// Threads  safe: pure.
LeakCheck CompareMarks(const CaseMarks& judging, const CaseMarks& tuned, const std::string& tuned_name,
                       const std::string& group_word = "group");

// Compares by the whole file's hash, and as CompareMarks: id, group (where a column is named) and content: the text of all
// other columns, where both files have the same ones.
// Errors   of the tuning file; kBadReference for a column that isn't there.
// Threads  safe: reads only.
Results<LeakCheck> CheckLeaks(const Dataset& judging, const std::string& judging_sha256, const TuningFile& tuning);

// A threshold as a file: {"schema": "assay.threshold/1", …} with the hash of the labels that it was set by.
struct ThresholdFile {
  double threshold = 0;
  std::string method;
  std::string set;     // LabelSetHash of the cases
  std::string sha256;  // of the file of predictions
  std::optional<double> min_precision, base_rate;
};
Result<ThresholdFile> ReadThresholdFile(const std::string& path);
Result<ThresholdFile> ParseThreshold(std::string_view text, const std::string& file);
std::string ThresholdJson(const ThresholdFile& file);

}  // namespace assay::run
