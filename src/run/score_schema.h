// SPDX-License-Identifier: Apache-2.0
// JSON Schemas (Draft 2020-12) of what `assay score` and `assay plan` print and of the threshold's file.
// tests/e2e/score_schemas.case holds the outputs to them.
#pragma once

#include <string>

namespace assay::run {

// Of a run, of a file of labels, of any other file of results: "assay.scores/1".
std::string ScoresSchema();
std::string JudgedSchema();
std::string JudgeScoresSchema();
std::string GroupsSchema();   // of `assay score FILE --by COLUMN` and of totals per task
std::string RankingSchema();  // of `assay compare --rank`
std::string ThresholdSchema();
std::string AccuracySchema();  // "assay.mlperf_accuracy/1"
std::string ComplianceSchema();  // "assay.mlperf_compliance/1"
std::string LabelsSchema();
std::string PlanSchema();

}  // namespace assay::run
