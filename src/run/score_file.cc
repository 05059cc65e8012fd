// SPDX-License-Identifier: Apache-2.0
#include "run/score_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "assay/dataset.h"
#include "base/json.h"
#include "base/sha256.h"
#include "data/format/format_of_file.h"
#include "run/worst_required.h"
#include "run/error_list.h"
#include "run/measurement_json.h"
#include "run/measurement_text.h"
#include "run/quality.h"
#include "run/requirement.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostNamed = 20;

Results<std::unique_ptr<Dataset>> Open(const ScoreFileOptions& options) {
  const DatasetInfo* format = data::FormatOfFile(options.path);
  if (format == nullptr) {
    return FailOne({ErrorCode::kUnknownName, "can't tell the format of " + options.path + " by its extension", {},
                "files of predictions are .csv or .jsonl"});
  }
  return format->open({.path = options.path, .id = options.id, .label = options.label,
                       .positive = options.score.empty() ? "" : options.positive});
}

Result<std::size_t> ColumnNamed(const Dataset& data, const std::string& name, const std::string& path) {
  const auto found = std::ranges::find(data.columns(), name);
  if (found != data.columns().end()) return static_cast<std::size_t>(found - data.columns().begin());
  return FailAt({.file = path}, ErrorCode::kBadReference, "there is no column '" + name + "'");
}

Result<std::vector<double>> Scores(const Dataset& data, std::size_t column, const ScoreFileOptions& options) {
  std::vector<double> scores(data.size());
  std::string bad;
  std::size_t count = 0;
  Where first;
  for (std::size_t row = 0; row < data.size(); ++row) {
    const std::string_view text = data.Cell(row, column);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), scores[row]);
    if (error == std::errc() && end == text.data() + text.size() && std::isfinite(scores[row])) continue;
    if (count == 0) first = data.Place(row, column);
    if (++count <= kMostNamed) bad += (bad.empty() ? "" : ", ") + std::string(data.Id(row)) + " ('" + std::string(text) + "')";
  }
  if (count == 0) return scores;
  if (count > kMostNamed) bad += " and " + std::to_string(count - kMostNamed) + " more";
  first.path = options.score;
  return FailAt(first, ErrorCode::kNotFinite,
                std::to_string(count) + (count == 1 ? " row has" : " rows have") + " no finite score: " + bad,
                "numbers are written with a dot; no row is dropped or sorted as if it were one");
}

std::int32_t ClassOf(std::string_view name, std::vector<std::string>& classes) {
  const auto found = std::ranges::find(classes, name);
  if (found != classes.end()) return static_cast<std::int32_t>(found - classes.begin());
  classes.emplace_back(name);
  return static_cast<std::int32_t>(classes.size() - 1);
}

// An empty field isn't an answer: the file must say what it means.
Result<std::vector<std::int32_t>> Predictions(const Dataset& data, std::size_t column, const ScoreFileOptions& options,
                                              std::vector<std::string>& classes) {
  std::vector<std::int32_t> predicted;
  for (std::size_t row = 0; row < data.size(); ++row) {
    const std::string_view name = data.Cell(row, column);
    if (name.empty()) {
      Where where = data.Place(row, column);
      where.path = options.predicted;
      return FailAt(where, ErrorCode::kBadRow, "row " + std::string(data.Id(row)) + " has no answer",
                    "a row without an answer can't be scored; take it out or give it a class of its own");
    }
    predicted.push_back(options.score.empty() ? ClassOf(name, classes) : name == options.positive ? 1 : 0);
  }
  return predicted;
}

// Whole numbers as labels make classes of the numbers between them too; those without a row aren't classes that anybody named.
void DropClassesWithoutRow(FileColumns& columns) {
  std::vector<std::int32_t> number(columns.classes.size(), -1);
  for (const std::vector<std::int32_t>* column : {&columns.labels, &columns.predicted}) {
    for (const std::int32_t one : *column) number[static_cast<std::size_t>(one)] = 0;
  }
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(std::move(columns.classes[i]));
  }
  columns.classes = std::move(kept);
  for (std::vector<std::int32_t>* column : {&columns.labels, &columns.predicted}) {
    for (std::int32_t& one : *column) one = number[static_cast<std::size_t>(one)];
  }
}

