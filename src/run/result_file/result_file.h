// SPDX-License-Identifier: Apache-2.0
// A file of results that isn't a table of labels: answers in words, boxes, rankings, repeated tries, masks; whose form it
// is is seen from its content.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/result.h"
#include "data/prediction/detections.h"
#include "data/prediction/masks.h"
#include "data/prediction/rankings.h"
#include "data/prediction/text_answers.h"
#include "data/prediction/text_table.h"
#include "data/prediction/trials.h"
#include "metric/detection/box_detection.h"

namespace assay::run {

struct ResultFileOptions {
  std::string path;
  data::TextTableKeys keys;  // of texts, rankings and masks; an empty answer or no reference = the form's own names
  std::string truth;         // right answers in a file of their own
  std::string filter;        // of lm-evaluation-harness
  std::vector<std::uint64_t> k;
  std::vector<std::string> metrics;  // empty = all that the file allows
  std::vector<std::string> require;  // each METRIC OP VALUE
  double level = 0.95;
  std::uint64_t seed = 0;
  std::function<void(std::string_view doing)> progress;  // before each step that can take long; empty = nobody listens
};

struct FoundBoxes {
  metric::DetectionTask task;
  std::vector<metric::DetectedBox> detected;
};

using ResultFile = std::variant<data::TextAnswers, FoundBoxes, data::Rankings, data::Trials, data::Masks>;

// Whether the file's first bytes are those of a form that needs no columns named: a line of lm-evaluation-harness, a log
// of inspect_ai, COCO results, a trec run, rankings, tries or masks as JSON lines. False for what can't be read.
bool IsResultFile(const std::string& path);

// Whether it is one of those that hold totals per task and no answers (results_DATE.json of lm-evaluation-harness).
bool IsTotalsFile(const std::string& path);

// Errors   of the readers in data/prediction; kUsage when right answers are needed and not named.
// Threads  safe: no shared state.
Results<ResultFile> OpenResultFile(const ResultFileOptions& options);

enum class ResultForm : std::uint8_t { kTexts, kBoxes, kRankings, kTries };

// Results that the caller has in memory, in the forms that files have: JSON lines with the keys of `options`, for boxes a
// list of them and COCO annotations.
struct ResultText {
  ResultForm form = ResultForm::kTexts;
  std::string results, truth;
};

// Errors   of the readers in data/prediction and data/truth; options.path is the results' name in messages.
// Threads  safe: no shared state.
Result<ResultFile> ReadResults(const ResultText& text, const ResultFileOptions& options);

}  // namespace assay::run
