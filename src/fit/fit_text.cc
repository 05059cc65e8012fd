// SPDX-License-Identifier: Apache-2.0
#include "fit/fit_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "base/json.h"

namespace assay::fit {
namespace {

std::string Text(const std::optional<double>& value, std::string_view unit = {}) {
  if (!value) return "not known";
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, *value, std::chars_format::general, 4).ptr;
  return std::string(text, end) + std::string(unit);
}

std::string MeasureRows(const TrafficMeasures& measures) {
  std::string text;
  for (const MeasureInWords& measure : MeasuresInWords(measures)) {
    std::string row = "  " + measure.name;
    row.resize(std::max<std::size_t>(row.size() + 1, 28), ' ');
    row += measure.value;
    row.resize(std::max<std::size_t>(row.size() + 1, 42), ' ');
    text += row + measure.meaning + "\n";
  }
  return text;
}

std::string SourceRows(const TrafficLog& log) {
  std::string text = "read as " + log.format + ":";
  for (const auto& [part, column] : log.columns) text += " " + part + " = " + column + ";";
  if (!log.unread.empty()) {
    text += " no part:";
    for (const std::string& name : log.unread) text += " " + name;
    text += ";";
  }
  text += " times written to " + Text(log.resolution_s, " s") + "\n";
  if (log.out_of_order > 0) {
    text +=
        std::to_string(log.out_of_order) + " rows stood after a later one and were put in order\n";
  }
  if (log.without_end > 0) {
    text += std::to_string(log.without_end) +
            " rows have no end, so nothing is said about what was in flight\n";
  }
  return text;
}

void WriteCarry(std::string_view key, const Carry& carry, base::JsonWriter& json) {
  json.Key(key).BeginObject().Member("carries", NameOf(carry.carries)).Key("axis");
  carry.axis.empty() ? json.Null() : json.Value(carry.axis);
  json.Member("why", carry.why).EndObject();
}

void WriteMeasures(const TrafficMeasures& m, base::JsonWriter& json) {
  json.Key("measures").BeginObject().Member("requests", m.requests).Member("span_s", m.span_s);
  json.Member("rate_qps", m.rate_qps).Member("gap_variation", m.gap_variation);
  json.Key("index_of_dispersion");
  if (m.dispersion) {
    json.BeginArray();
    for (const Dispersion& d : *m.dispersion) {
      json.BeginObject().Member("window_s", d.window_s).Member("windows", d.windows);
      json.Member("index", d.index).EndObject();
    }
    json.EndArray();
  } else {
    json.Null();
  }
  json.Member("local_dispersion",
              m.local_dispersion ? std::optional(m.local_dispersion->index) : std::nullopt);
  json.Member("rate_variation", m.rate_variation);
  json.Member("peak_to_mean", m.peak_to_mean).Member("same_instant_share", m.same_instant_share);
  json.Member("same_instant_by_chance", m.same_instant_by_chance);
  json.Member("quiet_share", m.quiet_share).Member("bunches", m.bunches);
  json.Member("steady_streams", m.streams ? std::optional(m.streams->streams) : std::nullopt);
  json.Member("interval_s", m.streams ? std::optional(m.streams->interval_s) : std::nullopt);
  json.Member("most_in_flight", m.most_in_flight)
      .Member("in_flight_dispersion", m.in_flight_dispersion);
  json.Member("mean_duration_s", m.mean_duration_s).Member("think_time_s", m.think_time_s);
  json.Member("closed_loop_clients",
              m.closed_loop ? std::optional(m.closed_loop->clients) : std::nullopt);
  json.Member("mean_size", m.mean_size).EndObject();
}

}  // namespace

