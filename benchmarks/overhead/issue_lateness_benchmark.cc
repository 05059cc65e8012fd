// SPDX-License-Identifier: Apache-2.0
// How late queries go out: issued - due of a run with a system that does nothing, beside the least that any generator
// can do, a loop that sleeps until a lead before the due time and reads the clock until it comes.
//
// Both take the same Poisson due times and the same lead, in turn, some seconds in all. On a machine with other work
// the tail is other processes' time slices, in both; --fifo keeps them out where the system permits it.
#include <sched.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/system_clock.h"
#include "load/due_times.h"
#include "load/load_run.h"
#include "overhead/bare_loop.h"
#include "overhead/null_executor.h"

namespace assay::overhead {
namespace {

struct Setup {
  std::vector<double> rates_qps = {1'000, 10'000};
  int turns = 4;  // of one second each
  bool fifo = false;
  bool json = false;
};

struct Row {
  double rate_qps = 0;
  Lateness bare, assay;
};

Result<void> AssayRun(const load::Series& series, Executor& executor, Clock& clock,
                      std::vector<std::int64_t>& late_ns) {
  ASSAY_TRY(record, load::RunSeries(series, executor, clock, nullptr, "{}", {}));
  if (record.end != record::EndState::kComplete) {
    return Fail(ErrorCode::kInternal, "expected a complete run, found: " + record.end_reason);
  }
  for (std::size_t query = 0; query < record.queries(); ++query) {
    late_ns.push_back(record.issued_ns[query] - record.due_ns[query]);
  }
  return {};
}

Result<Row> MeasureRate(double rate_qps, const Setup& setup, Executor& executor, base::SystemClock& clock) {
  std::vector<std::int64_t> bare_ns, assay_ns;
  for (int turn = 0; turn < setup.turns; ++turn) {
    load::Series series;
    ASSAY_TRY(due, load::PoissonDueTimes(rate_qps, static_cast<std::uint64_t>(turn), {.duration_ns = 1'000'000'000}));
    series.load = {0};
    series.schedule.due_ns = std::move(due.due_ns);
    series.schedule.sample_index.resize(series.schedule.queries());
    bare_ns.reserve(bare_ns.size() + series.schedule.queries());
    BareLoop(series.schedule.due_ns, clock.lead_ns(), bare_ns);
    ASSAY_CHECK_OK(AssayRun(series, executor, clock, assay_ns));
  }
  return Row{rate_qps, Summarise(bare_ns), Summarise(assay_ns)};
}

void PrintText(const std::vector<Row>& rows, const Setup& setup, std::int64_t lead_ns) {
  std::printf("issue lateness in us, %d alternating turns of 1 s, %s, lead %.0f us\n", setup.turns,
              setup.fifo ? "SCHED_FIFO" : "normal priority", static_cast<double>(lead_ns) / 1e3);
  std::printf("%10s %-6s %9s %9s %9s %9s %9s\n", "queries/s", "loop", "queries", "p50", "p99", "p99.9", "max");
  for (const Row& row : rows) {
    for (const auto& [name, late] : {std::pair("bare", row.bare), std::pair("assay", row.assay)}) {
      std::printf("%10.0f %-6s %9llu %9.3f %9.1f %9.1f %9.1f\n", row.rate_qps, name,
                  static_cast<unsigned long long>(late.queries), late.p50_us, late.p99_us, late.p999_us, late.max_us);
    }
  }
}

void PrintJson(const std::vector<Row>& rows, const Setup& setup, std::int64_t lead_ns) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject().Member("turns", setup.turns).Member("fifo", setup.fifo).Member("lead_ns", lead_ns);
  json.Key("rows").BeginArray();
  for (const Row& row : rows) {
    for (const auto& [name, late] : {std::pair("bare", row.bare), std::pair("assay", row.assay)}) {
      json.BeginObject()
          .Member("rate_qps", row.rate_qps)
          .Member("loop", name)
          .Member("queries", late.queries)
          .Member("p50_us", late.p50_us)
          .Member("p99_us", late.p99_us)
          .Member("p99.9_us", late.p999_us)
          .Member("max_us", late.max_us)
          .EndObject();
    }
  }
  json.EndArray().EndObject();
  std::puts(text.c_str());
}

int Refuse(const std::string& why) {
  std::fprintf(stderr, "issue_lateness_benchmark: %s\n", why.c_str());
  return 1;
}

int Main(int argc, char** argv) {
  Setup setup;
  CLI::App app("How late queries go out, beside a bare sleep-and-spin loop at the same due times");
  app.add_option("--rate", setup.rates_qps, "queries per second; may be repeated")->check(CLI::Range(1.0, 1e7));
  app.add_option("--turns", setup.turns, "of one second each, for each loop")->check(CLI::Range(1, 600));
  app.add_flag("--fifo", setup.fifo, "real-time priority SCHED_FIFO 10, so that other work doesn't blur it");
  app.add_flag("--json", setup.json);
  CLI11_PARSE(app, argc, argv);
  const sched_param priority{.sched_priority = 10};
  if (setup.fifo && sched_setscheduler(0, SCHED_FIFO, &priority) != 0) {
    return Refuse(std::string("the system doesn't permit --fifo: ") + std::strerror(errno));
  }
  base::SystemClock clock;
  const std::unique_ptr<Executor> null = MakeNullExecutor(clock);
  if (null == nullptr) return Refuse("this build has no null executor");
  std::vector<Row> rows;
  for (const double rate_qps : setup.rates_qps) {
    auto row = MeasureRate(rate_qps, setup, *null, clock);
    if (!row) return Refuse(row.error().what);
    rows.push_back(*row);
  }
  setup.json ? PrintJson(rows, setup, clock.lead_ns()) : PrintText(rows, setup, clock.lead_ns());
  return 0;
}

}  // namespace
}  // namespace assay::overhead

int main(int argc, char** argv) { return assay::overhead::Main(argc, argv); }
