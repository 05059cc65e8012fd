// SPDX-License-Identifier: Apache-2.0
#include "run/grouped/grouped_score.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/sha256.h"
#include "run/error_list.h"

namespace assay::run {
namespace {

FileColumns RowsOf(const FileColumns& file, const std::vector<std::size_t>& rows) {
  FileColumns part{.ids = {}, .classes = file.classes, .labels = {}, .predicted = {}, .scores = {}};
  for (const std::size_t row : rows) {
    part.ids.push_back(file.ids[row]);
    part.labels.push_back(file.labels[row]);
    if (!file.predicted.empty()) part.predicted.push_back(file.predicted[row]);
    if (!file.scores.empty()) part.scores.push_back(file.scores[row]);
  }
  return part;
}

}  // namespace

Results<GroupedScores> ScoreByGroup(const ScoreFileOptions& options) {
  if (!options.require.empty()) {
    return FailOne({ErrorCode::kUsage, "--require is about the whole file, --by about its groups", {},
                    "a claim about a group: `for: {slice: …}` in a spec"});
  }
  const auto file = ReadFileColumns(options);
  if (!file) return std::unexpected(file.error());
  const auto hash = base::Sha256HexOfFile(options.path);
  if (!hash) return FailOne(hash.error());
  std::map<std::string, std::vector<std::size_t>> rows;
  for (std::size_t row = 0; row < file->groups.size(); ++row) rows[file->groups[row]].push_back(row);
  ScoreFileOptions asked = options;
  if (asked.metrics.empty()) {
    asked.metrics = file->scores.empty() ? std::vector<std::string>{"accuracy"}
                                         : std::vector<std::string>{"average_precision", "roc_auc", "accuracy"};
  }
  GroupedScores scores{.path = options.path, .sha256 = *hash, .noun = options.by, .metrics = {}, .notes = {}};
  for (const auto& [group, members] : rows) {
    auto scored = ScoreColumns(asked, RowsOf(*file, members), "");
    if (!scored) return std::unexpected(std::move(scored).error());
    for (const Measurement& measured : scored->measurements) {
      auto place = std::ranges::find(scores.metrics, measured.metric, &GroupedMetric::metric);
      if (place == scores.metrics.end()) {
        scores.metrics.push_back({.metric = measured.metric, .of = "", .unit = measured.unit, .groups = {}});
        place = std::prev(scores.metrics.end());
      }
      place->groups.push_back({group, {.value = measured.value, .interval = measured.interval, .n = members.size()},
                               measured.value ? "" : measured.note});
    }
  }
  for (GroupedMetric& metric : scores.metrics) {
    std::vector<stats::GroupValue> values;
    for (const GroupFigure& group : metric.groups) values.push_back(group.figure);
    metric.same = stats::MeanOfGroups(values);
    metric.by_size = stats::MeanBySize(values);
  }
  return scores;
}

}  // namespace assay::run
