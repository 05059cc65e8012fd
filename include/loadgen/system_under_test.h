// SPDX-License-Identifier: Apache-2.0
// The system under test as the load generator sees it. C++14.
#pragma once

#include <string>
#include <vector>

#include "query_sample.h"

namespace mlperf {

// Implemented by the client.
class SystemUnderTest {
 public:
  virtual ~SystemUnderTest() {}
  // Outlives the call.
  virtual const std::string& Name() = 0;
  // May answer here or later from any thread. `samples` stays as it is until its last sample is answered and for at
  // least 65,536 further samples, except for coalesced queries. Blocking here delays the queries after it, and that delay counts as latency.
  virtual void IssueQuery(const std::vector<QuerySample>& samples) = 0;
  // No more queries follow in this series.
  virtual void FlushQueries() = 0;
};

}  // namespace mlperf
