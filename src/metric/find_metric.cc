// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "assay/metric.h"

namespace assay {

const MetricInfo* FindMetric(std::string_view name) {
  const auto metrics = AllMetrics();
  const auto found = std::ranges::lower_bound(metrics, name, {}, &MetricInfo::name);
  return found != metrics.end() && (*found)->name == name ? *found : nullptr;
}

}  // namespace assay
