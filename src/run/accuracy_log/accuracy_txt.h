// SPDX-License-Identifier: Apache-2.0
// accuracy.txt read back, all of it: the official checker takes the first number of a metric that it finds.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "round/round.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {

struct AccuracyTxt {
  std::string sha256;  // of the file's bytes as they are
  std::string hash;    // of its hash= line
  std::vector<AccuracyFigure> figures;
};

// Lines in the forms that results/import/accuracy_lines.h reads; a BOM and line ends of either kind don't matter.
// Errors   those of reading files; kBadRow with the line for a number that goes on with a comma, a sign or an exponent;
//          kContradiction for two numbers of one metric.
// Threads  safe: no shared state.
Result<AccuracyTxt> ReadAccuracyTxt(const std::string& path, std::span<const round::Gate> gates);
Result<AccuracyTxt> ParseAccuracyTxt(std::string_view text, const std::string& file, std::span<const round::Gate> gates);

}  // namespace assay::run
