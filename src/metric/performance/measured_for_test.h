// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "assay/metric.h"

namespace assay {

// The first measurement that a metric makes of a run.
inline Measurement Measure(const char* name, const PerformanceColumns& run, double level = 0.95) {
  MetricInput input;
  input.performance = &run;
  input.level = level;
  const auto measured = FindMetric(name)->compute(input);
  EXPECT_TRUE(measured.has_value());
  return measured->front();
}

}  // namespace assay
