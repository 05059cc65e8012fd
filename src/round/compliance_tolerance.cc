// SPDX-License-Identifier: Apache-2.0
#include "round/compliance_tolerance.h"

#include <algorithm>
#include <string>

namespace assay::round {

Result<double> ComplianceTolerance(const Benchmark& benchmark, std::string_view metric) {
  const auto gate = std::ranges::find(benchmark.gates, metric, &Gate::metric);
  if (gate == benchmark.gates.end()) {
    std::string known;
    for (const Gate& one : benchmark.gates) known += (known.empty() ? "" : ", ") + std::string(one.metric);
    return Fail(ErrorCode::kUnknownName, "no tolerance is known for '" + std::string(metric) + "' of " + std::string(benchmark.name),
                "its metrics are " + known);
  }
  if (gate->drift) return *gate->drift;
  return benchmark.name.ends_with("-99.9") ? 0.001 : 0.01;
}

}  // namespace assay::round
