// SPDX-License-Identifier: Apache-2.0
#include "round/compliance_tolerance.h"

#include <algorithm>
#include <string>

namespace assay::round {

Result<double> ComplianceTolerance(const Benchmark& benchmark, std::string_view metric) {
  if (std::ranges::find(benchmark.gates, metric, &Gate::metric) == benchmark.gates.end()) {
    std::string known;
    for (const Gate& gate : benchmark.gates) known += (known.empty() ? "" : ", ") + std::string(gate.metric);
    return Fail(ErrorCode::kUnknownName, "no tolerance is known for '" + std::string(metric) + "' of " + std::string(benchmark.name),
                "its metrics are " + known);
  }
  if (metric == "FID_SCORE") return 0.02;
  return benchmark.name.ends_with("-99.9") ? 0.001 : 0.01;
}

}  // namespace assay::round
