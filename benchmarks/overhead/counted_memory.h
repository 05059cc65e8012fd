// SPDX-License-Identifier: Apache-2.0
// Linked into a benchmark, it replaces operator new with one that counts bytes in use.
#pragma once

#include <cstdint>

namespace assay::overhead {

// Bytes in use through operator new, all threads, as the allocator rounds them.
std::int64_t BytesInUse();
// The most that have been in use since the last call of RestartPeak.
std::int64_t PeakBytes();
void RestartPeak();

}  // namespace assay::overhead
