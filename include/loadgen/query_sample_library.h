// SPDX-License-Identifier: Apache-2.0
// The data set as the load generator sees it: indices that can be brought into memory. C++14.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "query_sample.h"

namespace mlperf {

// Implemented by the client. All calls come from the thread that runs the test.
class QuerySampleLibrary {
 public:
  virtual ~QuerySampleLibrary() {}
  // Outlives the call.
  virtual const std::string& Name() = 0;
  // Both counts are asked for more than once and mustn't change during a test.
  virtual std::size_t TotalSampleCount() = 0;
  // How many fit in memory at once.
  virtual std::size_t PerformanceSampleCount() = 0;
  // Before a series, untimed; Unload gets the same list after it.
  virtual void LoadSamplesToRam(const std::vector<QuerySampleIndex>& samples) = 0;
  virtual void UnloadSamplesFromRam(const std::vector<QuerySampleIndex>& samples) = 0;
};

}  // namespace mlperf
