// SPDX-License-Identifier: Apache-2.0
// Runs one cell: one system under one traffic entry, once. Leaves record.assay and cases.jsonl in the cell's folder.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assay/clock.h"
#include "assay/dataset.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "load/load_run.h"
#include "run/cell_context.h"
#include "run/cell_plan.h"
#include "spec/spec.h"

namespace assay::run {

struct CellRunOptions {
  std::string run_directory;
  const std::atomic<bool>* interrupted = nullptr;
  load::Progress* progress = nullptr;
  std::function<void(const CellPath&, const record::RunRecord&)> on_stuck;  // see LoadRunOptions
  bool mlperf_logs = false;                       // LoadGen's four files beside the record
  std::function<void(const std::string&)> note;   // one line for people: what the logs can't say
};

// A system of the spec, made and ready to take samples. `input` is null when the executor reads none.
struct Candidate {
  std::unique_ptr<InputSource> input;
  std::unique_ptr<Executor> executor;
};

// Makes the executor of `system` for cases of `data` (null when the spec has no data).
// Errors   kUnknownName, kSutMissing, kSutMismatch, kSutFailed, and what the input transform refuses.
Results<Candidate> MakeCandidate(const spec::Spec& spec, const spec::System& system, const Dataset* data, Clock& clock);

// How many dataset samples there are to ask: of the judged split, else 1,024 anonymous ones for executors without input.
std::uint64_t SampleCount(const Dataset* data);

// What a short probe of the candidate found; empty when the traffic needs none.
Result<std::optional<load::ProbeOutcome>> ProbeFor(const spec::Traffic& traffic, Candidate& candidate,
                                                    std::uint64_t sample_count, Clock& clock);

// Errors   as above, PlanCell and load::RunSeries. What the system does with queries is data in the record.
Results<record::RunRecord> RunCell(const spec::Spec& spec, const spec::System& system, const spec::Traffic& traffic,
                                   std::uint64_t repeat, const Dataset* data, const std::string& split, Clock& clock,
                                   const CellRunOptions& options);

}  // namespace assay::run
