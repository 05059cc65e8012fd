// SPDX-License-Identifier: Apache-2.0
#include "run/score_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "assay/dataset.h"
#include "base/json.h"
#include "base/sha256.h"
#include "run/measurement_json.h"
#include "run/measurement_text.h"

namespace assay::run {
namespace {

constexpr std::uint8_t kQuality = Needs::kQualityScores | Needs::kQualityDecisions;
constexpr std::size_t kMostNamed = 20;

std::unexpected<Errors> One(Error error) { return std::unexpected(Errors{std::move(error)}); }

Results<std::unique_ptr<Dataset>> Open(const ScoreFileOptions& options) {
  const std::string extension = std::filesystem::path(options.path).extension().string();
  for (const DatasetInfo* info : AllDatasets()) {
    if (extension.empty() || info->extensions.find(extension) == std::string_view::npos) continue;
    DatasetOptions open{.path = options.path, .id = options.id, .label = options.label,
                        .positive = options.score.empty() ? "" : options.positive};
    return info->open(open);
  }
  return One({ErrorCode::kUnknownName, "can't tell the format of " + options.path + " by its extension", {},
              "files of predictions are .csv or .jsonl"});
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

}  // namespace

Results<FileScores> ScoreFile(const ScoreFileOptions& options) {
  if (options.score.empty() && options.predicted.empty()) {
    return One({ErrorCode::kUsage, "a file of predictions needs --score COLUMN or --predicted COLUMN"});
  }
  auto opened = Open(options);
  if (!opened) return std::unexpected(std::move(opened).error());
  const Dataset& data = **opened;
  FileScores result{.path = options.path, .n = data.size()};
  std::vector<std::string> ids, classes(data.classes().begin(), data.classes().end());
  std::vector<std::int32_t> labels, predicted;
  std::vector<double> scores;
  for (std::size_t row = 0; row < data.size(); ++row) {
    ids.emplace_back(data.Id(row));
    labels.push_back(data.Label(row).value_or(0));
  }
  if (!options.score.empty()) {
    const auto column = ColumnNamed(data, options.score, options.path);
    if (!column) return One(column.error());
    auto read = Scores(data, *column, options);
    if (!read) return One(read.error());
    scores = *std::move(read);
    for (const double score : scores) predicted.push_back(score >= options.threshold ? 1 : 0);
    result.positives = static_cast<std::uint64_t>(std::ranges::count(labels, 1));
  }
  if (!options.predicted.empty()) {
    const auto column = ColumnNamed(data, options.predicted, options.path);
    if (!column) return One(column.error());
    predicted.clear();
    for (std::size_t row = 0; row < data.size(); ++row) {
      const std::string_view name = data.Cell(row, *column);
      predicted.push_back(options.score.empty() ? ClassOf(name, classes) : name == options.positive ? 1 : 0);
    }
  }
  QualityColumns columns;
  columns.ids = ids, columns.label = labels, columns.predicted = predicted, columns.score = scores;
  columns.classes = classes, columns.base_rate = options.base_rate, columns.min_precision = options.min_precision;
  const MetricInput input{.quality = &columns, .level = options.level};
  for (const std::string& name : options.metrics) {
    if (FindMetric(name) == nullptr) {
      return One({ErrorCode::kUnknownName, "no metric is called '" + name + "'", {}, "`assay list metrics` shows them"});
    }
  }
  for (const MetricInfo* info : AllMetrics()) {
    const bool asked = std::ranges::find(options.metrics, info->name) != options.metrics.end();
    if (options.metrics.empty() ? (info->needs & kQuality) == 0 || (info->needs & ~kQuality) != 0 : !asked) continue;
    auto measured = info->compute(input);
    if (!measured) return One(measured.error());
    // Unasked, a metric that these columns can't have at all stays out; an undefined value of one that they can stays.
    const bool other_task = !measured->empty() && !measured->front().value &&
                            ((info->needs & static_cast<std::uint8_t>(Needs::kQualityScores)) != 0) && scores.empty();
    if (!asked && other_task) continue;
    result.measurements.insert(result.measurements.end(), measured->begin(), measured->end());
  }
  const auto hash = base::Sha256HexOfFile(options.path);
  if (!hash) return One(hash.error());
  result.sha256 = *hash;
  return result;
}

std::string ScoresText(const FileScores& scores) {
  std::string text = scores.path + ": " + std::to_string(scores.n) + " cases";
  if (scores.positives) text += ", " + std::to_string(*scores.positives) + " positives";
  return text + "\n\n" + MeasurementTable(scores.measurements);
}

std::string ScoresJson(const FileScores& scores) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.scores/1").Member("file", scores.path).Member("sha256", scores.sha256);
  json.Member("n", scores.n).Member("positives", scores.positives).Key("measurements");
  WriteMeasurements(scores.measurements, json);
  json.EndObject();
  return text + "\n";
}

}  // namespace assay::run
