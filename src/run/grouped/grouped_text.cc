// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/json.h"
#include "run/grouped/grouped_score.h"
#include "run/measurement_text.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

using Row = std::array<std::string, 5>;  // name, value, error, interval, rest

std::string ErrorText(const std::optional<double>& error) { return error ? "± " + Fixed(*error, 6) : ""; }

std::string BetweenText(const std::optional<Interval>& interval, Unit unit) {
  if (!interval) return "";
  return Fixed(interval->level * 100, 0) + " % " + ValueText(interval->low, unit) + " to " + ValueText(interval->high, unit);
}

Row MeanRow(const std::string& name, const stats::GroupMean& mean, std::size_t groups, Unit unit) {
  Row row{name, ValueText(mean.value, unit), ErrorText(mean.standard_error), BetweenText(mean.interval, unit), ""};
  row[4] = "over " + std::to_string(mean.groups) + " of " + std::to_string(groups);
  return row;
}

// "±" is two bytes and one column wide.
std::size_t Width(const std::string& text) { return text.size() - (text.contains("±") ? 1 : 0); }

std::string Table(const std::vector<Row>& rows) {
  std::array<std::size_t, 5> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths[i] == 0) continue;
      const std::string fill(widths[i] - Width(row[i]), ' ');
      line += i == 1 ? fill + row[i] + "  " : row[i] + fill + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

void WriteMean(base::JsonWriter& json, const char* key, const std::optional<stats::GroupMean>& mean) {
  json.Key(key);
  if (!mean) {
    json.Null();
    return;
  }
  json.BeginObject().Member("value", mean->value).Member("standard_error", mean->standard_error).Key("interval");
  verdict::WriteInterval(json, mean->interval);
  json.Member("groups", mean->groups).Member("n", mean->n).EndObject();
}

}  // namespace

std::string GroupedText(const GroupedScores& scores) {
  std::string text = scores.path + ": by " + scores.noun + "\n";
  for (const GroupedMetric& metric : scores.metrics) {
    text += "\n" + metric.metric + (metric.of.empty() ? "" : " of " + metric.of) + "\n";
    std::vector<Row> rows;
    for (const GroupFigure& group : metric.groups) {
      Row row{group.group, group.figure.value ? ValueText(*group.figure.value, metric.unit) : "undefined",
              ErrorText(group.figure.standard_error), BetweenText(group.figure.interval, metric.unit),
              "n " + std::to_string(group.figure.n)};
      if (!group.note.empty()) row[4] += "  " + group.note;
      rows.push_back(std::move(row));
    }
    if (metric.same) rows.push_back(MeanRow("mean, each the same", *metric.same, metric.groups.size(), metric.unit));
    if (metric.by_size) rows.push_back(MeanRow("mean by size", *metric.by_size, metric.groups.size(), metric.unit));
    if (metric.stated) {
      rows.push_back({"as the file says", ValueText(metric.stated->value, metric.unit),
                      ErrorText(metric.stated->standard_error), "", metric.stated->finding});
    }
    text += Table(rows);
    if (!metric.same) text += "  no group has a value, so there is no mean\n";
  }
  for (const std::string& note : scores.notes) text += "\n" + note + "\n";
  return text;
}

std::string GroupedJson(const GroupedScores& scores) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.groups/1").Member("file", scores.path).Member("sha256", scores.sha256);
  json.Member("by", scores.noun).Key("metrics").BeginArray();
  for (const GroupedMetric& metric : scores.metrics) {
    json.BeginObject().Member("metric", metric.metric).Member("of", metric.of);
    json.Member("unit", verdict::UnitWord(metric.unit)).Key("groups").BeginArray();
    for (const GroupFigure& group : metric.groups) {
      json.BeginObject().Member("group", group.group).Member("value", group.figure.value);
      json.Member("standard_error", group.figure.standard_error).Key("interval");
      verdict::WriteInterval(json, group.figure.interval);
      json.Member("n", group.figure.n).Member("note", group.note).EndObject();
    }
    json.EndArray();
    WriteMean(json, "mean_of_groups", metric.same);
    WriteMean(json, "mean_by_size", metric.by_size);
    json.Key("stated");
    if (metric.stated) {
      json.BeginObject().Member("value", metric.stated->value).Member("standard_error", metric.stated->standard_error);
      json.Member("finding", metric.stated->finding).EndObject();
    } else {
      json.Null();
    }
    json.EndObject();
  }
  json.EndArray().Key("notes").BeginArray();
  for (const std::string& note : scores.notes) json.Value(note);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