// The classes that the user lists, those without a row too; a row of another class is a mistake in the list or in the file.
Result<void> SettleClasses(const Dataset& data, const ScoreFileOptions& options, FileColumns& columns) {
  if (options.score.empty()) DropClassesWithoutRow(columns);
  if (options.classes.empty()) return {};
  const auto listed = [&](const std::string& name) { return std::ranges::find(options.classes, name) != options.classes.end(); };
  for (std::size_t row = 0; row < data.size(); ++row) {
    const auto number = static_cast<std::size_t>(columns.labels[row]);
    const auto answer = columns.predicted.empty() ? number : static_cast<std::size_t>(columns.predicted[row]);
    for (const std::size_t one : {number, answer}) {
      if (one < columns.classes.size() && listed(columns.classes[one])) continue;
      const std::string name = one < columns.classes.size() ? columns.classes[one] : std::to_string(one);
      return FailAt(data.Place(row, std::nullopt), ErrorCode::kUnknownName,
                    "row " + std::string(data.Id(row)) + " has the class '" + name + "', which --class doesn't list");
    }
  }
  for (const std::string& name : options.classes) static_cast<void>(ClassOf(name, columns.classes));
  return {};
}

Result<FileColumns> ReadColumns(const Dataset& data, const ScoreFileOptions& options) {
  FileColumns columns;
  columns.classes.assign(data.classes().begin(), data.classes().end());
  for (std::size_t row = 0; row < data.size(); ++row) {
    const auto label = data.Label(row);
    if (!label) {
      return FailAt(data.Place(row, std::nullopt), ErrorCode::kMissingLabel, "row " + std::string(data.Id(row)) +
                                                                                 " has no label");
    }
    columns.ids.emplace_back(data.Id(row));
    columns.labels.push_back(*label);
  }
  if (!options.score.empty()) {
    ASSAY_TRY(column, ColumnNamed(data, options.score, options.path));
    ASSAY_TRY(scores, Scores(data, column, options));
    for (const double score : scores) columns.predicted.push_back(score >= options.threshold ? 1 : 0);
    columns.scores = std::move(scores);
  }
  if (!options.predicted.empty()) {
    ASSAY_TRY(column, ColumnNamed(data, options.predicted, options.path));
    ASSAY_TRY(predicted, Predictions(data, column, options, columns.classes));
    columns.predicted = std::move(predicted);
  }
  ASSAY_CHECK_OK(SettleClasses(data, options, columns));
  if (!options.by.empty()) {
    if (options.by == options.label) return Fail(ErrorCode::kUsage, "--by takes another column than the right answers, found '" + options.by + "'");
    ASSAY_TRY(column, ColumnNamed(data, options.by, options.path));
    for (std::size_t row = 0; row < data.size(); ++row) columns.groups.emplace_back(data.Cell(row, column));
  }
  return columns;
}

Result<void> CheckAsked(const ScoreFileOptions& options) {
  for (const std::string& name : options.metrics) {
    if (FindMetric(name) == nullptr) {
      return Fail(ErrorCode::kUnknownName, "no metric is called '" + name + "'", "`assay list metrics` shows them");
    }
  }
  for (const std::string& text : options.require) {
    if (auto requirement = ParseRequirement(text); !requirement) return std::unexpected(std::move(requirement).error());
  }
  return {};
}

