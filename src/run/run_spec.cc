// SPDX-License-Identifier: Apache-2.0
#include "run/run_spec.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/sha256.h"
#include "base/system_clock.h"
#include "run/build_report.h"
#include "run/catalogue.h"
#include "run/cell_run.h"
#include "run/host_facts.h"
#include "run/opened_data.h"
#include "run/pre_run_check.h"
#include "run/peak_cell.h"
#include "run/program_version.h"
#include "run/quality.h"
#include "run/judging/run_look.h"
#include "run/row_amounts.h"
#include "run/slices/slice_members.h"
#include "spec/read_spec.h"
#include "spec/resolved_yaml.h"

namespace assay::run {
namespace {

constexpr auto kProgressPeriod = std::chrono::milliseconds(500);
constexpr int kExitSutFailed = 5;

std::string UtcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts)};
}

bool IsQuality(const std::string& metric) {
  const MetricInfo* info = FindMetric(metric);
  return info != nullptr && (info->needs & kQualityNeeds) != 0;
}

std::optional<spec::Mode> ModeNamed(const std::string& name) {
  if (name == "performance") return spec::Mode::kPerformance;
  if (name == "accuracy") return spec::Mode::kAccuracy;
  if (name == "submission") return spec::Mode::kSubmission;
  if (name == "find-peak") return spec::Mode::kFindPeak;
  return std::nullopt;
}

Result<void> ApplyOptions(spec::Spec& spec, const RunOptions& options) {
  if (options.repeat) spec.stats.repeat = *options.repeat;
  if (options.interleave) spec.stats.interleave = *options.interleave;
  if (options.seed) spec.stats.seed = *options.seed;
  if (spec.stats.repeat == 0) return Fail(ErrorCode::kUsage, "--repeat takes a count of at least 1");
  if (options.mode.empty()) return {};
  const auto mode = ModeNamed(options.mode);
  if (!mode) {
    return Fail(ErrorCode::kUsage, "--mode takes performance, accuracy, submission or find-peak, found '" +
                                       options.mode + "'");
  }
  for (spec::Traffic& traffic : spec.traffic) {
    const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario);
    const bool searchable = traffic.latency && (std::holds_alternative<spec::Server>(traffic.scenario) ||
                                                (multi != nullptr && multi->interval_ns > 0));
    if (*mode != spec::Mode::kFindPeak || searchable) traffic.mode = *mode;
  }
  return {};
}

// Shows how far a cell is until it is told to stop.
class ProgressThread {
 public:
  ProgressThread(const RunOptions& options, CellProgress state, const load::Progress& source)
      : options_(options), state_(std::move(state)), source_(source), start_(std::chrono::steady_clock::now()) {
    if (options_.progress) thread_ = std::jthread([this](std::stop_token stop) { Show(std::move(stop)); });
  }
  ~ProgressThread() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
    Report(true);
  }

 private:
  void Show(std::stop_token stop) {
    auto next = start_ + kProgressPeriod;
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (std::chrono::steady_clock::now() < next) continue;
      next += kProgressPeriod;
      Report(false);
    }
  }
  void Report(bool done) {
    state_.issued = source_.issued.load();
    state_.completed = source_.completed.load();
    state_.planned = source_.planned;
    state_.elapsed_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - start_).count();
    state_.done = done;
    options_.progress(state_);
  }

  const RunOptions& options_;
  CellProgress state_;
  const load::Progress& source_;
  std::chrono::steady_clock::time_point start_;
  std::jthread thread_;
};

// A cell is complete when its record ends as planned and its cases are written, which happens after the load; anything
// else is run again under --resume.
bool IsComplete(const CellPath& cell, const std::string& directory, bool has_data) {
  const auto record = record::ReadRecord(cell.In(directory) + "/record.assay");
  return record && record->end == record::EndState::kComplete &&
         (!has_data || base::FileExists(cell.In(directory) + "/cases.jsonl"));
}

// The files that a run is made from, as the spec names them.
std::vector<std::string> InputsOf(const spec::Spec& spec) {
  std::vector<std::string> inputs;
  const auto add = [&](const std::string& path) {
    if (!path.empty() && std::ranges::find(inputs, path) == inputs.end()) inputs.push_back(path);
  };
  for (const spec::Split& split : spec.data.splits) add(split.path);
  for (const spec::System& system : spec.systems) add(system.model);
  for (const spec::Traffic& traffic : spec.traffic) {
    const auto* own = std::get_if<spec::OwnTraffic>(&traffic.scenario);
    if (own == nullptr) continue;
    for (const auto& [name, value] : own->parameters) {
      if (name == "file") add(value);
    }
  }
  return inputs;
}

