// SPDX-License-Identifier: Apache-2.0
// The main job: from a spec file to a run directory with records, verdicts, decision and reports.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "report/model.h"
#include "run/evaluation.h"

namespace assay::run {

// What a progress line shows. Called from a thread of its own, at most twice a second and once at a cell's end.
struct CellProgress {
  CellPath cell;
  std::uint64_t number = 0, cells = 0;        // this cell of all
  std::uint64_t issued = 0, planned = 0;      // queries
  std::uint64_t completed = 0;                // samples
  std::int64_t elapsed_ns = 0;
  bool done = false;
};

struct RunOptions {
  std::string root = "runs";                  // the run directory is made in it
  std::vector<std::pair<std::string, std::string>> sets;  // --set
  std::string mode;                           // performance, accuracy, submission, find-peak; empty = the spec's
  std::optional<std::uint64_t> repeat;
  std::optional<bool> interleave;
  std::optional<std::uint64_t> seed;
  std::string resume;                         // a run directory whose complete cells are kept
  bool strict_host = false;                   // an unfit host is an error, not a note
  bool mlperf_logs = false;                   // LoadGen's four log files in each cell, beside the record
  std::string command;                        // for the report: what reproduces the run
  std::string program_path;                   // hashed into the manifest
  std::string looks_path;                     // where looks at labels are counted; empty = nowhere
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const CellProgress&)> progress;
  std::function<void(const std::string&)> note;  // one line for people
  std::function<void(const Errors&)> failed;     // told before a stuck system ends the process
};

struct RunOutcome {
  std::string directory;
  Evaluation evaluation;
  report::ReportModel report;
};

// A cell that the spec asks for.
struct PlannedCell {
  const spec::System* system;
  spec::Traffic traffic;
  std::uint64_t repeat;
};

// The cells in the order in which they run: per system the accuracy pass first, then its traffic; with interleave, all
// systems take turns within each repeat. `only` = performance leaves the accuracy pass out, accuracy everything else,
// find-peak all that isn't searched.
std::vector<PlannedCell> PlannedCells(const spec::Spec& spec, std::optional<spec::Mode> only = std::nullopt);

// True when something in the spec needs every case of the judged split answered: scoring, or a claim on quality.
bool NeedsAccuracyPass(const spec::Spec& spec);

// Reads the spec with overrides applied and checks it against the plug-ins there are.
Results<spec::Spec> ReadAndCheck(const std::string& path, const std::vector<std::pair<std::string, std::string>>& sets);

// The cells that RunSpec would run with these options, in its order. Checks what RunSpec checks first; runs nothing.
// Errors   of spec, data, executor.
Results<std::vector<CellPath>> CellsToRun(const std::string& path, const RunOptions& options);

// Reads, runs every cell, evaluates, writes everything. Finished cells survive whatever happens later. A stuck system
// ends the process with exit code 5 after its record is closed, since its thread can't be taken back.
// Errors   of spec, data, executor, files; kHostUnfit under strict_host.
Results<RunOutcome> RunSpec(const std::string& path, const RunOptions& options);

}  // namespace assay::run
