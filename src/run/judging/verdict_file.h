// SPDX-License-Identifier: Apache-2.0
// A file of a judge's verdicts or scores, and with people's labels beside them the judge's calibration.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "assay/dataset.h"
#include "assay/result.h"

namespace assay::run {

struct VerdictFile {
  std::unique_ptr<Dataset> data;
  std::size_t verdict = 0, label = 0;  // columns
};

// `label` empty: the file has no labels.
// Errors   those of the file; kUnknownName for its format; kBadReference for a column; kEmpty without a row.
// Threads  safe: no shared state.
Results<VerdictFile> OpenVerdictFile(const std::string& path, const std::string& id, const std::string& verdict,
                                     const std::string& label);

}  // namespace assay::run
