// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/metric.h"

namespace assay {
namespace {

TEST(Peak, IsTheBracketOfItsTrials) {
  PeakBracket peak{.met = 400, .not_met = 408};
  MetricInput input;
  EXPECT_FALSE(FindMetric("peak_qps")->compute(input)->front().value.has_value());
  input.peak = &peak;
  const Measurement found = FindMetric("peak_qps")->compute(input)->front();
  EXPECT_EQ(found.value, 400);
  EXPECT_EQ(found.interval->high, 408);
  EXPECT_FALSE(FindMetric("peak_streams")->compute(input)->front().value.has_value());
  peak.streams = true;
  EXPECT_EQ(FindMetric("peak_streams")->compute(input)->front().value, 400);
}

TEST(Peak, IsUndefinedWithoutATrialThatMetTheBounds) {
  PeakBracket peak{.not_met = 10};
  MetricInput input;
  input.peak = &peak;
  EXPECT_EQ(FindMetric("peak_qps")->compute(input)->front().note, "no trial met the bounds");
}

}  // namespace
}  // namespace assay
