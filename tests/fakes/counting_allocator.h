// SPDX-License-Identifier: Apache-2.0
// Linked into a test program, it replaces operator new with one that counts.
#pragma once

#include <cstdint>

namespace assay::fakes {

// Allocations that the calling thread has made through operator new so far.
std::uint64_t AllocationsOfThread();

}  // namespace assay::fakes
