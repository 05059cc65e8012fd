// SPDX-License-Identifier: Apache-2.0
// Right values: arithmetic beside them.
#include "fit/traffic_measures.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::fit {
namespace {

TEST(TrafficMeasures, GapsByHand) {
  TrafficLog log;
  log.start_s = {0, 1, 4};  // gaps 1 and 3: mean 2, standard deviation 1
  const TrafficMeasures measures = MeasureTraffic(log);
  EXPECT_DOUBLE_EQ(*measures.rate_qps, 0.5);
  EXPECT_DOUBLE_EQ(*measures.gap_variation, 0.5);
  EXPECT_EQ(*measures.same_instant_share, 0);
  EXPECT_FALSE(measures.dispersion.has_value());
  EXPECT_FALSE(measures.most_in_flight.has_value());
}

TEST(TrafficMeasures, InFlightByHand) {
  TrafficLog log;
  log.start_s = {0, 1, 2, 4};
  log.end_s = {2, 3, 3, 4};  // an answer at 2 goes before the arrival at 2
  const TrafficMeasures measures = MeasureTraffic(log);
  EXPECT_EQ(*measures.most_in_flight, 2u);
  EXPECT_DOUBLE_EQ(*measures.mean_duration_s, 5.0 / 4);
  EXPECT_DOUBLE_EQ(*measures.mean_in_flight, 5.0 / 4);  // 1 2 2 0 in the four seconds
  // Squares 1 4 4 0: mean 9/4; variance 9/4 - 25/16 = 11/16; over the mean 11/20.
  EXPECT_DOUBLE_EQ(*measures.in_flight_dispersion, 11.0 / 20);
}

TEST(TrafficMeasures, DispersionByHand) {
  TrafficLog log;
  // 300 seconds; in even ones 2 arrivals, in odd ones none, at .25 and .5; one more at the end.
  for (int second = 0; second < 300; second += 2) {
    log.start_s.push_back(second == 0 ? 0 : second + 0.25);
    log.start_s.push_back(second + 0.5);
  }
  log.start_s.push_back(300);
  const TrafficMeasures measures = MeasureTraffic(log);
  ASSERT_TRUE(measures.dispersion.has_value());
  // 30 windows of 10 s hold 10 each, the last 11: mean 301/30; squared sum 29·100 + 121 = 3021;
  // variance (3021 - 301²/30) / 29 = 1/30; over the mean 1/301.
  EXPECT_EQ((*measures.dispersion)[2].windows, 30u);
  EXPECT_NEAR((*measures.dispersion)[2].index, 1.0 / 301, 1e-12);
  // 301 arrivals: 60 short windows of 5 s; the even ones hold 6, the odd ones 4, the last 5. 58
  // differences of 2 and one of 1: 233 / 2 / 59 over the mean 301/60.
  EXPECT_EQ(measures.local_dispersion->windows, 60u);
  EXPECT_NEAR(measures.local_dispersion->index, 233.0 / 2 / 59 / (301.0 / 60), 1e-12);
  EXPECT_EQ(*measures.rate_variation, 0);  // both longer indices are below 1
}

TEST(TrafficMeasures, OneInstant) {
  TrafficLog log;
  log.start_s.assign(400, 0);
  const TrafficMeasures measures = MeasureTraffic(log);
  EXPECT_FALSE(measures.rate_qps.has_value());
  EXPECT_EQ(*measures.same_instant_share, 1);
  log.start_s = {0};
  log.end_s = {0};
  EXPECT_EQ(*MeasureTraffic(log).same_instant_share, 0);
}

}  // namespace
}  // namespace assay::fit