Result<void> WriteInputs(const spec::Spec& spec, const OpenedData& data, const HostFacts& host,
                         const RunOptions& options, const std::vector<PlannedCell>& cells,
                         const std::string& directory) {
  ASSAY_CHECK_OK(base::WriteFileAtomically(directory + "/spec.yaml", spec.text));
  ASSAY_CHECK_OK(base::WriteFileAtomically(directory + "/resolved.yaml", spec::ResolvedYaml(spec)));
  ASSAY_CHECK_OK(WriteSliceMembers(spec, data, directory));
  ASSAY_CHECK_OK(WriteRowAmounts(spec, data, directory));
  SystemFile system;
  system.created_utc = UtcNow();
  system.program_version = ProgramVersion();
  system.command = options.command;
  system.host = host.rows;
  system.judged_split = data.judged;
  system.splits = data.facts;
  for (const PlannedCell& cell : cells) {
    system.planned_cells.push_back(CellPath{cell.system->id, cell.traffic.name, cell.repeat}.Relative());
  }
  for (const std::string& path : InputsOf(spec)) {
    // A file that can't be read is the error of whoever needs it, with the key that names it.
    if (const auto hash = base::Sha256HexOfFile(spec.Resolve(path))) system.inputs.emplace_back(path, *hash);
  }
  for (const Error& warning : spec.warnings) system.warnings.push_back(warning.what);
  for (const std::string& reason : host.unfit) system.warnings.push_back("host: " + reason);
  return WriteSystemFile(system, directory);
}

Result<std::string> RunDirectory(const spec::Spec& spec, const RunOptions& options) {
  if (options.resume.empty()) return CreateRunDirectory(options.root, spec.task.name);
  ASSAY_TRY(directory, FindRunDirectory(options.resume));
  ASSAY_TRY(before, base::ReadFile(directory + "/resolved.yaml"));
  if (before != spec::ResolvedYaml(spec)) {
    return Fail(ErrorCode::kMismatch, "the spec isn't the one that " + directory + " was started with",
                "start a new run, or take the spec and the --set values of the old one");
  }
  return directory;
}

}  // namespace

bool NeedsAccuracyPass(const spec::Spec& spec) {
  if (spec.JudgedSplit() == nullptr) return false;
  if (!spec.scoring.primary.empty() || !spec.scoring.report.empty()) return true;
  return std::ranges::any_of(spec.claims, [](const spec::Claim& claim) { return IsQuality(claim.metric); });
}

std::vector<PlannedCell> PlannedCells(const spec::Spec& spec, std::optional<spec::Mode> only) {
  std::vector<spec::Traffic> entries;
  const bool loads_only = only == spec::Mode::kPerformance || only == spec::Mode::kFindPeak;
  if (NeedsAccuracyPass(spec) && !loads_only) {
    spec::Traffic accuracy;
    accuracy.name = kAccuracyTraffic;
    accuracy.scenario = spec::Offline{};
    accuracy.mode = spec::Mode::kAccuracy;
    accuracy.shared_cores = spec::SharedCores::kDeclared;
    if (!spec.traffic.empty()) {
      accuracy.seeds = spec.traffic.front().seeds;
      accuracy.lost_after_ns = spec.traffic.front().lost_after_ns;
    }
    entries.push_back(std::move(accuracy));
  }
  for (const spec::Traffic& traffic : spec.traffic) {
    const bool searched = traffic.mode == spec::Mode::kFindPeak;
    if (traffic.mode == spec::Mode::kAccuracy || (only == spec::Mode::kFindPeak && !searched)) continue;
    entries.push_back(traffic);
  }
  std::vector<PlannedCell> cells;
  const auto add = [&](const spec::System& system, const spec::Traffic& traffic, std::uint64_t repeat) {
    // Quality is a property of the model: one pass answers it, however often the load is repeated.
    if (traffic.name == kAccuracyTraffic && repeat > 1) return;
    cells.push_back({&system, traffic, repeat});
  };
  if (spec.stats.interleave) {
    for (std::uint64_t repeat = 1; repeat <= spec.stats.repeat; ++repeat) {
      for (const spec::Traffic& traffic : entries) {
        // Every second repeat in the other order: going first, or a machine that warms up, favours none.
        for (std::size_t i = 0; i < spec.systems.size(); ++i) {
          add(spec.systems[repeat % 2 == 1 ? i : spec.systems.size() - 1 - i], traffic, repeat);
        }
      }
    }
    return cells;
  }
  for (const spec::System& system : spec.systems) {
    for (const spec::Traffic& traffic : entries) {
      for (std::uint64_t repeat = 1; repeat <= spec.stats.repeat; ++repeat) add(system, traffic, repeat);
    }
  }
  return cells;
}

Results<spec::Spec> ReadAndCheck(const std::string& path,
                                 const std::vector<std::pair<std::string, std::string>>& sets) {
  return spec::ReadSpec(path, sets, SpecNames());
}

namespace {

Results<spec::Spec> ReadWithOptions(const std::string& path, const RunOptions& options) {
  auto spec = ReadAndCheck(path, options.sets);
  if (!spec) return spec;
  if (auto applied = ApplyOptions(*spec, options); !applied) return std::unexpected(Errors{applied.error()});
  return spec;
}

}  // namespace