std::vector<MeasureInWords> MeasuresInWords(const TrafficMeasures& m) {
  std::vector<MeasureInWords> rows = {
      {"requests", std::to_string(m.requests), ""},
      {"span", Text(m.span_s, " s"), "first arrival to last"},
      {"rate", Text(m.rate_qps, "/s"), "mean"},
      {"gap variation", Text(m.gap_variation),
       "spread over mean of the gaps: 1 Poisson, 0 even"}};
  if (m.dispersion) {
    for (const Dispersion& d : *m.dispersion) {
      rows.push_back(
          {"index of dispersion", Text(d.index),
           "counts in windows of " + Text(d.window_s, " s") + ": variance over mean, 1 Poisson"});
    }
    rows.push_back({"the same, local", Text(m.local_dispersion->index),
                    "without the rate's slow course"});
    rows.push_back({"rate variation", Text(m.rate_variation),
                    "spread over mean of the slow rate; 0 steady"});
    rows.push_back({"peak to mean", Text(m.peak_to_mean), "busiest of the middle windows"});
  } else {
    rows.push_back({"index of dispersion", "not known",
                    "takes 300 requests that don't all come at once"});
  }
  rows.push_back({"same instant", Text(m.same_instant_share),
                  "share of requests; by chance " + Text(m.same_instant_by_chance)});
  rows.push_back(
      {"silence", Text(m.quiet_share), "share of the span in pauses over 100 mean gaps"});
  std::optional<double> most;
  if (m.most_in_flight) most = static_cast<double>(*m.most_in_flight);
  rows.push_back({"most in flight", Text(most),
                  m.most_in_flight ? "" : "the log says no end or not all"});
  if (m.most_in_flight) rows.push_back({"duration", Text(m.mean_duration_s, " s"), "mean"});
  rows.push_back({"think time", Text(m.think_time_s, m.think_time_s ? " s" : ""),
                  "from answer to next request; only of closed loops"});
  rows.push_back({"input size", Text(m.mean_size), "mean, in the log's unit"});
  return rows;
}

std::string FitText(const TrafficLog& log, const TrafficMeasures& measures,
                    const ScenarioFit& fit) {
  std::string text =
      "NEAREST  " + std::string(fit.nearest) + ": " + std::string(NameOf(fit.pattern)) + "\n";
  text += "  " + fit.because + "\n";
  if (!fit.axis.empty()) text += "  in the way of a public row: " + fit.axis + "\n";
  text += "\nWhat of a public row carries over to this traffic\n";
  for (const ScenarioCarry& scenario : fit.scenarios) {
    text += "  " + std::string(scenario.scenario) + "\n";
    for (const auto& [name, carry] : {std::pair{"latency", &scenario.latency},
                                      {"rate", &scenario.rate},
                                      {"accuracy", &scenario.accuracy}}) {
      std::string row = "    " + std::string(name);
      row.resize(14, ' ');
      row += NameOf(carry->carries);
      row.resize(25, ' ');
      text += row + (carry->axis.empty() ? "" : carry->axis + ": ") + carry->why + "\n";
    }
  }
  return text + "\nMeasures\n" + MeasureRows(measures) + "\n" + SourceRows(log);
}

std::string FitJson(const TrafficLog& log, const TrafficMeasures& measures,
                    const ScenarioFit& fit) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.fit/1").Member("nearest", fit.nearest);
  json.Member("pattern", NameOf(fit.pattern)).Member("because", fit.because).Key("axis");
  fit.axis.empty() ? json.Null() : json.Value(fit.axis);
  json.Key("scenarios").BeginArray();
  for (const ScenarioCarry& scenario : fit.scenarios) {
    json.BeginObject().Member("scenario", scenario.scenario);
    WriteCarry("latency", scenario.latency, json);
    WriteCarry("rate", scenario.rate, json);
    WriteCarry("accuracy", scenario.accuracy, json);
    json.EndObject();
  }
  json.EndArray();
  WriteMeasures(measures, json);
  json.Key("log")
      .BeginObject()
      .Member("format", log.format)
      .Member("resolution_s", log.resolution_s);
  json.Member("out_of_order", log.out_of_order).Member("without_end", log.without_end);
  json.Key("columns").BeginObject();
  for (const auto& [part, column] : log.columns) json.Member(part, column);
  json.EndObject().Key("unread").BeginArray();
  for (const std::string& name : log.unread) json.Value(name);
  json.EndArray().EndObject().EndObject();
  return text + "\n";
}

}  // namespace assay::fit
