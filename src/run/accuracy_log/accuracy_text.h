// SPDX-License-Identifier: Apache-2.0
// A scored accuracy log for people, as JSON, and as the accuracy.txt that a submission has.
#pragma once

#include <string>

#include "run/accuracy_log/accuracy_score.h"

namespace assay::run {

// What was scored, each gate by the rules and by the official checker with the difference named, and the verdict.
// Threads  safe: pure, as all here.
std::string AccuracyText(const AccuracyScore& score);
// {"schema": "assay.mlperf_accuracy/1", …}
std::string AccuracyJson(const AccuracyScore& score);
// The lines of accuracy.txt, hash included. Source   docs/formats/results.md has the forms.
std::string AccuracyTxtOf(const AccuracyScore& score);

}  // namespace assay::run
