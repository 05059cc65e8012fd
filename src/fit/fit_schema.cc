// SPDX-License-Identifier: Apache-2.0
#include "fit/fit_schema.h"

#include "spec/document_schema.h"

namespace assay::fit {
namespace {

using Field = spec::DocumentField;
using Object = spec::DocumentObject;

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

}  // namespace

std::string FitSchema() {
  return spec::DocumentSchema("assay.fit/1",
                "which scenario a log of requests resembles, and what of a public row carries over",
                kFit, kFitObjects);
}

std::string DistanceSchema() {
  return spec::DocumentSchema("assay.distance/1", "how far a public row's task is from ours, axis by axis",
                kDistance, kDistanceObjects);
}

}  // namespace assay::fit
