// SPDX-License-Identifier: Apache-2.0
#include "data/image/idx_file.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/file.h"
#include "data/format/gunzip.h"

namespace assay::data {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;

std::unexpected<Error> NotIdx(const std::string& file, std::size_t offset, const std::string& what) {
  return FailAt({.file = file, .path = "byte " + std::to_string(offset)}, ErrorCode::kBadRow, what);
}

}  // namespace

Result<IdxFile> ParseIdx(const std::string& bytes, const std::string& file) {
  if (bytes.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "expected an IDX file, found no bytes");
  if (IsGzip(bytes)) {
    ASSAY_TRY(unpacked, Gunzip(bytes, file));
    if (unpacked.starts_with("\x1F\x8B")) return NotIdx(file, 0, "gzipped twice");
    return ParseIdx(unpacked, file);
  }
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() < 4 || at(0) != 0 || at(1) != 0) {
    return NotIdx(file, 0, "expected an IDX file, which starts with two zero bytes, an element type and a count");
  }
  if (at(2) != 0x08) {
    return FailAt({.file = file, .path = "byte 2"}, ErrorCode::kBadRow,
                  "expected elements of unsigned bytes (type 8), found type " + std::to_string(at(2)));
  }
  const std::size_t rank = at(3), header = 4 + 4 * rank;
  if (rank == 0 || rank > 4) return NotIdx(file, 3, "expected 1 to 4 dimensions, found " + std::to_string(rank));
  if (bytes.size() < header) return NotIdx(file, bytes.size(), "the header is cut short");
  IdxFile idx;
  std::uint64_t elements = 1;
  for (std::size_t d = 0; d < rank; ++d) {
    const std::size_t start = 4 + 4 * d;
    const std::uint32_t dim = at(start) << 24 | at(start + 1) << 16 | at(start + 2) << 8 | at(start + 3);
    if (dim == 0) return FailAt({.file = file}, ErrorCode::kEmpty, "dimension " + std::to_string(d + 1) + " is 0: no elements");
    idx.dims.push_back(dim);
    if (elements > kMostBytes / dim) return FailAt({.file = file}, ErrorCode::kBadRow, "more than 4 GiB of elements");
    elements *= dim;
  }
  if (bytes.size() - header != elements) {
    return NotIdx(file, std::min<std::size_t>(bytes.size(), header + elements),
                  "expected " + std::to_string(elements) + " bytes after the header, found " +
                      std::to_string(bytes.size() - header));
  }
  idx.bytes = bytes.substr(header);
  return idx;
}

Result<IdxFile> ReadIdx(const std::string& path) {
  ASSAY_TRY(bytes, base::ReadFile(path));
  return ParseIdx(bytes, path);
}

}  // namespace assay::data
