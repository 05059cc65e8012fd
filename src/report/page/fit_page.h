// SPDX-License-Identifier: Apache-2.0
// Own traffic against the scenarios, as a page.
#pragma once

#include <string>
#include <string_view>

#include "fit/scenario_fit.h"
#include "fit/traffic_log.h"
#include "fit/traffic_measures.h"

namespace assay::report {

// The nearest scenario, what of a public row carries over for each, the measures with their meaning.
// Threads  safe: pure.
std::string FitPage(const fit::TrafficLog& log, const fit::TrafficMeasures& measures, const fit::ScenarioFit& result,
                    std::string_view source, std::string_view version);

}  // namespace assay::report
