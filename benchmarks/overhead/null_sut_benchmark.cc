// SPDX-License-Identifier: Apache-2.0
// What the load generator itself costs: CPU and memory per sample of a run whose system under test does nothing,
// beside a loop that does the least that any generator must (a clock read and a store at issue, the same at completion).
//
// Repeats alternate between the two and the ratio is taken inside each repeat, so that a busy machine blurs both alike.
// CPU time of the whole process counts, the recorder thread's too. "issue" is the time between Start and Flush: issue,
// completion, and the recorder reading along. "run" is all of RunSeries: columns allocated, RunRecord built. "recorded"
// is the same with a record file written.
#include <time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/system_clock.h"
#include "load/load_run.h"
#include "overhead/counted_memory.h"
#include "overhead/null_executor.h"
#include "overhead/scenario_series.h"
#include "record/record_writer.h"

namespace assay::overhead {
namespace {

std::int64_t ProcessCpuNs() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// Passes all on, and notes CPU and memory when issuing begins and ends. Adds one indirect call a query.
class ObservedExecutor final : public Executor {
 public:
  explicit ObservedExecutor(Executor& inner) : inner_(inner) {}

  ExecutorDescription Describe() const override { return inner_.Describe(); }
  Result<void> LoadSamples(std::span<const std::uint64_t> indices) override { return inner_.LoadSamples(indices); }
  Result<void> Start(CompletionSink& sink) override {
    Result<void> started = inner_.Start(sink);
    bytes_ = BytesInUse();
    begin_ns_ = ProcessCpuNs();
    return started;
  }
  void Issue(std::span<const Query> queries) override { inner_.Issue(queries); }
  void Flush() override {
    end_ns_ = ProcessCpuNs();
    inner_.Flush();
  }
  void Cancel() noexcept override { inner_.Cancel(); }
  void Stop() noexcept override { inner_.Stop(); }

  std::int64_t issue_ns() const { return end_ns_ - begin_ns_; }
  std::int64_t bytes_at_start() const { return bytes_; }

