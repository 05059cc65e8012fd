// SPDX-License-Identifier: Apache-2.0
// One answer through Tracker::Complete, by answers in a call.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "base/system_clock.h"
#include "load/tracker.h"

namespace assay::load {
namespace {

void TrackerComplete(benchmark::State& state) {
  constexpr std::size_t kSamples = 1 << 16;
  const auto per_call = static_cast<std::size_t>(state.range(0));
  base::SystemClock clock(0);
  std::vector<Completion> completions(kSamples);
  for (auto _ : state) {
    state.PauseTiming();
    auto tracker = std::make_unique<Tracker>(kSamples, 0, 1, clock);
    tracker->Open(kSamples);
    for (std::size_t i = 0; i < kSamples; ++i) completions[i].id = tracker->IdOf(i);
    state.ResumeTiming();
    for (std::size_t i = 0; i < kSamples; i += per_call) {
      tracker->Complete(std::span(completions).subspan(i, per_call));
    }
    state.PauseTiming();
    tracker.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSamples));
}
BENCHMARK(TrackerComplete)->Arg(1)->Arg(8)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay::load
