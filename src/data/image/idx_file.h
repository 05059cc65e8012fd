// SPDX-License-Identifier: Apache-2.0
// An IDX file (the format of MNIST and its kin): a small header and an array of unsigned bytes, plain or gzipped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct IdxFile {
  std::vector<std::int64_t> dims;  // each >= 1; the first counts the cases
  std::string bytes;               // row by row, exactly their product
};

// Errors   kNotFound, kUnreadable, kEmpty; kBadRow for what isn't IDX, is cut short or has bytes left over, with the
//          byte where that shows, has elements other than unsigned bytes, or is above 4 GiB.
// Threads  safe: no shared state.
// Source   the format's description beside the MNIST database: two zero bytes, element type, number of dimensions, the
//          dimensions as big-endian 32-bit integers, the elements. RFC 1952 for gzip.
Result<IdxFile> ReadIdx(const std::string& path);
// The same from bytes in memory.
Result<IdxFile> ParseIdx(const std::string& bytes, const std::string& file);

}  // namespace assay::data
