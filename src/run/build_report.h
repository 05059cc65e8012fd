// SPDX-License-Identifier: Apache-2.0
// Lays an evaluation out as the plain values that the report formats show. Computes no statistic of its own.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"
#include "report/model.h"
#include "run/evaluation.h"

namespace assay::run {

report::ReportModel BuildReport(const Evaluation& evaluation);

// Writes report.txt, report.json and report.html (or those that the spec's `report` names), then manifest.json with the
// hash of every file of the run, of `inputs` and of the program.
// Errors   kUnwritable, kUnreadable.
Result<void> WriteReports(const Evaluation& evaluation, const report::ReportModel& model,
                          const std::vector<std::string>& inputs, const std::string& program_path);

}  // namespace assay::run
