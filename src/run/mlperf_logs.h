// SPDX-License-Identifier: Apache-2.0
// LoadGen's four log files from a record that has the facts for them (run/mlperf_facts.h).
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"
#include "record/run_record.h"
#include "run/mlperf_facts.h"

namespace assay::run {

// Writes mlperf_log_summary.txt, _detail.txt, _accuracy.json and _trace.json into `folder`, which is made. Returns what
// the logs can't say of this record, a sentence each; nothing is made up.
// Errors   kUnwritable, also when one of the files is there already; kMissingKey for facts without settings.
// Source   MLPerf LoadGen 6.0.17 by observed files.
Result<std::vector<std::string>> WriteMlperfLogs(const record::RunRecord& run, const MlperfFacts& facts,
                                                 const std::string& folder);

}  // namespace assay::run
