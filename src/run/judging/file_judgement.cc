// SPDX-License-Identifier: Apache-2.0
#include "run/judging/file_judgement.h"

#include <algorithm>
#include <utility>

#include "data/format/format_of_file.h"
#include "run/amount_column.h"
#include "run/error_list.h"
#include "run/score_file.h"

namespace assay::run {
namespace {

Results<std::unique_ptr<Dataset>> OpenAgain(const ScoreFileOptions& options) {
  const DatasetInfo* format = data::FormatOfFile(options.path);
  if (format == nullptr) return FailOne({ErrorCode::kUnknownName, "can't tell the format of " + options.path});
  DatasetOptions names;
  names.path = options.path, names.id = options.id, names.label = options.label;
  names.positive = options.score.empty() ? "" : options.positive;
  return format->open(names);
}

std::vector<std::string> AnswerColumns(const ScoreFileOptions& options) {
  std::vector<std::string> names;
  for (const std::string& name : {options.label, options.score, options.predicted, options.judging.cost_column}) {
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

ScoredCases CasesOf(const FileColumns& columns) {
  return {.ids = columns.ids, .label = columns.labels, .predicted = columns.predicted, .score = columns.scores,
          .classes = columns.classes};
}

JudgingOptions OptionsOf(const ScoreFileOptions& options, std::vector<double> amount) {
  const JudgingRequest& request = options.judging;
  JudgingOptions judging{.base_rate = options.base_rate, .base_rate_high = request.base_rate_high, .alpha = request.alpha,
                         .method = request.method, .amount = std::move(amount)};
  if (request.threshold_given) judging.fixed_threshold = options.threshold;
  judging.cost.fn = request.cost_fn, judging.cost.fp = request.cost_fp, judging.cost.review = request.cost_review;
  if (!judging.amount.empty() && !judging.cost.fn) judging.cost.fn = 1;
  return judging;
}

bool AsksForCosts(const JudgingRequest& request) {
  return request.cost_fn || request.cost_fp || request.cost_review || !request.cost_column.empty();
}

// What would have been a PASS is none: the labels had a part in what they judge.
void RefusePass(const std::string& why, FileJudgement& judgement) {
  if (why.empty()) return;
  for (RequirementResult& result : judgement.requirements) {
    verdict::ClaimVerdict& verdict = result.verdict;
    if (verdict.outcome != verdict::Outcome::kPass) continue;
    verdict.outcome = verdict::Outcome::kNotMeasured;
    verdict.reason = "in-sample, can't PASS: " + why + ". There: " + verdict.reason;
  }
}

// Anything that tells one question from another.
std::string QuestionOf(const ScoreFileOptions& options, const std::string& sha256) {
  std::string text = sha256;
  for (const std::string& require : options.require) text += "\n" + require;
  for (const std::string& metric : options.metrics) text += "\nmetric " + metric;
  text += "\n" + options.score + "\n" + options.predicted + "\n" + std::to_string(options.threshold) + "\n" +
          std::to_string(options.base_rate.value_or(0)) + "\n" + options.judging.method + "\n" +
          std::to_string(options.judging.alpha);
  return text;
}

Result<void> JudgeAll(const ScoreFileOptions& options, const ScoredCases& cases, const JudgingOptions& judging,
                      FileJudgement& judgement) {
  for (const std::string& text : options.require) {
    ASSAY_TRY(requirement, ParseRequirement(text));
    if (options.judging.stop_when_decided) {
      ASSAY_TRY(early, DecideEarly(requirement, cases, 1 - judging.alpha));
      judgement.requirements.push_back({requirement, early.verdict, std::nullopt});
      judgement.early.push_back(std::move(early));
      continue;
    }
    ASSAY_TRY(result, JudgeRequirement(requirement, cases, judging));
    if (result.point && result.point->threshold && !judgement.has_threshold) {
      judgement.has_threshold = true;
      judgement.threshold.threshold = *result.point->threshold;
      judgement.threshold.method = result.point->method;
      judgement.threshold.min_precision = result.point->details.min_precision;
      judgement.threshold.base_rate = result.point->details.base_rate;
    }
    judgement.requirements.push_back(std::move(result));
  }
  return {};
}

// The file that a threshold was set by, or that anything was tuned on, against these cases.
Results<void> LookForLeaks(const ScoreFileOptions& options, const FileColumns& columns, const Dataset* data,
                           const std::string& sha256, FileJudgement& judgement) {
  const JudgingRequest& request = options.judging;
  if (request.threshold_file) {
    const ThresholdFile& file = *request.threshold_file;
    if (file.set == judgement.threshold.set || (!sha256.empty() && file.sha256 == sha256)) {
      judgement.in_sample = "the threshold was set by these very labels";
    }
  }
  if (!columns.tuned_name.empty()) {
    const LeakCheck checked = CompareMarks(columns.marks, columns.tuned, columns.tuned_name);
    judgement.leak_phrase = checked.phrase, judgement.leak_warning = checked.warning;
    if (!checked.leak.empty()) judgement.in_sample = checked.leak;
  }
  if (data == nullptr || request.tuned_on.empty()) return {};
  const std::vector<std::string> answers = AnswerColumns(options);
  const TuningFile tuning{.path = request.tuned_on, .id = options.id, .group = request.group, .not_content = answers};
  auto checked = CheckLeaks(*data, sha256, tuning);
  if (!checked) return std::unexpected(std::move(checked).error());
  judgement.leak_phrase = checked->phrase, judgement.leak_warning = checked->warning;
  if (!checked->leak.empty()) judgement.in_sample = checked->leak;
  return {};
}

}  // namespace

Results<FileJudgement> JudgeFile(const ScoreFileOptions& options, const FileColumns& columns, const std::string& sha256) {
  const JudgingRequest& request = options.judging;
  FileJudgement judgement;
  const ScoredCases cases = CasesOf(columns);
  judgement.threshold.set = LabelSetHash(cases.ids, cases.label);
  judgement.threshold.sha256 = sha256;
  std::unique_ptr<Dataset> data;
  if (!request.tuned_on.empty() || !request.cost_column.empty()) {
    auto opened = OpenAgain(options);
    if (!opened) return std::unexpected(std::move(opened).error());
    data = *std::move(opened);
  }
  std::vector<double> amount = columns.amounts;
  if (!request.cost_column.empty()) {
    auto amounts = ReadAmounts(*data, options.judging.cost_column, {.file = options.path, .path = options.judging.cost_column});
    if (!amounts) return FailOne(amounts.error());
    amount = *std::move(amounts);
  }
  const JudgingOptions judging = OptionsOf(options, amount);
  if (const auto judged = JudgeAll(options, cases, judging, judgement); !judged) return FailOne(judged.error());
  if (auto looked = LookForLeaks(options, columns, data.get(), sha256, judgement); !looked) return std::unexpected(std::move(looked).error());
  RefusePass(judgement.in_sample, judgement);
  if (AsksForCosts(request) || !amount.empty()) {
    CostQuestion question{.prices = {judging.cost.fn.value_or(0), judging.cost.fp.value_or(0), judging.cost.review.value_or(0)},
                          .amount = judging.amount, .currency = request.currency, .base_rate = options.base_rate,
                          .base_rate_high = request.base_rate_high, .threshold = options.threshold, .level = options.level};
    if (judgement.has_threshold) question.certified = judgement.threshold.threshold;
    auto costs = MakeCostReport(cases, question);
    if (!costs) return FailOne(costs.error());
    judgement.costs = *std::move(costs);
  }
  judgement.looks = CountLook(request.looks_path, judgement.threshold.set, QuestionOf(options, sha256));
  if (judgement.looks.counted() && !judgement.looks.fresh()) {
    for (RequirementResult& result : judgement.requirements) result.verdict.qualification = "no longer fresh";
  }
  return judgement;
}

}  // namespace assay::run
