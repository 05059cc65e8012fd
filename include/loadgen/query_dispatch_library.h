// SPDX-License-Identifier: Apache-2.0
// A system under test that hands its queries on over a network. C++14.
#pragma once

#include "system_under_test.h"

namespace mlperf {

// Only a name for what the client's class is; Name() may go over the network and is timed.
class QueryDispatchLibrary : public SystemUnderTest {};

}  // namespace mlperf
