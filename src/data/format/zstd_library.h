// SPDX-License-Identifier: Apache-2.0
// Zstandard from the system's library, opened when something packed by it is read: nothing else here needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::data {

// One or more frames that unpack to `size` bytes; memory grows with what is unpacked, not with what is claimed.
// Errors   kUnsupported where the machine has no libzstd.so.1; kCorrupt for bytes that aren't such frames.
// Threads  safe.
// Source   RFC 8878.
Result<std::string> UnpackZstd(std::string_view packed, std::size_t size);

}  // namespace assay::data
