// SPDX-License-Identifier: Apache-2.0
#include "fit/fit_schema.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/json.h"

namespace assay::fit {
namespace {

using base::JsonWriter;

// A type is string, number, integer, words in brackets ("(yes|no)"), {string} for an object of
// texts, or an object's name after '@'; "[T]" is a list of T, "T?" may be null.
struct Field {
  std::string_view name, type;
};

struct Object {
  std::string_view name;
  std::span<const Field> fields;
};

constexpr Field kFit[] = {
    {"nearest", "string"}, {"pattern", "string"},        {"because", "string"},
    {"axis", "string?"},   {"scenarios", "[@scenario]"}, {"measures", "@measures"},
    {"log", "@log"}};
constexpr Field kScenario[] = {
    {"scenario", "string"}, {"latency", "@carry"}, {"rate", "@carry"}, {"accuracy", "@carry"}};
constexpr Field kCarry[] = {
    {"carries", "(yes|no|not known)"}, {"axis", "string?"}, {"why", "string"}};
constexpr Field kMeasures[] = {{"requests", "integer"},
                               {"span_s", "number?"},
                               {"rate_qps", "number?"},
                               {"gap_variation", "number?"},
                               {"index_of_dispersion", "[@dispersion]?"},
                               {"local_dispersion", "number?"},
                               {"rate_variation", "number?"},
                               {"peak_to_mean", "number?"},
                               {"same_instant_share", "number?"},
                               {"same_instant_by_chance", "number?"},
                               {"quiet_share", "number?"},
                               {"bunches", "integer?"},
                               {"steady_streams", "integer?"},
                               {"interval_s", "number?"},
                               {"most_in_flight", "integer?"},
                               {"in_flight_dispersion", "number?"},
                               {"mean_duration_s", "number?"},
                               {"think_time_s", "number?"},
                               {"closed_loop_clients", "integer?"},
                               {"mean_size", "number?"}};
constexpr Field kDispersion[] = {
    {"window_s", "number"}, {"windows", "integer"}, {"index", "number"}};
constexpr Field kLog[] = {{"format", "string"},        {"resolution_s", "number?"},
                          {"out_of_order", "integer"}, {"without_end", "integer"},
                          {"columns", "{string}"},     {"unread", "[string]"}};
constexpr Object kFitObjects[] = {{"scenario", kScenario},
                                  {"carry", kCarry},
                                  {"measures", kMeasures},
                                  {"dispersion", kDispersion},
                                  {"log", kLog}};

constexpr Field kDistance[] = {{"row", "string"}, {"spec", "string"}, {"axes", "[@axis]"}};
constexpr Field kAxis[] = {{"axis",
                            "(model|data|class balance|input size|output size|quality "
                            "bar|traffic|SLA|precision|hardware|software|"
                            "pipeline)"},
                           {"near", "(same|close|far|not known)"},
                           {"ours", "@side"},
                           {"theirs", "@side"},
                           {"effect", "number?"},
                           {"effect_name", "string?"},
                           {"licenses", "string?"},
                           {"not_licenses", "string?"}};
constexpr Field kSide[] = {
    {"words", "string?"}, {"number", "number?"}, {"unit", "string?"}, {"source", "string?"}};
constexpr Object kDistanceObjects[] = {{"axis", kAxis}, {"side", kSide}};

void Type(JsonWriter& json, std::string_view type) {
  const std::string_view inner = type.size() > 1 ? type.substr(1, type.size() - 2) : type;
  if (type.ends_with('?')) {
    json.BeginObject().Key("anyOf").BeginArray();
    Type(json, type.substr(0, type.size() - 1));
    Type(json, "null");
    json.EndArray().EndObject();
  } else if (type.starts_with('(')) {
    json.BeginObject().Key("enum").BeginArray();
    for (std::size_t from = 0; from <= inner.size();) {
      const std::size_t bar = std::min(inner.find('|', from), inner.size());
      json.Value(inner.substr(from, bar - from));
      from = bar + 1;
    }
    json.EndArray().EndObject();
  } else if (type.starts_with('[')) {
    json.BeginObject().Member("type", "array").Key("items");
    Type(json, inner);
    json.EndObject();
  } else if (type.starts_with('{')) {
    json.BeginObject().Member("type", "object").Key("additionalProperties");
    Type(json, inner);
    json.EndObject();
  } else if (type.starts_with('@')) {
    json.BeginObject().Member("$ref", "#/$defs/" + std::string(type.substr(1))).EndObject();
  } else {
    json.BeginObject().Member("type", type).EndObject();
  }
}

void Members(JsonWriter& json, std::span<const Field> fields, std::string_view schema) {
  json.Member("type", "object").Member("additionalProperties", false).Key("required").BeginArray();
  if (!schema.empty()) json.Value("schema");
  for (const Field& field : fields) json.Value(field.name);
  json.EndArray().Key("properties").BeginObject();
  if (!schema.empty()) json.Key("schema").BeginObject().Member("const", schema).EndObject();
  for (const Field& field : fields) {
    json.Key(field.name);
    Type(json, field.type);
  }
  json.EndObject();
}

std::string Schema(std::string_view name, std::string_view title, std::span<const Field> fields,
                   std::span<const Object> objects) {
  std::string out;
  JsonWriter json(out, 1);
  json.BeginObject().Member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.Member("title", std::string(name) + ": " + std::string(title));
  Members(json, fields, name);
  json.Key("$defs").BeginObject();
  for (const Object& object : objects) {
    json.Key(object.name).BeginObject();
    Members(json, object.fields, "");
    json.EndObject();
  }
  json.EndObject().EndObject();
  return out + "\n";
}

}  // namespace

std::string FitSchema() {
  return Schema("assay.fit/1",
                "which scenario a log of requests resembles, and what of a public row carries over",
                kFit, kFitObjects);
}

std::string DistanceSchema() {
  return Schema("assay.distance/1", "how far a public row's task is from ours, axis by axis",
                kDistance, kDistanceObjects);
}

}  // namespace assay::fit
