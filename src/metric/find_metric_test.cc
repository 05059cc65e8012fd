// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/metric.h"

namespace assay {
namespace {

TEST(FindMetric, FindsEachByItsNameAndNothingElse) {
  ASSERT_GT(AllMetrics().size(), 30u);
  for (const MetricInfo* metric : AllMetrics()) EXPECT_EQ(FindMetric(metric->name), metric) << metric->name;
  EXPECT_EQ(FindMetric(""), nullptr);
  EXPECT_EQ(FindMetric("zzz"), nullptr);
  EXPECT_EQ(FindMetric("Recall"), nullptr);
}

TEST(FindMetric, EachSaysWhatItIsAndWhereFrom) {
  EXPECT_TRUE(std::ranges::is_sorted(AllMetrics(), {}, &MetricInfo::name));
  for (const MetricInfo* metric : AllMetrics()) {
    EXPECT_FALSE(metric->title.empty()) << metric->name;
    EXPECT_TRUE(metric->definition.ends_with('.')) << metric->name;
    EXPECT_FALSE(metric->source.empty()) << metric->name;
    EXPECT_NE(metric->needs, 0) << metric->name;
  }
}

// Whatever is missing, a metric answers with itself first, undefined and with a reason.
TEST(FindMetric, NoInputIsUndefinedNotAnError) {
  const QualityColumns no_cases;
  const PerformanceColumns no_run;
  MetricInput empty;
  empty.quality = &no_cases;
  empty.performance = &no_run;
  for (const MetricInfo* metric : AllMetrics()) {
    for (const MetricInput& input : {MetricInput{}, empty}) {
      const auto measured = metric->compute(input);
      if (!measured) {
        EXPECT_EQ(measured.error().code, ErrorCode::kEmpty) << metric->name;  // as the references do for no score
        continue;
      }
      ASSERT_FALSE(measured->empty()) << metric->name;
      EXPECT_EQ(measured->front().metric, metric->name);
      EXPECT_FALSE(measured->front().value.has_value()) << metric->name;
      EXPECT_FALSE(measured->front().note.empty()) << metric->name;
    }
  }
}

}  // namespace
}  // namespace assay
