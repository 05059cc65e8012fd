// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "run/compare/comparison_text.h"
#include "spec/document_schema.h"

namespace assay::run {
namespace {

using Field = spec::DocumentField;
using Object = spec::DocumentObject;

constexpr Field kCompare[] = {{"verdict", "string"},   {"exit_code", "integer"}, {"sentence", "string"},
                              {"level", "number"},     {"rule", "@rule?"},       {"comparisons", "[@comparison]"}};
constexpr Field kRule[] = {{"text", "string"}, {"margin", "number"}, {"relative", "boolean"}};
constexpr Field kComparison[] = {
    {"baseline", "string"}, {"other", "string"}, {"parts", "[@part]"}, {"limits", "[string]"}};
constexpr Field kPart[] = {{"name", "string"},         {"of", "(quality|load)"}, {"flips", "[@flips]"},
                           {"metrics", "[@metric]"},   {"limits", "[string]"},   {"incomplete", "boolean"}};
constexpr Field kFlips[] = {{"of", "string"},     {"n", "integer"},      {"graded", "boolean"},   {"broken", "integer"},      {"fixed", "integer"},
                            {"p_exact", "number"}, {"p_mid", "number"}, {"broken_ids", "[string]"}, {"fixed_ids", "[string]"}};
constexpr Field kMetric[] = {{"metric", "string"},
                             {"relative", "boolean"},
                             {"baseline", "number?"},
                             {"other", "number?"},
                             {"difference", "number?"},
                             {"interval", "@interval?"},
                             {"p", "number?"},
                             {"adjusted_p", "number?"},
                             {"test", "string"},
                             {"n", "integer"},
                             {"n_of", "string"},
                             {"confirmed", "boolean"},
                             {"change", "(worse|better|differs|none shown|cannot judge)"},
                             {"outcome", "string?"},
                             {"detectable", "number?"},
                             {"needed", "integer?"},
                             {"discordance", "number?"},
                             {"repeat_deviation", "number?"},
                             {"within_share", "number?"},
                             {"sentence", "string"},
                             {"reason", "string"}};
constexpr Field kInterval[] = {{"low", "number"}, {"high", "number"}, {"level", "number"}, {"method", "string"}};
constexpr Object kCompareObjects[] = {{"rule", kRule},   {"comparison", kComparison}, {"part", kPart},
                                      {"flips", kFlips}, {"metric", kMetric},         {"interval", kInterval}};

void WriteTexts(base::JsonWriter& json, const std::vector<std::string>& texts) {
  json.BeginArray();
  for (const std::string& text : texts) json.Value(text);
  json.EndArray();
}

void WriteFlips(base::JsonWriter& json, const ComparedFlips& flips) {
  json.BeginObject().Member("of", flips.of).Member("n", flips.counts.cases()).Member("graded", flips.graded);
  json.Member("broken", flips.broken()).Member("fixed", flips.fixed());
  json.Member("p_exact", flips.exact).Member("p_mid", flips.mid_p).Key("broken_ids");
  WriteTexts(json, flips.broken_ids);
  json.Key("fixed_ids");
  WriteTexts(json, flips.fixed_ids);
  json.EndObject();
}

void WriteMetric(base::JsonWriter& json, const ComparedMetric& metric) {
  json.BeginObject().Member("metric", metric.metric).Member("relative", metric.relative);
  json.Member("baseline", metric.baseline).Member("other", metric.other).Member("difference", metric.difference);
  json.Key("interval");
  if (metric.interval) {
    json.BeginObject().Member("low", metric.interval->low).Member("high", metric.interval->high);
    json.Member("level", metric.interval->level).Member("method", metric.interval->method).EndObject();
  } else {
    json.Null();
  }
  json.Member("p", metric.p).Member("adjusted_p", metric.adjusted_p).Member("test", metric.test);
  json.Member("n", metric.n).Member("n_of", metric.of).Member("confirmed", metric.named);
  json.Member("change", ChangeWord(metric.change)).Key("outcome");
  if (metric.outcome) json.Value(verdict::OutcomeWord(*metric.outcome));
  else json.Null();
  json.Member("detectable", metric.detectable).Member("needed", metric.needed).Member("discordance", metric.discordance);
  json.Member("repeat_deviation", metric.deviation).Member("within_share", metric.within_share);
  json.Member("sentence", metric.sentence).Member("reason", metric.reason).EndObject();
}

void WritePart(base::JsonWriter& json, const ComparedPart& part) {
  json.BeginObject().Member("name", part.name).Member("of", part.load ? "load" : "quality").Key("flips").BeginArray();
  for (const ComparedFlips& flips : part.flips) WriteFlips(json, flips);
  json.EndArray().Key("metrics").BeginArray();
  for (const ComparedMetric& metric : part.metrics) WriteMetric(json, metric);
  json.EndArray().Key("limits");
  WriteTexts(json, part.limits);
  json.Member("incomplete", part.incomplete).EndObject();
}

}  // namespace

std::string ComparisonJson(const CompareOutcome& outcome) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.compare/1").Member("verdict", outcome.word);
  json.Member("exit_code", outcome.exit_code).Member("sentence", outcome.sentence).Member("level", outcome.level).Key("rule");
  if (outcome.rule) {
    json.BeginObject().Member("text", outcome.rule->text).Member("margin", outcome.rule->margin);
    json.Member("relative", outcome.rule->relative).EndObject();
  } else {
    json.Null();
  }
  json.Key("comparisons").BeginArray();
  for (const Comparison& comparison : outcome.comparisons) {
    json.BeginObject().Member("baseline", comparison.baseline).Member("other", comparison.other).Key("parts").BeginArray();
    for (const ComparedPart& part : comparison.parts) WritePart(json, part);
    json.EndArray().Key("limits");
    WriteTexts(json, comparison.limits);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string ComparisonSchema() {
  return spec::DocumentSchema("assay.compare/1", "two or more systems compared on the same cases and under the same loads",
                              kCompare, kCompareObjects);
}

}  // namespace assay::run
