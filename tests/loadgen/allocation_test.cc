// SPDX-License-Identifier: Apache-2.0
// Issuing a query and taking its answer allocates nothing, whatever the scenario.
#include <gtest/gtest.h>

#include "base/manual_clock.h"
#include "fakes/counting_allocator.h"
#include "loadgen/client.h"
#include "loadgen/engine_core.h"

namespace assay::loadgen {
namespace {

using Samples = std::vector<mlperf::QuerySample>;

// Allocations of this thread between the first query and the last, with a system that allocates nothing itself.
std::uint64_t AllocationsWhileIssuing(const mlperf::TestSettings& settings) {
  base::ManualClock clock(1'000'000);
  Engine::Core core(clock);
  NotingQsl qsl(64, 64);
  std::uint64_t begin = 0, end = 0;
  bool begun = false;
  ScriptedSut sut(
      [&](const Samples& samples) {
        if (!begun) begin = fakes::AllocationsOfThread();
        begun = true;
        for (const mlperf::QuerySample& sample : samples) {
          mlperf::QuerySampleResponse response = Response(sample, 5);
          core.FirstToken(&response, 1);
          core.Complete(&response, 1, {});
        }
        clock.WaitUntilNs(clock.NowNs() + 100'000);
        end = fakes::AllocationsOfThread();  // after the last query words may be made
      });
  const Folder folder;
  const TestResult result = core.Run(sut, qsl, settings, folder.Logs(true), Options(), "");
  EXPECT_GE(result.completed_samples, 1000u);
  return end - begin;
}

TEST(Allocation, NoneWhileIssuing) {
  for (int scenario = 0; scenario < 4; ++scenario) {
    for (const bool tokens : {false, true}) {
      for (const bool coalesce : {false, true}) {
        mlperf::TestSettings settings;
        settings.scenario = static_cast<mlperf::TestScenario>(scenario);
        settings.min_duration_ms = 0;
        settings.min_query_count = 1000;
        settings.server_target_qps = 30'000;  // three queries fall due in each call
        settings.server_coalesce_queries = coalesce;
        settings.server_max_async_queries = 1000;
        settings.use_token_latencies = tokens;
        EXPECT_EQ(AllocationsWhileIssuing(settings), 0u)
            << "scenario " << scenario << " tokens " << tokens << " coalesce " << coalesce;
      }
    }
  }
}

}  // namespace
}  // namespace assay::loadgen
