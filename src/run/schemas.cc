// SPDX-License-Identifier: Apache-2.0
#include "run/schemas.h"

#include "citation/citation_schema.h"
#include "fit/fit_schema.h"
#include "report/report_schema.h"
#include "run/catalogue.h"
#include "run/compare/comparison_text.h"
#include "run/score_schema.h"
#include "run/slices/slice_schema.h"
#include "spec/json_schema.h"
#include "spec/reference_markdown.h"

namespace assay::run {

Result<std::string> SchemaOrReference(std::string_view name) {
  if (name == "spec") return spec::JsonSchema(SpecNames());
  if (name == "report") return report::ReportSchema();
  if (name == "fit") return fit::FitSchema();
  if (name == "citation") return citation::CitationSchema();
  if (name == "compare") return ComparisonSchema();
  if (name == "distance") return fit::DistanceSchema();
  if (name == "slices") return SlicesSchema();
  if (name == "flips") return FlipsSchema();
  if (name == "why") return WhySchema();
  if (name == "scores") return ScoresSchema();
  if (name == "judged") return JudgedSchema();
  if (name == "judge-scores") return JudgeScoresSchema();
  if (name == "groups") return GroupsSchema();
  if (name == "ranking") return RankingSchema();
  if (name == "threshold") return ThresholdSchema();
  if (name == "mlperf-accuracy") return AccuracySchema();
  if (name == "mlperf-compliance") return ComplianceSchema();
  if (name == "labels") return LabelsSchema();
  if (name == "plan") return PlanSchema();
  if (name == "reference-spec") return spec::ReferenceMarkdown(SpecNames());
  for (const std::string_view kind : {"metric", "executor", "arrival", "dataset", "error"}) {
    if (name == "reference-" + std::string(kind) + "s") return ReferencePage(kind);
  }
  return Fail(ErrorCode::kUnknownName, "there is no schema or reference page '" + std::string(name) + "'",
              "there are: spec, report, scores, judged, judge-scores, groups, ranking, threshold, mlperf-accuracy, mlperf-compliance, labels, plan, compare, slices, flips, "
              "why, citation, fit, distance, reference-spec, -metrics, -executors, -arrivals, -datasets, -errors");
}

}  // namespace assay::run
