// SPDX-License-Identifier: Apache-2.0
// Sorting a million scored cases, and the two rank metrics on them.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "metric/rank/rank_curve.h"
#include "random/splitmix.h"

namespace assay::metric {
namespace {

constexpr std::size_t kCases = 1'000'000;

// One case in 50 is positive, with scores a little above the others'.
struct Cases {
  Cases() : label(kCases), score(kCases) {
    const random::SplitMix draws(1, 1);
    for (std::size_t i = 0; i < kCases; ++i) {
      label[i] = i % 50 == 0 ? 1 : 0;
      score[i] = draws.UnitAt(i) + 0.2 * label[i];
    }
  }
  QualityColumns columns() const { return {.label = label, .score = score}; }
  std::vector<std::int32_t> label;
  std::vector<double> score;
};

void BuildCurve1M(benchmark::State& state) {
  const Cases cases;
  for (auto _ : state) {
    const auto curve = BuildRankCurve(cases.columns());
    if (!curve) return state.SkipWithError("no curve");
    benchmark::DoNotOptimize(curve);
  }
}
BENCHMARK(BuildCurve1M)->Unit(benchmark::kMillisecond);

void AveragePrecisionAndRocAuc1M(benchmark::State& state) {
  const auto curve = BuildRankCurve(Cases().columns());
  if (!curve) return state.SkipWithError("no curve");
  for (auto _ : state) {
    benchmark::DoNotOptimize(AveragePrecision(*curve));
    benchmark::DoNotOptimize(RocAuc(*curve));
  }
}
BENCHMARK(AveragePrecisionAndRocAuc1M)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay::metric
