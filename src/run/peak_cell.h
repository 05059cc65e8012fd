// SPDX-License-Identifier: Apache-2.0
// Find-peak: the highest rate (or number of streams) that meets the traffic's latency bound, and a recorded run there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "load/find_peak.h"
#include "run/cell_run.h"

namespace assay::run {

// Searches by trial runs without a record, then runs the highest rate that was met (the first one tried when none was)
// as the cell's recorded run. Leaves find_peak.json beside its record: bracket, trials, notes.
// Errors   as RunCell.
Results<record::RunRecord> RunPeakCell(const spec::Spec& spec, const spec::System& system, const spec::Traffic& traffic,
                                       std::uint64_t repeat, const Dataset* data, const std::string& split,
                                       Clock& clock, const CellRunOptions& options);

struct PeakFound {
  std::optional<double> met, not_met;
  bool streams = false;  // counts streams, not queries per second
};

// What find_peak.json in a cell's folder says; empty when there is none.
// Errors   kSyntax, kBadRecord.
Result<std::optional<PeakFound>> ReadPeak(const std::string& cell_folder);

}  // namespace assay::run
