// SPDX-License-Identifier: Apache-2.0
#include "run/cell_run.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/file.h"
#include "base/system_clock.h"
#include "data/transform/input_source.h"
#include "run/affinity.h"
#include "run/answers.h"
#include "run/mlperf_facts.h"
#include "run/mlperf_logs.h"
#include "run/program_version.h"
#include "run/spec_place.h"

namespace assay::run {
namespace {

// Executors without input (null, synthetic) answer anonymous samples when the spec has no data.
constexpr std::uint64_t kAnonymousSamples = 1024;
// Large enough that a fast system's rate isn't mostly its start and its last batch.
constexpr std::uint64_t kMostProbedAtOnce = 65536;

template <class T>
Results<T> AsResults(Result<T> result) {
  if (result) return *std::move(result);
  return std::unexpected(Errors{std::move(result).error()});
}

Result<const ExecutorInfo*> FindExecutor(const std::string& name) {
  for (const ExecutorInfo* info : AllExecutors()) {
    if (info->name == name) return info;
  }
  return Fail(ErrorCode::kUnknownName, "no executor is called '" + name + "'", "`assay list executors` shows them");
}

std::string ScenarioText(const spec::Traffic& traffic) {
  if (const auto* server = std::get_if<spec::Server>(&traffic.scenario)) return server->label;
  std::string text(spec::ScenarioName(traffic.scenario));
  if (const auto* own = std::get_if<spec::OwnTraffic>(&traffic.scenario)) text += ": " + own->arrival;
  const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario);
  if (multi != nullptr && multi->interval_ns > 0) text += " at an interval";
  return text;
}

bool Overlap(const std::set<int>& a, const std::set<int>& b) {
  return std::ranges::any_of(a, [&](int core) { return b.contains(core); });
}

CellContext ContextOf(const spec::Spec& spec, const spec::System& system, const spec::Traffic& traffic,
                      const CellPlan& plan, const Executor& executor, Clock& clock) {
  CellContext context;
  context.task = spec.task.name;
  context.scenario = ScenarioText(traffic);
  context.accuracy = traffic.mode == spec::Mode::kAccuracy;
  context.planned_queries = plan.series.schedule.queries();
  context.samples_per_query = plan.series.schedule.samples_per_query;
  context.min_query_count = plan.min_query_count;
  context.min_duration_ns = plan.min_duration_ns;
  context.rate_asked = plan.rate_asked;
  context.size_origin = plan.size_origin;
  context.interval_ns = plan.series.schedule.interval_ns;
  context.executor = executor.Describe();
  context.model = system.model;
  context.threads = system.threads;
  context.max_batch = system.batch.max;
  context.batch_wait_ns = system.batch.wait_ns;
  context.sharing_declared = traffic.shared_cores == spec::SharedCores::kDeclared;
  context.program_version = ProgramVersion();
  if (const auto* real = dynamic_cast<const base::SystemClock*>(&clock)) {
    context.clock = "monotonic, spin lead " + std::to_string(real->lead_ns() / 1000) + " us";
  } else {
    context.clock = "simulated";
  }
  return context;
}

// The same arrivals before the measured part, without a record: caches, allocators and lazily made kernels get warm.
Result<void> WarmUp(const spec::Spec& spec, spec::Traffic traffic, std::uint64_t samples,
                    const std::optional<load::ProbeOutcome>& probe, Executor& executor, Clock& clock,
                    const std::atomic<bool>* interrupted) {
  traffic.duration_ns = traffic.warmup_ns;
  traffic.min_queries = 1;
  const auto plan = PlanCell(spec, traffic, samples, probe);
  if (!plan) return std::unexpected(plan.error().front());
  load::LoadRunOptions options{.lost_after_ns = traffic.lost_after_ns, .keep_outputs = false,
                               .interrupted = interrupted};
  ASSAY_TRY(ignored, load::RunSeries(plan->series, executor, clock, nullptr, "{}", options));
  return {};
}

// The output that the spec reads its answers from: of a model with several, the first needn't be the one.
Result<std::string> OutputTensor(const spec::OutputSpec& output) {
  if (!output.tensor.empty() || output.score.empty()) return output.tensor;
  ASSAY_TRY(place, data::ParseScorePlace(output.score));
  return place.tensor;
}

Results<Candidate> MakeUnplaced(const spec::Spec& spec, const spec::System& system, const Dataset* data,
                                Clock& clock) {
  auto info = FindExecutor(system.executor);
  if (!info) return std::unexpected(Errors{std::move(info).error()});
  Candidate candidate;
  if ((*info)->needs_input) {
    if (data == nullptr) {
      return std::unexpected(Errors{{ErrorCode::kMissingKey,
                                     "the executor " + system.executor + " reads samples, "
                                     "and the spec has no data split to take them from",
                                     {}, "add data: {main: {path: …}}"}});
    }
    auto input = data::MakeInputSource(*data, spec.data.input);
    if (!input) return std::unexpected(std::move(input).error());
    candidate.input = *std::move(input);
  }
  ExecutorOptions options{.id = system.id, .model = system.model.empty() ? "" : spec.Resolve(system.model),
                          .precision = system.precision, .device = system.device, .threads = system.threads,
                          .max_batch = system.batch.max, .batch_wait_ns = system.batch.wait_ns,
                          .options = {system.options.begin(), system.options.end()}, .seed = spec.stats.seed};
  for (auto& [name, value] : options.options) {  // paths of an executor's own options, too, are the spec's
    const auto known = std::ranges::find((*info)->options, name, &OptionInfo::name);
    if (known != (*info)->options.end() && known->type == "path" && !value.empty()) value = spec.Resolve(value);
  }
  if (system.executor == "onnxruntime" && !system.options.contains("output")) {
    auto tensor = OutputTensor(spec.data.output);
    if (!tensor) return std::unexpected(Errors{std::move(tensor).error()});
    if (!tensor->empty()) options.options.emplace_back("output", *std::move(tensor));
  }
  auto executor = (*info)->make(options, candidate.input.get(), clock);
  if (!executor) return std::unexpected(Errors{std::move(executor).error()});
  candidate.executor = *std::move(executor);
  if (const auto reader = ReaderFor(spec, candidate.executor->Describe()); !reader) {
    return std::unexpected(Errors{reader.error()});
  }
  return candidate;
}

}  // namespace

