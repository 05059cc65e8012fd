// SPDX-License-Identifier: Apache-2.0
// Where the parts of a run lie: RUN/<system>/<traffic>/<repeat>/, one cell per combination.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::run {

// The name of the traffic that asks every case of the judged split once, for quality.
inline constexpr char kAccuracyTraffic[] = "accuracy";

struct CellPath {
  std::string system;
  std::string traffic;
  std::uint64_t repeat = 1;

  // "mlp-fp32/online/1"
  std::string Relative() const;
  std::string In(const std::string& run_directory) const { return run_directory + "/" + Relative(); }
};

// Makes ROOT/<utc>-<task>/ (a number is added when it exists). Characters of the task's name that don't belong in a
// file name become '-'.
// Errors   kUnwritable.
Result<std::string> CreateRunDirectory(const std::string& root, const std::string& task);

// The cells that have a record, sorted by path.
// Errors   kNotFound when the directory isn't there; kBadRecord when it holds no cell at all.
Result<std::vector<CellPath>> ListCells(const std::string& run_directory);

// The run directory that `path` lies in: itself, or the folder three levels up when it is a cell.
// Errors   kNotFound.
Result<std::string> FindRunDirectory(const std::string& path);

}  // namespace assay::run