Results<std::vector<CellPath>> CellsToRun(const std::string& path, const RunOptions& options) {
  auto spec = ReadWithOptions(path, options);
  if (!spec) return std::unexpected(std::move(spec).error());
  auto data = OpenData(*spec);
  if (!data) return std::unexpected(std::move(data).error());
  if (auto checked = CheckSystems(*spec, *data); !checked) return std::unexpected(std::move(checked).error());
  std::vector<CellPath> paths;
  for (const PlannedCell& cell : PlannedCells(*spec, ModeNamed(options.mode))) {
    paths.push_back({cell.system->id, cell.traffic.name, cell.repeat});
  }
  return paths;
}

Results<RunOutcome> RunSpec(const std::string& path, const RunOptions& options) {
  auto read = ReadWithOptions(path, options);
  if (!read) return std::unexpected(std::move(read).error());
  const spec::Spec spec = *std::move(read);
  auto data = OpenData(spec);
  if (!data) return std::unexpected(std::move(data).error());

  base::SystemClock clock;
  const HostFacts host = ReadHostFacts(clock);
  if (options.strict_host && !host.unfit.empty()) {
    return std::unexpected(Errors{{ErrorCode::kHostUnfit, "the host is unfit to measure: " + host.unfit.front(), {},
                                   "`assay doctor` lists all that it found"}});
  }
  if (auto checked = CheckSystems(spec, *data); !checked) return std::unexpected(std::move(checked).error());
  const std::vector<PlannedCell> cells = PlannedCells(spec, ModeNamed(options.mode));
  if (cells.empty()) {
    return std::unexpected(Errors{{ErrorCode::kContradiction,
                                   "nothing in the spec can run in mode " + options.mode, {},
                                   "find-peak needs a Server (or fixed-interval MultiStream) entry with a latency bound"}});
  }
  auto directory = RunDirectory(spec, options);
  if (!directory) return std::unexpected(Errors{directory.error()});
  if (auto written = WriteInputs(spec, *data, host, options, cells, *directory); !written) {
    return std::unexpected(Errors{written.error()});
  }
  if (options.note) options.note("run " + *directory);

  Errors failures;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const PlannedCell& planned = cells[i];
    const CellPath cell{planned.system->id, planned.traffic.name, planned.repeat};
    if (options.interrupted != nullptr && options.interrupted->load()) break;
    if (!options.resume.empty()) {
      if (IsComplete(cell, *directory, data->judged_split() != nullptr)) continue;
      std::error_code ignored;
      std::filesystem::remove_all(cell.In(*directory), ignored);
    }
    load::Progress progress;
    CellRunOptions cell_options{.run_directory = *directory, .interrupted = options.interrupted,
                                .progress = &progress};
    cell_options.mlperf_logs = options.mlperf_logs;
    cell_options.note = options.note;
    cell_options.on_stuck = [&](const CellPath& stuck, const record::RunRecord& record) {
      if (options.failed) {
        options.failed({{ErrorCode::kSutStuck, record.end_reason, {Where{.path = stuck.Relative()}},
                         "what was answered is on record in " + stuck.In(*directory)}});
      }
      _exit(kExitSutFailed);  // the executor holds our thread: destructors would wait for it
    };
    const ProgressThread shown(options, {.cell = cell, .number = i + 1, .cells = cells.size()}, progress);
    const auto run_cell = planned.traffic.mode == spec::Mode::kFindPeak ? &RunPeakCell : &RunCell;
    auto record = run_cell(spec, *planned.system, planned.traffic, planned.repeat, data->judged_split(), data->judged,
                          clock, cell_options);
    if (!record) {
      for (Error& error : record.error()) {
        if (error.where.empty()) error.where.push_back({.file = spec.file, .path = cell.Relative()});
        failures.push_back(std::move(error));
      }
      break;
    }
  }
  if (!failures.empty()) return std::unexpected(std::move(failures));
  const bool interrupted = options.interrupted != nullptr && options.interrupted->load();
  const bool asked = std::ranges::any_of(cells, [](const PlannedCell& cell) { return cell.traffic.name == kAccuracyTraffic; });
  if (asked && !interrupted) {
    if (auto counted = CountRunLook(options.looks_path, spec, *data->judged_split(), *directory); !counted) {
      return std::unexpected(Errors{counted.error()});
    }
  }
  auto evaluation = EvaluateRun(*directory);
  if (!evaluation) return std::unexpected(std::move(evaluation).error());
  RunOutcome outcome{*directory, *std::move(evaluation), {}};
  outcome.report = BuildReport(outcome.evaluation);
  if (auto written = WriteEvaluation(outcome.evaluation); !written) return std::unexpected(Errors{written.error()});
  std::vector<std::string> inputs = {spec.file};
  for (const std::string& input : InputsOf(spec)) inputs.push_back(spec.Resolve(input));
  if (auto written = WriteReports(outcome.evaluation, outcome.report, inputs, options.program_path); !written) {
    return std::unexpected(Errors{written.error()});
  }
  return outcome;
}

}  // namespace assay::run
