// SPDX-License-Identifier: Apache-2.0
// How a metric makes its measurements, so that name, unit and direction always come from its descriptor.
#pragma once

#include <string>
#include <string_view>

#include "assay/metric.h"

namespace assay::metric {

// Name, unit and direction of `info`; the value still empty.
Measurement Blank(const MetricInfo& info);
// The same with the reason why there is no value.
Measurement Undefined(const MetricInfo& info, std::string reason);
// "confusion.tp" and its like: a part with its own unit and direction, its value still empty.
Measurement PartOf(const MetricInfo& info, std::string_view part, Unit unit, Better better);

}  // namespace assay::metric
