// SPDX-License-Identifier: Apache-2.0
// system.json: the machine and the data of a run, as found, so that everything after it reads files alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "run/opened_data.h"

namespace assay::run {

struct SystemFile {
  std::string created_utc;      // "2026-11-29 16:55:02 UTC"
  std::string program_version;
  std::string command;          // what reproduces the run
  std::vector<std::pair<std::string, std::string>> host = {};  // name, value; unknown ones say "not known"
  std::string judged_split;
  std::vector<SplitFacts> splits = {};
  std::vector<std::string> planned_cells = {};  // "mlp-fp32/online/1", in the order of the run
  std::vector<std::pair<std::string, std::string>> inputs = {};  // file as the spec names it, sha256
  std::vector<std::string> warnings;  // of the spec, at the time of the run
};

// Errors   kUnwritable.
Result<void> WriteSystemFile(const SystemFile& system, const std::string& run_directory);
// Errors   kNotFound, kSyntax, kBadRecord.
Result<SystemFile> ReadSystemFile(const std::string& run_directory);

}  // namespace assay::run
