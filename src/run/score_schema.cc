// SPDX-License-Identifier: Apache-2.0
#include "run/score_schema.h"

#include "spec/document_schema.h"

namespace assay::run {
namespace {

using Field = spec::DocumentField;
using Object = spec::DocumentObject;

constexpr std::string_view kOutcomes = "(PASS|FAIL|UNDECIDED|NOT MEASURED)";

// --- shared

constexpr Field kMeasurement[] = {{"metric", "string"}, {"value", "number?"}, {"unit", "string"}, {"n", "integer"},
                                  {"interval", "@interval?"}, {"note", "string"}};
constexpr Field kInterval[] = {{"low", "number?"}, {"high", "number?"}, {"level", "number"}, {"method", "string"}};
constexpr Field kVerdict[] = {{"claim", "string"}, {"metric", "string"}, {"system", "string"}, {"traffic", "string"},
                              {"split", "string"}, {"slice", "string"}, {"slot", "integer"}, {"primary", "boolean"}, {"required", "boolean"},
                              {"outcome", kOutcomes}, {"measured", "number?"}, {"interval", "@interval?"},
                              {"bound", "string"}, {"limit", "number?"}, {"unit", "string"}, {"margin", "number?"},
                              {"n", "integer"}, {"n_needed", "integer?"}, {"n_unit", "string"}, {"reason", "string"},
                              {"qualification", "string"}, {"correction", "string"}};

// --- scores

constexpr Field kScoredRun[] = {{"systems", "[@system]"}};
constexpr Field kSystem[] = {{"system", "string"}, {"split", "string"}, {"n", "integer"}, {"unscored", "integer"},
                             {"repeats", "integer"}, {"measurements", "[@measurement]"},
                             {"operating_point", "@operating_point?"}, {"at_operating_point", "[@measurement]"}};
constexpr Field kLabelled[] = {{"file", "string"}, {"sha256", "string"}, {"n", "integer"}, {"positives", "integer?"},
                               {"measurements", "[@measurement]"}, {"requirements", "[@requirement]"},
                               {"in_sample", "string"}, {"leak_check", "string"}, {"leak_warning", "string"},
                               {"costs", "@costs?"}, {"looks", "@looks?"}};
constexpr Field kOthers[] = {{"file", "string"}, {"sha256", "string"}, {"form", "string"}, {"n", "integer"},
                             {"n_of", "string"}, {"unscored", "integer"}, {"notes", "[string]"},
                             {"measurements", "[@measurement]"}, {"carried", "[@carried]"},
                             {"requirements", "[@requirement]"}};
constexpr Field kRequirement[] = {{"require", "string"}, {"verdict", "@verdict"}, {"operating_point", "@operating_point?"},
                                  {"early_end", "@early_end?"}};
constexpr Field kEarlyEnd[] = {{"rows_read", "integer"}, {"rows", "integer"}, {"successes", "integer"}, {"trials", "integer"}};
constexpr Field kPoint[] = {{"threshold", "number?"}, {"method", "string"}, {"recall", "number?"}, {"precision", "number?"},
                            {"recall_interval", "@interval?"}, {"precision_interval", "@interval?"},
                            {"min_precision", "number"}, {"alpha", "number"}, {"alpha_shared", "boolean"},
                            {"base_rate", "number?"}, {"base_rate_break_even", "number?"},
                            {"flagged_rate", "@flagged_rate?"}, {"naive", "@naive?"}, {"statement", "string"}};
constexpr Field kFlagged[] = {{"value", "number"}, {"interval", "@interval?"}};
constexpr Field kNaive[] = {{"threshold", "number?"}, {"threshold_interval", "@interval?"}, {"recall", "number?"},
                            {"precision", "number?"}, {"note", "string"}};
constexpr Field kLooks[] = {{"labels", "string"}, {"count", "integer"}, {"questions", "integer"}, {"fresh", "boolean"}};
constexpr Field kCarried[] = {{"name", "string"}, {"value", "number?"}, {"n", "integer"}, {"metric", "string"},
                              {"ours", "number?"}, {"differing", "integer"}, {"examples", "[string]"},
                              {"without_answer", "integer"}};
constexpr Field kCosts[] = {{"currency", "string"}, {"base_rate", "number"}, {"base_rate_is_own", "boolean"},
                            {"flag_none", "number"}, {"flag_all", "number"}, {"rules", "[@rule]"},
                            {"break_even", "@break_even"}, {"by_base_rate", "[@rate_row]"}, {"curve", "[@curve_point]"}};
constexpr Field kRule[] = {{"rule", "string"}, {"threshold", "number?"}, {"per_1000", "number"}, {"interval", "@interval?"},
                           {"less_flag_none", "@interval?"}, {"less_flag_all", "@interval?"}, {"descriptive", "boolean"}};
constexpr Field kBreakEven[] = {{"rule", "string"}, {"miss_to_alarm_from", "number?"}, {"miss_to_alarm_to", "number?"},
                                {"base_rate_from", "number?"}, {"base_rate_to", "number?"}, {"precision_from", "number?"}};
constexpr Field kRateRow[] = {{"base_rate", "number"}, {"precision", "number?"}, {"flagged_per_1000", "number"},
                              {"per_1000", "number"}, {"flag_none", "number"}, {"flag_all", "number"}};
constexpr Field kCurvePoint[] = {{"miss_to_alarm", "number"}, {"flag_none", "number"}, {"flag_all", "number"},
                                 {"rule", "number"}, {"cheapest", "number"}, {"cheapest_threshold", "number?"}};
constexpr Object kScoreObjects[] = {{"run", kScoredRun}, {"labelled", kLabelled}, {"others", kOthers}, {"system", kSystem},
                                    {"measurement", kMeasurement}, {"interval", kInterval}, {"verdict", kVerdict},
                                    {"requirement", kRequirement}, {"early_end", kEarlyEnd}, {"operating_point", kPoint},
                                    {"flagged_rate", kFlagged}, {"naive", kNaive}, {"looks", kLooks}, {"carried", kCarried},
                                    {"costs", kCosts}, {"rule", kRule}, {"break_even", kBreakEven}, {"rate_row", kRateRow},
                                    {"curve_point", kCurvePoint}};
constexpr std::string_view kForms[] = {"run", "labelled", "others"};

// --- a judge's rate, a threshold

constexpr Field kJudged[] = {{"file", "string"}, {"positive", "string"}, {"rows", "integer"}, {"judged", "integer"},
                             {"reported", "integer"}, {"rate", "number?"}, {"interval", "@interval?"}, {"reason", "string"},
                             {"reported_low", "number"}, {"reported_high", "number"}, {"calibration", "@calibration?"},
                             {"verdicts", "[@verdict]"}};
constexpr Field kCalibration[] = {{"true_flags", "integer"}, {"positives", "integer"}, {"true_passes", "integer"},
                                  {"negatives", "integer"}, {"unjudged", "integer"}, {"kappa", "number?"},
                                  {"kappa_interval", "@interval?"}};
constexpr Object kJudgedObjects[] = {{"calibration", kCalibration}, {"interval", kInterval}, {"verdict", kVerdict}};
constexpr Field kThreshold[] = {{"threshold", "number"}, {"method", "string"}, {"min_precision", "number?"},
                                {"base_rate", "number?"}, {"set", "string"}, {"sha256", "string"}};

// --- a judge's scores, means over groups, rankings

constexpr Field kJudgeScores[] = {{"file", "string"}, {"rows", "integer"}, {"scored", "integer"},
                                  {"left_to_calibration", "integer"}, {"reported", "number"}, {"mean", "number?"},
                                  {"interval", "@interval?"}, {"reason", "string"}, {"reported_low", "number"},
                                  {"reported_high", "number"}, {"calibration", "@people?"}, {"verdicts", "[@verdict]"}};
constexpr Field kPeople[] = {{"labelled", "integer"}, {"unscored", "integer"}, {"mean", "number"},
                             {"standard_error", "number"}, {"corrected_standard_error", "number"}, {"weight", "number"}};
constexpr Object kJudgeScoresObjects[] = {{"people", kPeople}, {"interval", kInterval}, {"verdict", kVerdict}};
constexpr Field kGroups[] = {{"file", "string"}, {"sha256", "string"}, {"by", "string"}, {"metrics", "[@metric]"}, {"notes", "[string]"}};
constexpr Field kGroupedMetric[] = {{"metric", "string"}, {"of", "string"}, {"unit", "string"}, {"groups", "[@group]"},
                                    {"mean_of_groups", "@mean?"}, {"mean_by_size", "@mean?"}, {"stated", "@stated?"}};
constexpr Field kGroup[] = {{"group", "string"}, {"value", "number?"}, {"standard_error", "number?"},
                            {"interval", "@interval?"}, {"n", "integer"}, {"note", "string"}};
constexpr Field kMean[] = {{"value", "number"}, {"standard_error", "number?"}, {"interval", "@interval?"},
                           {"groups", "integer"}, {"n", "integer"}};
constexpr Field kStatedMean[] = {{"value", "number"}, {"standard_error", "number?"}, {"finding", "string"}};
constexpr Object kGroupsObjects[] = {{"metric", kGroupedMetric}, {"group", kGroup}, {"mean", kMean}, {"stated", kStatedMean},
                                     {"interval", kInterval}};
constexpr Field kRanking[] = {{"metric", "string"}, {"unit", "string"}, {"level", "number"}, {"pairs", "integer"},
                              {"differing", "integer"}, {"untested", "integer"}, {"sides", "[@side]"}};
constexpr Field kRankedSide[] = {{"name", "string"}, {"value", "number?"}, {"tie_groups", "[string]"}};
constexpr Object kRankingObjects[] = {{"side", kRankedSide}};

// --- an MLPerf accuracy log

constexpr Field kAccuracy[] = {{"file", "string"}, {"sha256", "string"}, {"round", "string"}, {"benchmark", "string"},
                               {"scenario", "string?"}, {"verdict", kOutcomes}, {"type", "string?"},
                               {"coverage", "@coverage?"}, {"hash", "string?"}, {"gates", "[@gate]"},
                               {"others", "[@figure]"}, {"notes", "[string]"}, {"accuracy_txt", "[string]"}};
constexpr Field kCoverage[] = {{"samples", "integer"}, {"scored", "integer"}, {"entries", "integer"}, {"repeats", "integer"},
                               {"disagreeing_repeats", "integer"}, {"unreadable", "integer"}, {"unknown", "integer"},
                               {"missing", "[integer]"}, {"damage", "string?"}};
constexpr Field kGate[] = {{"metric", "string"}, {"verdict", kOutcomes}, {"value", "number?"}, {"printed", "string"},
                           {"low", "number?"}, {"high", "number?"}, {"interval", "@interval?"}, {"note", "string"},
                           {"rules", "@side"}, {"checker", "@side"}, {"reason", "string"}};
constexpr Field kSide[] = {{"at_least", "number?"}, {"at_most", "number?"}, {"met", "boolean?"}};
constexpr Field kFigure[] = {{"metric", "string"}, {"value", "number?"}, {"printed", "string"}, {"low", "number?"},
                             {"high", "number?"}, {"interval", "@interval?"}, {"note", "string"}};
constexpr Object kAccuracyObjects[] = {{"coverage", kCoverage}, {"gate", kGate}, {"side", kSide}, {"figure", kFigure},
                                       {"interval", kInterval}};

constexpr Field kCompliance[] = {{"run", "string"}, {"audit", "string"}, {"outcome", kOutcomes}, {"metrics", "[@metric]"}};
constexpr Field kComplianceMetric[] = {{"metric", "string"}, {"run", "string"}, {"audit", "string"}, {"change", "number?"},
                                       {"tolerance", "number"}, {"source", "string"}, {"outcome", kOutcomes}};
constexpr Object kComplianceObjects[] = {{"metric", kComplianceMetric}};

// --- plans

constexpr Field kLabels[] = {{"confidence", "number"}, {"power", "number"}, {"base_rate", "number?"}, {"claims", "[@answer]"}};
constexpr Field kAnswer[] = {{"claim", "string"}, {"cases", "string"}, {"bound", "number"}, {"if", "number"},
                             {"without_a_miss", "integer"}, {"likely", "integer?"}, {"rows_at_random", "integer?"},
                             {"enrich", "boolean"}};
constexpr Object kLabelsObjects[] = {{"answer", kAnswer}};
constexpr Field kPlan[] = {{"loads", "[@load]"}, {"expected_seconds", "number?"}, {"labels", "[@label_need]"},
                           {"comparison", "@comparison?"}, {"resolved_yaml", "string"}};
constexpr Field kLoad[] = {{"cell", "string"}, {"scenario", "string"}, {"queries", "integer?"}, {"samples", "integer?"},
                           {"min_queries", "integer"}, {"expected_seconds", "number?"}};
constexpr Field kLabelNeed[] = {{"claim", "string"}, {"cases", "string"}, {"bound", "number"}, {"available", "integer?"},
                                {"without_a_miss", "integer"}, {"likely", "integer?"}};
constexpr Field kComparison[] = {{"level", "number"}, {"power", "number"}, {"planned_repeats", "integer"},
                                 {"interleaved", "boolean"}, {"repeats", "[@repeat_need]"}, {"items", "[@item_need]"}};
constexpr Field kRepeatNeed[] = {{"slowdown", "number"}, {"deviation", "number"}, {"repeats", "integer"}};
constexpr Field kItemNeed[] = {{"discordance", "number"}, {"difference", "number"}, {"items", "integer"}};
constexpr Object kPlanObjects[] = {{"load", kLoad}, {"label_need", kLabelNeed}, {"comparison", kComparison},
                                   {"repeat_need", kRepeatNeed}, {"item_need", kItemNeed}};

}  // namespace

std::string ScoresSchema() {
  return spec::DocumentSchemaOfForms("assay.scores/1", "the quality of a run, of a file of predictions, of a file of other results",
                                     kForms, kScoreObjects);
}

std::string JudgedSchema() {
  return spec::DocumentSchema("assay.judged/1", "a rate by a judge's verdicts, corrected for its errors", kJudged, kJudgedObjects);
}

std::string JudgeScoresSchema() {
  return spec::DocumentSchema("assay.judge_scores/1", "the mean of a judge's scores, corrected by people's", kJudgeScores,
                              kJudgeScoresObjects);
}

std::string GroupsSchema() {
  return spec::DocumentSchema("assay.groups/1", "figures by group, and both means over the groups", kGroups, kGroupsObjects);
}

std::string RankingSchema() {
  return spec::DocumentSchema("assay.ranking/1", "several systems in order, with those that aren't shown to differ", kRanking,
                              kRankingObjects);
}

std::string ThresholdSchema() {
  return spec::DocumentSchema("assay.threshold/1", "a certified threshold, with the hash of the labels that set it", kThreshold, {});
}

std::string AccuracySchema() {
  return spec::DocumentSchema("assay.mlperf_accuracy/1", "an MLPerf accuracy log against its round's gates", kAccuracy, kAccuracyObjects);
}

std::string ComplianceSchema() {
  return spec::DocumentSchema("assay.mlperf_compliance/1", "a compliance run's accuracy beside the submission's own", kCompliance,
                              kComplianceObjects);
}

std::string LabelsSchema() {
  return spec::DocumentSchema("assay.labels/1", "labels that a claim needs", kLabels, kLabelsObjects);
}

std::string PlanSchema() {
  return spec::DocumentSchema("assay.plan/1", "what a run of a spec would do, and what it can decide", kPlan, kPlanObjects);
}

}  // namespace assay::run
