// SPDX-License-Identifier: Apache-2.0
// Quality from a file of predictions: no spec, no run. Binary tasks with a score, or any classes with decisions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/judging/file_judgement.h"

namespace assay::run {

struct ScoreFileOptions {
  std::string path;                 // csv or jsonl
  std::string id;                   // column; empty = `id` if there is one, else row numbers
  std::string label = "label";      // column
  std::string score;                // column of the positive class's score
  std::string predicted;            // column of the answered class; empty = score >= threshold
  std::string by;                   // column of groups, for ScoreByGroup
  std::vector<std::string> classes; // all that there are, in order; empty = those that the file has
  std::string positive = "1";       // label text of the positive class, with a score
  double threshold = 0.5;
  std::optional<double> base_rate, min_precision;
  double level = 0.95;
  std::vector<std::string> metrics; // empty = all that the columns allow
  std::vector<std::string> require; // each as ParseRequirement takes it
  JudgingRequest judging;
  std::function<void(std::string_view doing)> progress;  // before each step that can take long; empty = nobody listens
};

struct FileScores {
  std::string path, sha256;
  std::uint64_t n = 0;
  std::optional<std::uint64_t> positives;
  std::vector<Measurement> measurements;
  FileJudgement judgement;

  // Of the worst requirement: 0 PASS, also without one; 1 FAIL, 7 UNDECIDED, 8 NOT MEASURED.
  int exit_code() const;
};

// What the file's columns say of its cases; owns what QualityColumns looks at.
struct FileColumns {
  std::vector<std::string> ids, classes;
  std::vector<std::int32_t> labels, predicted;
  std::vector<double> scores;  // empty without a column of scores
  std::vector<std::string> groups = {};  // empty without ScoreFileOptions::by
  // What a caller that has no file knows beside; JudgingRequest names columns of files for the same.
  std::vector<double> amounts = {};  // of money, of each row, >= 0
  CaseMarks marks = {}, tuned = {};  // of these cases, and of those that something was tuned on
  std::string tuned_name = {};       // the latter's; empty = nothing was tuned
};

// The columns alone, for whoever measures otherwise.
// Errors   as ScoreFile, for the file.
Results<FileColumns> ReadFileColumns(const ScoreFileOptions& options);

// Columns that the caller has: `options` says what is measured and judged, not where they come from. `sha256` is of what
// they were made from; "" when that isn't kept.
// Range    ids, labels, and what isn't empty of the others are of one length; labels and predictions below the number
//          of classes; finite scores.
// Errors   as ScoreFile, without those of a file.
// Threads  safe: pure but for the count of looks (JudgingRequest::looks_path).
Results<FileScores> ScoreColumns(const ScoreFileOptions& options, const FileColumns& columns, const std::string& sha256);

// Errors   of the file by line and column; kNotFinite listing the ids of rows whose score isn't a finite number (an
//          empty field and "0,3" among them): none is dropped; kBadRow for an empty answer; kUnknownName for a metric; of ParseRequirement.
Results<FileScores> ScoreFile(const ScoreFileOptions& options);

std::string ScoresText(const FileScores& scores);
std::string ScoresJson(const FileScores& scores);  // {"schema": "assay.scores/1", …}

}  // namespace assay::run
