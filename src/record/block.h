// SPDX-License-Identifier: Apache-2.0
// The blocks that a record file is made of: their kinds, columns, frame and checksums (docs/formats/record.md).
//
// The version fixes each kind's columns, so a block's JSON header is a function of its frame: the C++ reader compares it,
// a script reads it instead of this table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::record {

// First bytes of a record file.
inline constexpr std::string_view kFileMagic = "assay record/1\n\n";

enum class BlockKind : std::uint32_t { kHeader = 1, kIssued = 2, kDone = 3, kStrays = 4, kEnd = 5 };

// How many values a column has.
enum class ColumnCount : std::uint8_t { kOnce, kPerRow, kPerSample };  // kPerSample: samples_per_query a row

struct Column {
  std::string_view name;
  std::string_view type;  // i64, u64, i32, u32, u8
  ColumnCount count = ColumnCount::kPerRow;
};

struct BlockLayout {
  BlockKind kind;
  std::string_view name;
  std::span<const Column> columns;
  std::string_view tail;       // name of the column of bytes at the end; empty = none
  std::string_view tail_type;  // utf8, bytes
};

// Null for a number that is no kind.
const BlockLayout* FindLayout(BlockKind kind);

struct BlockFrame {
  BlockKind kind = BlockKind::kHeader;
  std::uint32_t header_size = 0;
  std::uint64_t payload_size = 0;
  std::uint64_t rows = 0;
  std::uint64_t first = 0;     // number of the first row where rows are numbered through the file, else 0
  std::uint32_t body_crc = 0;  // of header and payload
};

inline constexpr std::size_t kFrameSize = 48;

// The frame's bytes with their own checksum at the end.
std::array<std::byte, kFrameSize> EncodeFrame(const BlockFrame& frame);
// Empty when the bytes aren't a whole frame or its checksum doesn't match.
std::optional<BlockFrame> DecodeFrame(std::span<const std::byte> bytes);

// Bytes of one value; 0 for a type that isn't fixed.
std::size_t WidthOf(std::string_view type);
std::uint64_t ValuesOf(const Column& column, std::uint64_t rows, std::uint64_t samples_per_query);
// Bytes of the fixed columns; empty when that exceeds 2^62.
std::optional<std::uint64_t> FixedSize(const BlockLayout& layout, std::uint64_t rows, std::uint64_t samples_per_query);
// {"block":…,"rows":…,"first":…,"columns":[[name,type,values],…]}
std::string BlockHeaderJson(const BlockLayout& layout, std::uint64_t rows, std::uint64_t first,
                            std::uint64_t samples_per_query, std::uint64_t tail_size);

}  // namespace assay::record
