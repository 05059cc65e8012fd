// SPDX-License-Identifier: Apache-2.0
#include "record/block.h"

#include <bit>
#include <cstring>

#include "base/crc32c.h"
#include "base/json.h"

namespace assay::record {
namespace {

static_assert(std::endian::native == std::endian::little, "the record's columns are written as they lie in memory");

constexpr std::array<char, 8> kBlockMagic = {'a', 's', 's', 'a', 'y', 'b', 'l', 'k'};

constexpr Column kHeaderColumns[] = {{"samples_per_query", "u64", ColumnCount::kOnce},
                                     {"output_bytes", "u64", ColumnCount::kOnce}};
constexpr Column kIssuedColumns[] = {{"due_ns", "i64"},
                                     {"issued_ns", "i64"},
                                     {"issue_returned_ns", "i64"},
                                     {"sample_index", "u64", ColumnCount::kPerSample}};
constexpr Column kDoneColumns[] = {{"sample", "u64"}, {"done_ns", "i64"}, {"first_token_ns", "i64"}, {"tokens", "u32"},
                                   {"status", "u8"},  {"error", "i32"},   {"output_size", "u32"}};
constexpr Column kStrayColumns[] = {{"id", "u64"}, {"at_ns", "i64"}, {"kind", "u8"}};
constexpr Column kEndColumns[] = {{"state", "u8", ColumnCount::kOnce},
                                  {"end_ns", "i64", ColumnCount::kOnce},
                                  {"stray_count", "u64", ColumnCount::kOnce},
                                  {"skipped_intervals", "u64", ColumnCount::kOnce},
                                  {"text_size", "u32"}};

constexpr BlockLayout kLayouts[] = {
    {BlockKind::kHeader, "header", kHeaderColumns, "context", "utf8"},
    {BlockKind::kIssued, "issued", kIssuedColumns, "", ""},
    {BlockKind::kDone, "done", kDoneColumns, "outputs", "bytes"},
    {BlockKind::kStrays, "strays", kStrayColumns, "", ""},
    {BlockKind::kEnd, "end", kEndColumns, "texts", "utf8"},
};

// How a frame lies in the file; no padding.
struct RawFrame {
  std::array<char, 8> magic;
  std::uint32_t kind;
  std::uint32_t header_size;
  std::uint64_t payload_size;
  std::uint64_t rows;
  std::uint64_t first;
  std::uint32_t body_crc;
  std::uint32_t frame_crc;  // of all bytes before it
};
static_assert(sizeof(RawFrame) == kFrameSize && offsetof(RawFrame, frame_crc) == kFrameSize - 4);

std::uint32_t FrameCrc(const RawFrame& raw) {
  return base::Crc32c(std::as_bytes(std::span(&raw, 1)).first(offsetof(RawFrame, frame_crc)));
}

}  // namespace

const BlockLayout* FindLayout(BlockKind kind) {
  for (const BlockLayout& layout : kLayouts) {
    if (layout.kind == kind) return &layout;
  }
  return nullptr;
}

std::array<std::byte, kFrameSize> EncodeFrame(const BlockFrame& frame) {
  RawFrame raw{kBlockMagic, static_cast<std::uint32_t>(frame.kind), frame.header_size, frame.payload_size,
               frame.rows,  frame.first,                            frame.body_crc,    0};
  raw.frame_crc = FrameCrc(raw);
  return std::bit_cast<std::array<std::byte, kFrameSize>>(raw);
}

std::optional<BlockFrame> DecodeFrame(std::span<const std::byte> bytes) {
  if (bytes.size() < kFrameSize) return std::nullopt;
  RawFrame raw;
  std::memcpy(&raw, bytes.data(), sizeof raw);
  if (raw.magic != kBlockMagic || raw.frame_crc != FrameCrc(raw)) return std::nullopt;
  return BlockFrame{static_cast<BlockKind>(raw.kind), raw.header_size, raw.payload_size, raw.rows, raw.first, raw.body_crc};
}

std::size_t WidthOf(std::string_view type) {
  if (type == "i64" || type == "u64") return 8;
  if (type == "i32" || type == "u32") return 4;
  return type == "u8" ? 1 : 0;
}

std::uint64_t ValuesOf(const Column& column, std::uint64_t rows, std::uint64_t samples_per_query) {
  if (column.count == ColumnCount::kOnce) return 1;
  return column.count == ColumnCount::kPerRow ? rows : rows * samples_per_query;
}

std::optional<std::uint64_t> FixedSize(const BlockLayout& layout, std::uint64_t rows, std::uint64_t samples_per_query) {
  // A row is below 64 bytes in every layout, so these two bounds keep all sums below 2^62.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 56;
  if (rows > kMost || (rows > 0 && samples_per_query > kMost / rows)) return std::nullopt;
  std::uint64_t size = 0;
  for (const Column& column : layout.columns) size += ValuesOf(column, rows, samples_per_query) * WidthOf(column.type);
  return size;
}

std::string BlockHeaderJson(const BlockLayout& layout, std::uint64_t rows, std::uint64_t first,
                            std::uint64_t samples_per_query, std::uint64_t tail_size) {
  std::string text;
  base::JsonWriter json(text);
  json.BeginObject().Member("block", layout.name).Member("rows", rows).Member("first", first);
  json.Key("columns").BeginArray();
  for (const Column& column : layout.columns) {
    json.BeginArray().Value(column.name).Value(column.type).Value(ValuesOf(column, rows, samples_per_query)).EndArray();
  }
  if (!layout.tail.empty()) json.BeginArray().Value(layout.tail).Value(layout.tail_type).Value(tail_size).EndArray();
  json.EndArray().EndObject();
  return text;
}

}  // namespace assay::record
