// SPDX-License-Identifier: Apache-2.0
// The program's own null executor, found as a run finds it.
#pragma once

#include <algorithm>
#include <memory>

#include "assay/executor.h"

namespace assay::overhead {

// Null when this build has none.
inline std::unique_ptr<Executor> MakeNullExecutor(Clock& clock) {
  const auto all = AllExecutors();
  const auto found = std::ranges::find(all, "null", &ExecutorInfo::name);
  if (found == all.end()) return nullptr;
  auto made = (*found)->make({}, nullptr, clock);
  return made ? *std::move(made) : nullptr;
}

}  // namespace assay::overhead
