// SPDX-License-Identifier: Apache-2.0
#include "data/format/gunzip.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <zlib.h>

namespace assay::data {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;

std::unexpected<Error> Damaged(const std::string& file, std::size_t offset, const std::string& what) {
  return FailAt({.file = file, .path = "byte " + std::to_string(offset)}, ErrorCode::kBadRow, what);
}

}  // namespace

bool IsGzip(const std::string& bytes) { return bytes.starts_with("\x1F\x8B"); }

Result<std::string> Gunzip(const std::string& bytes, const std::string& file) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return Fail(ErrorCode::kInternal, "zlib didn't start");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> closer(&stream, &inflateEnd);
  std::string out;
  std::string piece(std::size_t{1} << 18, '\0');
  std::size_t taken = 0;
  while (true) {
    if (stream.avail_in == 0 && taken < bytes.size()) {
      const std::size_t next = std::min(bytes.size() - taken, std::size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
      stream.avail_in = static_cast<uInt>(next);
      taken += next;
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece, 0, piece.size() - stream.avail_out);
    if (out.size() > kMostBytes) return FailAt({.file = file}, ErrorCode::kBadRow, "more than 4 GiB when unpacked");
    const std::size_t offset = taken - stream.avail_in;
    if (state == Z_STREAM_END) {
      if (offset == bytes.size()) return out;
      if (inflateReset(&stream) != Z_OK) return Fail(ErrorCode::kInternal, "zlib didn't start again");
    } else if (state == Z_BUF_ERROR || (state == Z_OK && offset == bytes.size() && stream.avail_out > 0)) {
      return Damaged(file, offset, "the gzip data is cut short");
    } else if (state != Z_OK) {
      return Damaged(file, offset, std::string("the gzip data is damaged: ") + (stream.msg ? stream.msg : "no reason given"));
    }
  }
}

}  // namespace assay::data
