// SPDX-License-Identifier: Apache-2.0
// The accuracy of a compliance run beside that of the submission's own run: accuracy.txt against accuracy.txt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "run/accuracy_log/accuracy_subject.h"
#include "verdict/verdict.h"

namespace assay::run {

struct ComplianceMetric {
  std::string metric;                   // as the gates name it
  std::string base, found;              // as printed; empty = not in the file
  std::optional<double> apart;          // |1 - base / found|
  double tolerance = 0;                 // both as shares
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;
};

struct ComplianceCheck {
  std::string path, base_path;
  AccuracySubject subject;
  std::vector<ComplianceMetric> metrics;
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;  // the worst
};

// Errors   those of ReadAccuracyTxt; kUnknownName for a metric without a tolerance.
// Threads  safe: no shared state.
Result<ComplianceCheck> CheckCompliance(const std::string& path, const std::string& base_path, const AccuracySubject& subject);

std::string ComplianceText(const ComplianceCheck& check);
std::string ComplianceJson(const ComplianceCheck& check);  // {"schema": "assay.mlperf_compliance/1", …}

}  // namespace assay::run
