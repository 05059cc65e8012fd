// SPDX-License-Identifier: Apache-2.0
// Planning a million queries.
#include <benchmark/benchmark.h>

#include "load/plan.h"

namespace assay::load {
namespace {

void PlanServer1M(benchmark::State& state) {
  PlanSettings settings{.scenario = spec::Server{.target_qps = 1e5},
                        .min_duration_ns = 1,
                        .min_query_count = 1'000'000,
                        .total_sample_count = 10'000,
                        .performance_sample_count = 10'000};
  for (auto _ : state) {
    const auto plan = PlanRun(settings);
    if (!plan || plan->front().schedule.queries() < 1'000'000) return state.SkipWithError("not planned");
    benchmark::DoNotOptimize(plan);
  }
  state.SetItemsProcessed(state.iterations() * 1'000'000);
}
BENCHMARK(PlanServer1M)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay::load