 private:
  Executor& inner_;
  std::int64_t begin_ns_ = 0, end_ns_ = 0, bytes_ = 0;
};

struct Setup {
  std::uint64_t samples = 200'000;
  std::uint64_t offline_samples = 1'000'000;
  int repeats = 7;
  std::string scenario;  // empty = all
  bool json = false;
};

// Per sample.
struct Repeat {
  double bare_ns = 0, issue_ns = 0, run_ns = 0, recorded_ns = 0;
};

struct Bytes {
  double plan = 0, columns = 0, peak = 0, file = 0;
};

struct Row {
  std::string_view scenario;
  std::uint64_t queries = 0, samples = 0;
  Repeat median;
  double ratio = 0;
  Bytes bytes;
};

// The least: two clock reads a query, a store a query for issue, a store a sample for completion.
double BareNs(const load::Schedule& schedule, Clock& clock) {
  const std::uint64_t queries = schedule.queries(), per_query = schedule.samples_per_query;
  std::vector<std::int64_t> issued_ns(queries, -1), done_ns(queries * per_query, -1);
  const std::int64_t begin_ns = ProcessCpuNs();
  for (std::uint64_t query = 0; query < queries; ++query) {
    issued_ns[query] = clock.NowNs();
    const std::int64_t now_ns = clock.NowNs();
    for (std::uint64_t i = 0; i < per_query; ++i) done_ns[query * per_query + i] = now_ns;
    asm volatile("" ::"r"(issued_ns.data()), "r"(done_ns.data()) : "memory");  // the stores stay
  }
  return static_cast<double>(ProcessCpuNs() - begin_ns) / static_cast<double>(queries * per_query);
}

Result<double> RecordedRunNs(const load::Series& series, Executor& executor, Clock& clock, Bytes& bytes) {
  const std::string path = "null_sut_benchmark." + std::to_string(getpid()) + ".assay";
  const std::int64_t begin_ns = ProcessCpuNs();
  ASSAY_TRY(sink, record::OpenFileSink(path));
  const std::uint64_t per_query = series.schedule.samples_per_query;
  ASSAY_TRY(writer, record::RecordWriter::Create(std::move(sink), {"{}", per_query, 0}));
  const auto record = load::RunSeries(series, executor, clock, std::move(writer), "{}", {});
  const std::int64_t end_ns = ProcessCpuNs();
  if (FILE* file = std::fopen(path.c_str(), "rb")) {
    std::fseek(file, 0, SEEK_END);
    bytes.file = static_cast<double>(std::ftell(file));
    std::fclose(file);
  }
  std::remove(path.c_str());
  ASSAY_CHECK_OK(record);
  return static_cast<double>(end_ns - begin_ns);
}

Result<Repeat> MeasureOnce(const load::Series& series, Executor& null, Clock& clock, Bytes& bytes) {
  const auto samples = static_cast<double>(series.schedule.sample_index.size());
  Repeat repeat{.bare_ns = BareNs(series.schedule, clock)};
  ObservedExecutor executor(null);
  RestartPeak();
  const std::int64_t before = BytesInUse(), begin_ns = ProcessCpuNs();
  {
    const auto record = load::RunSeries(series, executor, clock, nullptr, "{}", {});
    repeat.run_ns = static_cast<double>(ProcessCpuNs() - begin_ns) / samples;
    ASSAY_CHECK_OK(record);
    if (record->end != record::EndState::kComplete || record->stray_count != 0) {
      return Fail(ErrorCode::kInternal, "expected a complete run, found: " + record->end_reason);
    }
  }
  repeat.issue_ns = static_cast<double>(executor.issue_ns()) / samples;
  bytes.columns = static_cast<double>(executor.bytes_at_start() - before);
  bytes.peak = static_cast<double>(PeakBytes() - before);
  ASSAY_TRY(recorded_ns, RecordedRunNs(series, null, clock, bytes));
  repeat.recorded_ns = recorded_ns / samples;
  return repeat;
}

double Median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

Result<Row> MeasureScenario(const ScenarioShape& shape, const Setup& setup, Executor& null, Clock& clock) {
  const std::int64_t before = BytesInUse();
  const load::Series series = shape.Make(shape.one_query ? setup.offline_samples : setup.samples);
  Row row{.scenario = shape.name,
          .queries = series.schedule.queries(),
          .samples = series.schedule.sample_index.size()};
  row.bytes.plan = static_cast<double>(BytesInUse() - before);
  std::vector<double> bare, issue, run, recorded, ratio;
  for (int i = 0; i < setup.repeats; ++i) {
    ASSAY_TRY(repeat, MeasureOnce(series, null, clock, row.bytes));
    bare.push_back(repeat.bare_ns), issue.push_back(repeat.issue_ns), run.push_back(repeat.run_ns);
    recorded.push_back(repeat.recorded_ns), ratio.push_back(repeat.issue_ns / repeat.bare_ns);
  }
  row.median = {Median(bare), Median(issue), Median(run), Median(recorded)};
  row.ratio = Median(ratio);
  for (double* bytes : {&row.bytes.plan, &row.bytes.columns, &row.bytes.peak, &row.bytes.file}) {
    *bytes /= static_cast<double>(row.samples);
  }
  return row;
}

void PrintText(const std::vector<Row>& rows, const Setup& setup) {
  std::printf("CPU, ns per sample, median of %d alternating repeats\n", setup.repeats);
  std::printf("%-14s %9s %9s %8s %8s %8s %9s %11s\n", "scenario", "queries", "samples", "bare", "issue", "run",
              "recorded", "issue/bare");
  for (const Row& row : rows) {
    std::printf("%-14.*s %9llu %9llu %8.1f %8.1f %8.1f %9.1f %11.2f\n", static_cast<int>(row.scenario.size()),
                row.scenario.data(), static_cast<unsigned long long>(row.queries),
                static_cast<unsigned long long>(row.samples), row.median.bare_ns, row.median.issue_ns,
                row.median.run_ns, row.median.recorded_ns, row.ratio);
  }
  std::printf("\nmemory, bytes per sample: the plan; the run's columns beside it; their peak, when the record is built;"
              " the file\n");
  std::printf("%-14s %8s %8s %8s %8s\n", "scenario", "plan", "columns", "peak", "file");
  for (const Row& row : rows) {
    std::printf("%-14.*s %8.1f %8.1f %8.1f %8.1f\n", static_cast<int>(row.scenario.size()), row.scenario.data(),
                row.bytes.plan, row.bytes.columns, row.bytes.peak, row.bytes.file);
  }
}

void PrintJson(const std::vector<Row>& rows, const Setup& setup) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject().Member("repeats", setup.repeats).Key("scenarios").BeginArray();
  for (const Row& row : rows) {
    json.BeginObject()
        .Member("scenario", row.scenario)
        .Member("queries", row.queries)
        .Member("samples", row.samples)
        .Member("bare_ns", row.median.bare_ns)
        .Member("issue_ns", row.median.issue_ns)
        .Member("run_ns", row.median.run_ns)
        .Member("recorded_ns", row.median.recorded_ns)
        .Member("issue_to_bare", row.ratio)
        .Member("plan_bytes", row.bytes.plan)
        .Member("columns_bytes", row.bytes.columns)
        .Member("peak_bytes", row.bytes.peak)
        .Member("file_bytes", row.bytes.file)
        .EndObject();
  }
  json.EndArray().EndObject();
  std::puts(text.c_str());
}

int Main(int argc, char** argv) {
  Setup setup;
  CLI::App app("CPU and memory per sample with a system under test that does nothing, beside a bare loop");
  app.add_option("--samples", setup.samples, "samples of each scenario but Offline")->check(CLI::Range(8, 100'000'000));
  app.add_option("--offline-samples", setup.offline_samples)->check(CLI::Range(1, 100'000'000));
  std::vector<std::string> names;
  for (const ScenarioShape& shape : kScenarioShapes) names.emplace_back(shape.name);
  app.add_option("--scenario", setup.scenario, "only this one")->check(CLI::IsMember(names));
  app.add_option("--repeats", setup.repeats)->check(CLI::Range(1, 1000));
  app.add_flag("--json", setup.json);
  CLI11_PARSE(app, argc, argv);
  base::SystemClock clock;
  const std::unique_ptr<Executor> null = MakeNullExecutor(clock);
  if (null == nullptr) {
    std::fputs("null_sut_benchmark: this build has no null executor\n", stderr);
    return 1;
  }
  std::vector<Row> rows;
  for (const ScenarioShape& shape : kScenarioShapes) {
    if (!setup.scenario.empty() && shape.name != setup.scenario) continue;
    auto row = MeasureScenario(shape, setup, *null, clock);
    if (!row) {
      std::fprintf(stderr, "null_sut_benchmark: %.*s: %s\n", static_cast<int>(shape.name.size()), shape.name.data(),
                   row.error().what.c_str());
      return 1;
    }
    rows.push_back(*std::move(row));
  }
  setup.json ? PrintJson(rows, setup) : PrintText(rows, setup);
  return 0;
}

}  // namespace
}  // namespace assay::overhead

int main(int argc, char** argv) { return assay::overhead::Main(argc, argv); }