std::uint64_t SampleCount(const Dataset* data) { return data == nullptr ? kAnonymousSamples : data->size(); }

Results<Candidate> MakeCandidate(const spec::Spec& spec, const spec::System& system, const Dataset* data,
                                 Clock& clock) {
  auto candidate = MakeUnplaced(spec, system, data, clock);
  if (candidate) return candidate;
  Errors errors = std::move(candidate).error();
  for (Error& error : errors) PlaceInSpec(spec, "systems." + system.id, error);
  return std::unexpected(std::move(errors));
}

Result<std::optional<load::ProbeOutcome>> ProbeFor(const spec::Traffic& traffic, Candidate& candidate,
                                                    std::uint64_t sample_count, Clock& clock) {
  if (!NeedsProbe(traffic)) return std::nullopt;
  const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario);
  load::ProbePlan plan;
  plan.indices.resize(sample_count);
  std::iota(plan.indices.begin(), plan.indices.end(), std::uint64_t{0});
  plan.samples_per_query = multi == nullptr ? 1 : multi->samples_per_query;
  plan.most_at_once = kMostProbedAtOnce;
  ASSAY_TRY(outcome, load::Probe(plan, *candidate.executor, clock, {.lost_after_ns = traffic.lost_after_ns}));
  return outcome;
}

Results<record::RunRecord> RunCell(const spec::Spec& spec, const spec::System& system, const spec::Traffic& traffic,
                                   std::uint64_t repeat, const Dataset* data, const std::string& split, Clock& clock,
                                   const CellRunOptions& options) {
  auto system_cores = ParseCores(system.cores);
  if (!system_cores) return std::unexpected(Errors{system_cores.error()});
  auto own_cores = ParseCores(traffic.cores);
  if (!own_cores) return std::unexpected(Errors{own_cores.error()});

  // Threads inherit the affinity of the thread that makes them: the executor's get the system's cores.
  Candidate candidate;
  {
    const Affinity pinned(*system_cores);
    auto made = MakeCandidate(spec, system, data, clock);
    if (!made) return std::unexpected(std::move(made).error());
    candidate = *std::move(made);
  }
  auto probe = ProbeFor(traffic, candidate, SampleCount(data), clock);
  if (!probe) return std::unexpected(Errors{probe.error()});
  auto plan = PlanCell(spec, traffic, SampleCount(data), *probe);
  if (!plan) return std::unexpected(std::move(plan).error());

  CellContext context = ContextOf(spec, system, traffic, *plan, *candidate.executor, clock);
  context.cell = {system.id, traffic.name, repeat};
  context.split = split;
  context.cores_shared = Overlap(*system_cores, *own_cores);
  std::string header = ToJson(context);
  std::optional<MlperfFacts> facts;
  if (options.mlperf_logs) {
    auto found = FactsOfCell(traffic, *plan, system.id, SampleCount(data));
    if (found) {
      header = WithMlperfFacts(header, *found);
      facts = *std::move(found);
    } else if (options.note) {
      options.note(context.cell.Relative() + ": no LoadGen logs: " + found.error().what);
    }
  }
  const std::string folder = context.cell.In(options.run_directory);
  if (auto made = base::EnsureDirectory(folder); !made) return std::unexpected(Errors{made.error()});

  if (traffic.warmup_ns > 0) {
    const auto warm = WarmUp(spec, traffic, SampleCount(data), *probe, *candidate.executor, clock, options.interrupted);
    if (!warm) return std::unexpected(Errors{warm.error()});
  }
  auto sink = record::OpenFileSink(folder + "/record.assay");
  if (!sink) return std::unexpected(Errors{sink.error()});
  auto writer = record::RecordWriter::Create(
      *std::move(sink), {header, context.samples_per_query,
                         spec.record_outputs == "none" ? 0 : context.executor.output_bytes});
  if (!writer) return std::unexpected(Errors{writer.error()});

  load::LoadRunOptions run_options{.lost_after_ns = traffic.lost_after_ns, .interrupted = options.interrupted,
                                   .progress = options.progress};
  run_options.keep_outputs = spec.record_outputs != "none";
  run_options.on_stuck = [&](const record::RunRecord& record) {
    if (options.on_stuck) options.on_stuck(context.cell, record);
  };
  const Affinity pinned(*own_cores);
  auto record = load::RunSeries(plan->series, *candidate.executor, clock, *std::move(writer), header, run_options);
  if (!record) return std::unexpected(Errors{record.error()});
  if (data != nullptr) {
    if (auto written = WriteCases(spec, traffic, context, *data, *record, folder + "/cases.jsonl"); !written) {
      return std::unexpected(Errors{written.error()});
    }
  }
  if (facts) {
    const auto left_out = WriteMlperfLogs(*record, *facts, folder);
    if (!left_out) return std::unexpected(Errors{left_out.error()});
    for (const std::string& what : *left_out) {
      if (options.note) options.note(context.cell.Relative() + ": LoadGen logs: " + what);
    }
  }
  return AsResults<record::RunRecord>(*std::move(record));
}

}  // namespace assay::run
