// SPDX-License-Identifier: Apache-2.0
// What the system allows this process.
#pragma once

#include <cstdint>
#include <optional>

namespace assay::host {

// Empty = no limit, or not known.
struct ProcessLimits {
  std::optional<std::uint64_t> open_files;      // the soft limit, in force
  std::optional<std::uint64_t> open_files_most; // what it may be raised to
  std::optional<std::uint64_t> locked_bytes;
  std::optional<std::uint64_t> threads;         // of this user
  bool may_use_real_time = false;               // SCHED_FIFO is allowed
};

// Threads  safe.
ProcessLimits ReadProcessLimits();

}  // namespace assay::host
