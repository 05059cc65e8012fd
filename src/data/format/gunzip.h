// SPDX-License-Identifier: Apache-2.0
// What a gzip file holds.
#pragma once

#include <string>

#include "assay/result.h"

namespace assay::data {

bool IsGzip(const std::string& bytes);

// Unpacks all members, but not more than 4 GiB: a few bytes can claim to hold terabytes.
// Errors   kBadRow with the byte where the data are cut short or damaged, and for more than 4 GiB.
// Threads  safe: no shared state.
// Source   RFC 1952.
Result<std::string> Gunzip(const std::string& bytes, const std::string& file);

}  // namespace assay::data
