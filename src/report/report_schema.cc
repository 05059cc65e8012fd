// SPDX-License-Identifier: Apache-2.0
#include "report/report_schema.h"

#include <span>
#include <string_view>

#include "base/json.h"

namespace assay::report {
namespace {

using base::JsonWriter;

// A type is string, number, integer or boolean, an object's name after '@', or an outcome or unit
// word; "[T]" is a list of T, "T?" may be null.
struct Field {
  std::string_view name, type;
};

struct Object {
  std::string_view name;
  std::span<const Field> fields;
};

constexpr Field kReport[] = {{"title", "string"},
                             {"assay_version", "string"},
                             {"created_utc", "string"},
                             {"spec_file", "string"},
                             {"run_directory", "string"},
                             {"demo_label", "string"},
                             {"currency", "string"},
                             {"verdict", "string"},
                             {"exit_code", "integer"},
                             {"sentence", "string"},
                             {"why", "[string]"},
                             {"next_command", "string"},
                             {"next_reason", "string"},
                             {"notes", "[string]"},
                             {"decision", "@decision?"},
                             {"claims", "[@claim]"},
                             {"systems", "[@system]"},
                             {"host", "[@pair]"},
                             {"standard_stack", "[@pair]"},
                             {"splits", "[@split]"},
                             {"base_rate", "number?"},
                             {"base_rate_source", "string"},
                             {"cells", "[@cell]"},
                             {"quality", "[@quality]"},
                             {"costs", "[@cost]"},
                             {"cost_note", "string"},
                             {"candidates", "@candidates?"},
                             {"definitions", "[@definition]"},
                             {"files", "[@file]"},
                             {"reproduce_command", "string"},
                             {"settings", "[@setting]"}};
constexpr Field kPair[] = {{"name", "string"}, {"value", "string"}};
constexpr Field kInterval[] = {
    {"low", "number?"}, {"high", "number?"}, {"level", "number?"}, {"method", "string"}};
constexpr Field kMeasurement[] = {
    {"metric", "string"}, {"value", "number?"},       {"unit", "unit"},  {"better", "string"},
    {"n", "integer"},     {"interval", "@interval?"}, {"note", "string"}};
constexpr Field kSystem[] = {{"id", "string"},           {"executor", "string"},
                             {"runtime", "string"},      {"model", "string"},
                             {"model_sha256", "string"}, {"precision", "string"},
                             {"device", "string"},       {"threads", "integer"},
                             {"batch", "string"},        {"details", "[@pair]"}};
constexpr Field kSplit[] = {{"name", "string"},        {"path", "string"},
                            {"sha256", "string"},      {"n", "integer"},
                            {"positives", "integer?"}, {"prevalence", "number?"},
                            {"disjointness", "string"}};
constexpr Field kConstraint[] = {
    {"name", "string"}, {"outcome", "outcome"},     {"measured", "number?"}, {"limit", "number?"},
    {"unit", "unit"},   {"interval", "@interval?"}, {"margin", "number?"},   {"reason", "string"},
    {"n", "integer"},   {"n_needed", "integer?"}};
constexpr Field kCurvePoint[] = {{"percentile", "number?"}, {"latency_ns", "number?"}};
constexpr Field kLateness[] = {
    {"p50_ns", "number?"},   {"p99_ns", "number?"}, {"p999_ns", "number?"}, {"max_ns", "number?"},
    {"limit_ns", "number?"}, {"n", "integer"},      {"sentence", "string"}};
constexpr Field kSlowWrong[] = {{"limit_ns", "number?"},   {"fast_right", "integer"},
                                {"fast_wrong", "integer"}, {"slow_right", "integer"},
                                {"slow_wrong", "integer"}, {"unscored", "integer"}};
constexpr Field kCell[] = {{"system", "string"},
                           {"traffic", "string"},
                           {"scenario", "string"},
                           {"is_mlperf", "boolean"},
                           {"rate_asked", "number?"},
                           {"repeat", "integer"},
                           {"valid", "boolean"},
                           {"invalid_reasons", "[string]"},
                           {"mlperf_validity", "string?"},
                           {"mlperf_reason", "string"},
                           {"constraints", "[@constraint]"},
                           {"notes", "[string]"},
                           {"measurements", "[@measurement]"},
                           {"latency_curve", "[@curve_point]"},
                           {"latency_limit_ns", "number?"},
                           {"latency_limit_percentile", "number?"},
                           {"lateness", "@lateness?"},
                           {"slow_wrong", "@slow_wrong?"},
                           {"qualification", "string"},
                           {"record", "string"},
                           {"record_sha256", "string"}};
constexpr Field kConfusion[] = {{"classes", "[string]"}, {"counts", "[integer]"}};
constexpr Field kPrPoint[] = {
    {"recall", "number?"}, {"precision", "number?"}, {"threshold", "number?"}};
constexpr Field kOperatingPoint[] = {{"threshold", "number?"},
                                     {"recall", "number?"},
                                     {"recall_interval", "@interval?"},
                                     {"precision", "number?"},
                                     {"precision_interval", "@interval?"},
                                     {"method", "string"},
                                     {"statement", "string"}};
constexpr Field kClass[] = {
    {"name", "string"}, {"n", "integer"}, {"precision", "number?"}, {"recall", "number?"}};
constexpr Field kCase[] = {{"id", "string"},
                           {"label", "string"},
                           {"predicted", "string"},
                           {"score", "number?"},
                           {"note", "string"}};
constexpr Field kQuality[] = {{"system", "string"},
                              {"split", "string"},
                              {"n", "integer"},
                              {"unscored", "integer"},
                              {"measurements", "[@measurement]"},
                              {"measurements_at_point", "[@measurement]"},
                              {"confusion", "@confusion?"},
                              {"pr_curve", "[@pr_point]"},
                              {"prevalence", "number?"},
                              {"operating_point", "@operating_point?"},
                              {"required_recall", "number?"},
                              {"required_precision", "number?"},
                              {"classes", "[@class]"},
                              {"cases", "[@case]"},
                              {"cases_note", "string"}};
constexpr Field kClaim[] = {
    {"claim", "string"},     {"metric", "string"},       {"system", "string"},
    {"traffic", "string"},   {"split", "string"},        {"slot", "integer?"},
    {"primary", "boolean"},  {"required", "boolean"},    {"outcome", "outcome"},
    {"measured", "number?"}, {"interval", "@interval?"}, {"bound", "string"},
    {"limit", "number?"},    {"unit", "unit"},           {"margin", "number?"},
    {"n", "integer"},        {"n_needed", "integer?"},   {"n_unit", "string"},
    {"reason", "string"},    {"qualification", "string"}};
constexpr Field kLineItem[] = {
    {"outcome", "outcome"}, {"claims", "[string]"}, {"reason", "string"}};
constexpr Field kCandidate[] = {{"system", "string"},
                                {"servable", "@line_item"},
                                {"good_enough", "@line_item"},
                                {"preference", "number?"},
                                {"preferred", "boolean"}};
constexpr Field kDecision[] = {{"outcome", "outcome"},         {"sentence", "string"},
                               {"preference", "string"},       {"preference_unit", "unit"},
                               {"candidates", "[@candidate]"}, {"n_needed", "[string]"}};
constexpr Field kPoint[] = {{"system", "string"},  {"label", "string"},
                            {"x", "number?"},      {"x_interval", "@interval?"},
                            {"y", "number?"},      {"y_interval", "@interval?"},
                            {"outcome", "outcome"}};
constexpr Field kCandidates[] = {
    {"x_title", "string"},  {"x_unit", "unit"},     {"y_title", "string"}, {"y_unit", "unit"},
    {"x_limit", "number?"}, {"y_limit", "number?"}, {"points", "[@point]"}};
constexpr Field kCost[] = {
    {"system", "string"}, {"traffic", "string"}, {"measurements", "[@measurement]"}};
constexpr Field kDefinition[] = {
    {"metric", "string"}, {"title", "string"}, {"definition", "string"}, {"source", "string"}};
constexpr Field kFile[] = {{"path", "string"}, {"sha256", "string"}, {"role", "string"}};
constexpr Field kSetting[] = {{"path", "string"}, {"value", "string"}, {"origin", "string"}};

constexpr Object kObjects[] = {{"pair", kPair},
                               {"interval", kInterval},
                               {"measurement", kMeasurement},
                               {"system", kSystem},
                               {"split", kSplit},
                               {"constraint", kConstraint},
                               {"curve_point", kCurvePoint},
                               {"lateness", kLateness},
                               {"slow_wrong", kSlowWrong},
                               {"cell", kCell},
                               {"confusion", kConfusion},
                               {"pr_point", kPrPoint},
                               {"operating_point", kOperatingPoint},
                               {"class", kClass},
                               {"case", kCase},
                               {"quality", kQuality},
                               {"claim", kClaim},
                               {"line_item", kLineItem},
                               {"candidate", kCandidate},
                               {"decision", kDecision},
                               {"point", kPoint},
                               {"candidates", kCandidates},
                               {"cost", kCost},
                               {"definition", kDefinition},
                               {"file", kFile},
                               {"setting", kSetting}};

void Words(JsonWriter& json, std::span<const std::string_view> words) {
  json.BeginObject().Key("enum").BeginArray();
  for (const std::string_view word : words) json.Value(word);
  json.EndArray().EndObject();
}

void Type(JsonWriter& json, std::string_view type) {
  static constexpr std::string_view kOutcomes[] = {"PASS", "FAIL", "UNDECIDED", "NOT MEASURED"};
  static constexpr std::string_view kUnits[] = {"share", "number", "count",          "ns",
                                                "1/s",   "money",  "money/1000", "cores"};
  if (type == "outcome") {
    Words(json, kOutcomes);
  } else if (type == "unit") {
    Words(json, kUnits);
  } else if (type.starts_with('[')) {
    json.BeginObject().Member("type", "array").Key("items");
    Type(json, type.substr(1, type.size() - 2));
    json.EndObject();
  } else if (type.starts_with('@') && type.ends_with('?')) {
    json.BeginObject().Key("anyOf").BeginArray();
    Type(json, type.substr(0, type.size() - 1));
    Type(json, "null");
    json.EndArray().EndObject();
  } else if (type.starts_with('@')) {
    json.BeginObject().Member("$ref", "#/$defs/" + std::string(type.substr(1))).EndObject();
  } else if (type.ends_with('?')) {
    json.BeginObject().Key("type").BeginArray();
    json.Value(type.substr(0, type.size() - 1)).Value("null").EndArray().EndObject();
  } else {
    json.BeginObject().Member("type", type).EndObject();
  }
}

// The members of an object's schema, without its brackets. The report itself begins with its
// schema's name.
void Members(JsonWriter& json, std::span<const Field> fields, bool has_schema_name) {
  json.Member("type", "object").Member("additionalProperties", false).Key("required").BeginArray();
  if (has_schema_name) json.Value("schema");
  for (const Field& field : fields) json.Value(field.name);
  json.EndArray().Key("properties").BeginObject();
  if (has_schema_name)
    json.Key("schema").BeginObject().Member("const", "assay.report/1").EndObject();
  for (const Field& field : fields) {
    json.Key(field.name);
    Type(json, field.type);
  }
  json.EndObject();
}

}  // namespace

std::string ReportSchema() {
  std::string out;
  JsonWriter json(out, 1);
  json.BeginObject().Member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.Member("title", "assay.report/1: what a run measured, what was claimed, what follows");
  Members(json, kReport, true);
  json.Key("$defs").BeginObject();
  for (const Object& object : kObjects) {
    json.Key(object.name).BeginObject();
    Members(json, object.fields, false);
    json.EndObject();
  }
  json.EndObject().EndObject();
  return out + "\n";
}

}  // namespace assay::report
