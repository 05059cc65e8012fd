// SPDX-License-Identifier: Apache-2.0
#include "report/report_schema.h"

#include <string_view>

#include "spec/document_schema.h"

namespace assay::report {
namespace {

using Field = spec::DocumentField;
using Object = spec::DocumentObject;

constexpr std::string_view kOutcome = "(PASS|FAIL|UNDECIDED|NOT MEASURED)";
constexpr std::string_view kUnit = "(share|number|count|ns|1/s|money|money/1000|cores)";

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
                             {"cost_curves", "[@cost_curve]"},
                             {"candidates", "@candidates?"},
                             {"definitions", "[@definition]"},
                             {"files", "[@file]"},
                             {"reproduce_command", "string"},
                             {"settings", "[@setting]"}};
constexpr Field kPair[] = {{"name", "string"}, {"value", "string"}};
constexpr Field kInterval[] = {
    {"low", "number?"}, {"high", "number?"}, {"level", "number?"}, {"method", "string"}};
constexpr Field kMeasurement[] = {
    {"metric", "string"}, {"value", "number?"},       {"unit", kUnit},  {"better", "string"},
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
    {"name", "string"}, {"outcome", kOutcome},     {"measured", "number?"}, {"limit", "number?"},
    {"unit", kUnit},   {"interval", "@interval?"}, {"margin", "number?"},   {"reason", "string"},
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
constexpr Field kReliabilityPoint[] = {
    {"mean_score", "number?"}, {"positive_share", "number?"}, {"interval", "@interval?"}, {"n", "integer"}};
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
                              {"reliability", "[@reliability_point]"},
                              {"prevalence", "number?"},
                              {"operating_point", "@operating_point?"},
                              {"required_recall", "number?"},
                              {"required_precision", "number?"},
                              {"classes", "[@class]"},
                              {"cases", "[@case]"},
                              {"cases_note", "string"}};
constexpr Field kCostCurvePoint[] = {{"ratio", "number"},     {"weight", "number"},
                                     {"flag_none", "number"}, {"flag_all", "number"},
                                     {"rule", "number"},      {"cheapest", "number?"}};
constexpr Field kCostCurve[] = {{"system", "string"},
                                {"split", "string"},
                                {"decision", "string"},
                                {"base_rate", "number"},
                                {"base_rate_is_own", "boolean"},
                                {"by_row", "boolean"},
                                {"stated_ratio", "number"},
                                {"pays_from", "number?"},
                                {"pays_to", "number?"},
                                {"cost", "number"},
                                {"flag_none", "number"},
                                {"flag_all", "number"},
                                {"points", "[@cost_curve_point]"}};
constexpr Field kClaim[] = {
    {"claim", "string"},     {"metric", "string"},       {"system", "string"},
    {"traffic", "string"},   {"split", "string"},        {"slice", "string"},
    {"slot", "integer?"},    {"primary", "boolean"},     {"required", "boolean"},
    {"outcome", kOutcome},
    {"measured", "number?"}, {"interval", "@interval?"}, {"bound", "string"},
    {"limit", "number?"},    {"unit", kUnit},           {"margin", "number?"},
    {"n", "integer"},        {"n_needed", "integer?"},   {"n_unit", "string"},
    {"reason", "string"},    {"qualification", "string"}, {"correction", "string"}};
constexpr Field kLineItem[] = {
    {"outcome", kOutcome}, {"claims", "[string]"}, {"reason", "string"}};
constexpr Field kCandidate[] = {{"system", "string"},
                                {"servable", "@line_item"},
                                {"good_enough", "@line_item"},
                                {"preference", "number?"},
                                {"preferred", "boolean"}};
constexpr Field kDecision[] = {{"outcome", kOutcome},         {"sentence", "string"},
                               {"preference", "string"},       {"preference_unit", kUnit},
                               {"candidates", "[@candidate]"}, {"n_needed", "[string]"}};
constexpr Field kPoint[] = {{"system", "string"},  {"label", "string"},
                            {"x", "number?"},      {"x_interval", "@interval?"},
                            {"y", "number?"},      {"y_interval", "@interval?"},
                            {"outcome", kOutcome}};
constexpr Field kCandidates[] = {
    {"x_title", "string"},  {"x_unit", kUnit},     {"y_title", "string"}, {"y_unit", kUnit},
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
                               {"reliability_point", kReliabilityPoint},
                               {"operating_point", kOperatingPoint},
                               {"class", kClass},
                               {"case", kCase},
                               {"quality", kQuality},
                               {"claim", kClaim},
                               {"cost_curve", kCostCurve},
                               {"cost_curve_point", kCostCurvePoint},
                               {"line_item", kLineItem},
                               {"candidate", kCandidate},
                               {"decision", kDecision},
                               {"point", kPoint},
                               {"candidates", kCandidates},
                               {"cost", kCost},
                               {"definition", kDefinition},
                               {"file", kFile},
                               {"setting", kSetting}};

}  // namespace

std::string ReportSchema() {
  return spec::DocumentSchema("assay.report/1", "what a run measured, what was claimed, what follows",
                              kReport, kObjects);
}

}  // namespace assay::report