// The metrics asked for; without any, all that these columns allow.
Result<std::vector<Measurement>> Measure(const ScoreFileOptions& options, const MetricInput& input) {
  std::vector<Measurement> list;
  for (const MetricInfo* info : AllMetrics()) {
    const bool asked = std::ranges::find(options.metrics, info->name) != options.metrics.end();
    if (options.metrics.empty() ? (info->needs & kQualityNeeds) == 0 || (info->needs & ~kQualityNeeds) != 0 : !asked) continue;
    if (options.progress) options.progress("metric " + std::string(info->name));
    ASSAY_TRY(measured, info->compute(input));
    // Unasked, a metric that these columns can't have at all stays out; an undefined value of one that they can stays.
    const bool needs_scores = (info->needs & static_cast<std::uint8_t>(Needs::kQualityScores)) != 0;
    if (!asked && needs_scores && input.quality->score.empty() && !measured.empty() && !measured.front().value) continue;
    list.insert(list.end(), measured.begin(), measured.end());
  }
  return list;
}

}  // namespace

int FileScores::exit_code() const {
  std::vector<verdict::ClaimVerdict> verdicts;
  for (const RequirementResult& result : judgement.requirements) verdicts.push_back(result.verdict);
  if (verdicts.empty()) return 0;
  return ExitCodeOfOutcome(WorstRequired(verdicts));
}

Results<FileColumns> ReadFileColumns(const ScoreFileOptions& options) {
  if (options.score.empty() && options.predicted.empty()) {
    return FailOne({ErrorCode::kUsage, "a file of predictions needs --score COLUMN or --predicted COLUMN"});
  }
  if (options.label.empty()) {
    return FailOne({ErrorCode::kUsage, "a file of predictions needs --label COLUMN, the right answers"});
  }
  auto opened = Open(options);
  if (!opened) return std::unexpected(std::move(opened).error());
  auto read = ReadColumns(**opened, options);
  if (!read) return FailOne(read.error());
  return *std::move(read);
}

Results<FileScores> ScoreColumns(const ScoreFileOptions& options, const FileColumns& file, const std::string& sha256) {
  if (auto asked = CheckAsked(options); !asked) return FailOne(std::move(asked).error());
  QualityColumns columns;
  columns.ids = file.ids, columns.label = file.labels, columns.predicted = file.predicted;
  columns.score = file.scores, columns.classes = file.classes;
  columns.base_rate = options.base_rate, columns.min_precision = options.min_precision;
  FileScores result{.path = options.path, .sha256 = sha256, .n = file.ids.size()};
  if (!file.scores.empty()) result.positives = static_cast<std::uint64_t>(std::ranges::count(file.labels, 1));
  auto measured = Measure(options, {.quality = &columns, .level = options.level});
  if (!measured) return FailOne(measured.error());
  result.measurements = *std::move(measured);
  auto judged = JudgeFile(options, file, sha256);
  if (!judged) return std::unexpected(std::move(judged).error());
  result.judgement = *std::move(judged);
  return result;
}

Results<FileScores> ScoreFile(const ScoreFileOptions& options) {
  if (auto asked = CheckAsked(options); !asked) return FailOne(std::move(asked).error());  // before a long file is read
  if (options.progress) options.progress("reading " + options.path);
  const auto read = ReadFileColumns(options);
  if (!read) return std::unexpected(read.error());
  const auto hash = base::Sha256HexOfFile(options.path);
  if (!hash) return FailOne(hash.error());
  return ScoreColumns(options, *read, *hash);
}

std::string ScoresText(const FileScores& scores) {
  std::string text = scores.path + ": " + std::to_string(scores.n) + " cases";
  if (scores.positives) text += ", " + std::to_string(*scores.positives) + " positives";
  text += "\n\n";
  const std::string judged = JudgementText(scores.judgement);
  if (!judged.empty()) text += judged + "\n";
  return text + MeasurementTable(scores.measurements);
}

std::string ScoresJson(const FileScores& scores) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.scores/1").Member("file", scores.path).Member("sha256", scores.sha256);
  json.Member("n", scores.n).Member("positives", scores.positives).Key("measurements");
  WriteMeasurements(scores.measurements, json);
  WriteJudgement(scores.judgement, json);
  json.EndObject();
  return text + "\n";
}

}  // namespace assay::run
