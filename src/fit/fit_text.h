// SPDX-License-Identifier: Apache-2.0
// What `assay fit` prints.
#pragma once

#include <string>
#include <vector>

#include "fit/scenario_fit.h"
#include "fit/traffic_log.h"
#include "fit/traffic_measures.h"

namespace assay::fit {

// One measure as text: "gap variation", "0.98", "spread over mean of the gaps: 1 Poisson, 0 even".
struct MeasureInWords {
  std::string name, value, meaning;
};
std::vector<MeasureInWords> MeasuresInWords(const TrafficMeasures& measures);

// For people: the nearest scenario, what carries over, the measures with their meaning.
std::string FitText(const TrafficLog& log, const TrafficMeasures& measures, const ScenarioFit& fit);

// {"schema": "assay.fit/1", "nearest": "Server", …}; null for what this log can't say.
std::string FitJson(const TrafficLog& log, const TrafficMeasures& measures, const ScenarioFit& fit);

}  // namespace assay::fit
