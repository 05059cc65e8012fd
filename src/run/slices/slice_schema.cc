// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_schema.h"

#include "spec/document_schema.h"

namespace assay::run {
namespace {

using Field = spec::DocumentField;
using Object = spec::DocumentObject;

constexpr Field kIntervalFields[] = {{"low", "number"}, {"high", "number"}, {"level", "number"}, {"method", "string"}};
constexpr Field kRateFields[] = {{"cases", "integer"}, {"errors", "number"}, {"rate", "number?"}, {"interval", "@interval?"}};

constexpr Field kSlices[] = {{"source", "string"}, {"split", "string"},
                             {"measure", "(wrong answers|squared error|loss)"},
                             {"depth", "integer"}, {"level", "number"}, {"false_discovery_rate", "number"},
                             {"columns", "[string]"}, {"systems", "[@system]"}};
constexpr Field kSystem[] = {{"system", "string"}, {"decision", "string"}, {"unscored", "integer"}, {"all", "@rate"},
                             {"by_class", "[@class]"}, {"declared", "[@finding]"}, {"search", "@search"},
                             {"found", "[@finding]"}, {"slow_wrong", "[@slow_wrong]"}};
constexpr Field kClass[] = {{"class", "string"}, {"errors", "@rate"}};
constexpr Field kFinding[] = {{"slice", "string"}, {"shown", "boolean"}, {"all", "@rate"}, {"tested", "@rate"},
                              {"rest_rate", "number"}, {"lift", "number?"}, {"p", "number"}, {"adjusted_p", "number"},
                              {"examples", "[string]"}};
constexpr Field kSearch[] = {{"searched_cases", "integer"}, {"held_out_cases", "integer"}, {"min_cases", "integer"},
                             {"looked_at", "integer"}, {"pruned", "integer"}, {"cut", "boolean"}};
constexpr Field kSlow[] = {{"traffic", "string"}, {"limit_ns", "number"}, {"fast_right", "integer"}, {"fast_wrong", "integer"},
                           {"slow_right", "integer"}, {"slow_wrong", "integer"}, {"unscored", "integer"}, {"p", "number"}};
constexpr Object kSlicesObjects[] = {{"system", kSystem}, {"class", kClass}, {"finding", kFinding}, {"search", kSearch},
                                     {"slow_wrong", kSlow}, {"rate", kRateFields}, {"interval", kIntervalFields}};

constexpr Field kFlips[] = {{"source", "string"}, {"split", "string"}, {"system", "string"}, {"baseline", "string"},
                            {"system_decision", "string"}, {"baseline_decision", "string"}, {"unpaired", "integer"},
                            {"groups", "[@group]"}, {"by_distance", "[@band]"}, {"drift", "@drift?"},
                            {"declared", "[@broken]"}, {"found", "[@broken]"}, {"broken_ids", "[string]"},
                            {"fixed_ids", "[string]"}};
constexpr Field kGroup[] = {{"group", "string"}, {"cases", "integer"}, {"both_right", "integer"}, {"broken", "integer"},
                            {"fixed", "integer"}, {"both_wrong", "integer"}, {"other_wrong", "integer"},
                            {"broken_rate", "number?"}, {"broken_interval", "@interval?"}, {"flip_rate", "number?"},
                            {"flip_interval", "@interval?"}, {"net", "number?"}, {"net_interval", "@interval?"},
                            {"mcnemar_p", "number"}};
constexpr Field kBand[] = {{"from", "number"}, {"to", "number"}, {"cases", "integer"}, {"broken", "integer"}, {"fixed", "integer"}};
constexpr Field kDrift[] = {{"quantiles", "[@quantile]"}, {"mean", "number"}, {"rank_correlation", "number?"}};
constexpr Field kQuantile[] = {{"share", "number"}, {"at_most", "number"}};
constexpr Field kBroken[] = {{"slice", "string"}, {"shown", "boolean"}, {"tested", "@rate"}, {"rest_rate", "number"},
                             {"p", "number"}, {"adjusted_p", "number"}};
constexpr Object kFlipsObjects[] = {{"group", kGroup}, {"band", kBand}, {"drift", kDrift}, {"quantile", kQuantile},
                                    {"broken", kBroken}, {"rate", kRateFields}, {"interval", kIntervalFields}};

constexpr Field kWhy[] = {{"run", "string"}, {"split", "string"}, {"case", "string"}, {"label", "string?"},
                          {"columns", "[@column]"}, {"answers", "[@answer]"}, {"decisions", "[@decision]"},
                          {"system", "string"}, {"error_rate", "number?"}, {"slices", "[@slice]"},
                          {"nearest_right", "[@neighbour]"}, {"nearest_wrong", "[@neighbour]"},
                          {"changed_inputs", "@changed?"}, {"not_measured", "string?"}};
constexpr Field kColumn[] = {{"name", "string"}, {"value", "string"}, {"share_at_most", "number?"}, {"share_equal", "number?"}};
constexpr Field kAnswer[] = {{"system", "string"}, {"load", "string"}, {"repeat", "integer"},
                             {"status", "(ok|error|cancelled|lost|pending)"}, {"predicted", "string?"}, {"score", "number?"},
                             {"latency_ns", "integer?"}, {"slow", "boolean?"}};
constexpr Field kDecision[] = {{"system", "string"}, {"decision", "string"}, {"predicted", "string?"}, {"right", "boolean?"}};
constexpr Field kSlice[] = {{"slice", "string"}, {"declared", "boolean"}, {"errors", "@rate"}};
constexpr Field kNeighbour[] = {{"id", "string"}, {"label", "string"}, {"predicted", "string"}, {"score", "number?"},
                                {"distance", "number"}, {"differs", "[string]"}};
constexpr Field kChanged[] = {{"note", "string"}, {"asked", "integer"}, {"score", "number?"}, {"occlusions", "[@occlusion]"},
                              {"smallest_changes", "[@change]"}};
constexpr Field kOcclusion[] = {{"column", "string"}, {"value", "string"}, {"replaced_by", "string"}, {"score", "number?"},
                                {"change", "number?"}, {"flips", "boolean"}};
constexpr Field kChange[] = {{"column", "string"}, {"value", "string"}, {"changed_to", "string"}, {"deviations", "number?"},
                             {"score", "number?"}};
constexpr Object kWhyObjects[] = {{"column", kColumn}, {"answer", kAnswer}, {"decision", kDecision}, {"slice", kSlice},
                                  {"neighbour", kNeighbour}, {"changed", kChanged}, {"occlusion", kOcclusion},
                                  {"change", kChange}, {"rate", kRateFields}, {"interval", kIntervalFields}};

}  // namespace

std::string SlicesSchema() {
  return spec::DocumentSchema("assay.slices/1", "where the errors are: declared slices, found slices, speed", kSlices, kSlicesObjects);
}

std::string FlipsSchema() {
  return spec::DocumentSchema("assay.flips/1", "which answers changed between two systems", kFlips, kFlipsObjects);
}

std::string WhySchema() { return spec::DocumentSchema("assay.why/1", "everything about one case of a run", kWhy, kWhyObjects); }

}  // namespace assay::run
