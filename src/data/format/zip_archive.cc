// SPDX-License-Identifier: Apache-2.0
#include "data/format/zip_archive.h"

#include <minizip/unzip.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "data/format/zstd_library.h"

namespace assay::data {

namespace {

constexpr unsigned long kDeflated = 8, kZstd = 93;  // APPNOTE.TXT 4.4.5

// Little-endian.
std::optional<std::uint64_t> Number(std::string_view bytes, std::size_t at, std::size_t width) {
  if (at > bytes.size() || width > bytes.size() - at) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// The packed bytes of the file whose entry of the central directory begins at `entry`.
std::optional<std::string_view> PackedBytes(std::string_view bytes, std::size_t entry, std::uint64_t size) {
  constexpr std::uint64_t kInExtra = 0xFFFFFFFF;
  if (Number(bytes, entry, 4) != 0x02014B50) return std::nullopt;
  auto local = Number(bytes, entry + 42, 4);
  const auto name = Number(bytes, entry + 28, 2), extra = Number(bytes, entry + 30, 2);
  if (!local || !name || !extra) return std::nullopt;
  if (*local == kInExtra) {
    // Zip64: those of both sizes and the offset that don't fit, in this order.
    std::size_t at = entry + 46 + *name;
    const std::size_t end = at + *extra;
    while (at + 4 <= end && Number(bytes, at, 2) != 1) at += 4 + Number(bytes, at + 2, 2).value_or(end);
    if (at + 4 > end) return std::nullopt;
    at += 4;
    for (const std::size_t field : {std::size_t{24}, std::size_t{20}}) at += Number(bytes, entry + field, 4) == kInExtra ? 8 : 0;
    local = Number(bytes, at, 8);
  }
  if (!local || *local >= bytes.size() || Number(bytes, *local, 4) != 0x04034B50) return std::nullopt;
  const auto local_name = Number(bytes, *local + 26, 2), local_extra = Number(bytes, *local + 28, 2);
  if (!local_name || !local_extra) return std::nullopt;
  const std::size_t start = *local + 30 + *local_name + *local_extra;
  if (start > bytes.size() || size > bytes.size() - start) return std::nullopt;
  return bytes.substr(start, size);
}

}  // namespace

// minizip reads through functions; these read the bytes where they are.
struct ZipArchive::Memory {
  std::string_view bytes;
  std::size_t at = 0;

  static void* Open(void* self, const void*, int) {
    static_cast<Memory*>(self)->at = 0;
    return self;
  }
  static uLong Read(void*, void* stream, void* buffer, uLong size) {
    auto* memory = static_cast<Memory*>(stream);
    const std::size_t taken = std::min<std::size_t>(size, memory->bytes.size() - memory->at);
    std::memcpy(buffer, memory->bytes.data() + memory->at, taken);
    memory->at += taken;
    return static_cast<uLong>(taken);
  }
  static uLong Write(void*, void*, const void*, uLong) { return 0; }
  static ZPOS64_T Tell(void*, void* stream) { return static_cast<Memory*>(stream)->at; }
  static long Seek(void*, void* stream, ZPOS64_T offset, int origin) {
    auto* memory = static_cast<Memory*>(stream);
    const ZPOS64_T size = memory->bytes.size();
    const ZPOS64_T base = origin == ZLIB_FILEFUNC_SEEK_CUR   ? memory->at
                          : origin == ZLIB_FILEFUNC_SEEK_END ? size
                                                             : 0;
    if (offset > size - base) return -1;
    memory->at = static_cast<std::size_t>(base + offset);
    return 0;
  }
  static int Close(void*, void*) { return 0; }
  static int Error(void*, void*) { return 0; }
};

Result<ZipArchive> ZipArchive::Open(std::string_view bytes, std::size_t budget) {
  ZipArchive archive;
  archive.left_ = budget;
  archive.memory_ = new Memory{bytes};
  zlib_filefunc64_def functions{&Memory::Open, &Memory::Read,  &Memory::Write, &Memory::Tell,
                                &Memory::Seek, &Memory::Close, &Memory::Error, archive.memory_};
  archive.file_ = unzOpen2_64("", &functions);
  if (archive.file_ == nullptr) return Fail(ErrorCode::kBadRow, "expected a ZIP archive");
  for (int state = unzGoToFirstFile(archive.file_);
       state == UNZ_OK && archive.names_.size() < 100'000; state = unzGoToNextFile(archive.file_)) {
    char name[1024];
    unz_file_info64 entry;
    if (unzGetCurrentFileInfo64(archive.file_, &entry, name, sizeof name, nullptr, 0, nullptr, 0) !=
        UNZ_OK)
      break;
    if (entry.size_filename < sizeof name) archive.names_.emplace_back(name, entry.size_filename);
  }
  return archive;
}

ZipArchive::ZipArchive(ZipArchive&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      file_(std::exchange(other.file_, nullptr)),
      names_(std::move(other.names_)),
      left_(other.left_) {}

ZipArchive::~ZipArchive() {
  if (file_ != nullptr) unzClose(file_);
  delete memory_;
}

bool ZipArchive::Has(std::string_view name) const {
  return std::ranges::find(names_, name) != names_.end();
}

Result<std::string> ZipArchive::Read(const std::string& name) {
  if (unzLocateFile(file_, name.c_str(), 1) != UNZ_OK)
    return Fail(ErrorCode::kNotFound, "no " + name + " in the archive");
  unz_file_info64 entry;
  if (unzGetCurrentFileInfo64(file_, &entry, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK)
    return Fail(ErrorCode::kCorrupt, name + " in the archive is damaged");
  if (entry.compression_method == kZstd) return ReadZstd(name);
  if (entry.compression_method != 0 && entry.compression_method != kDeflated)
    return Fail(ErrorCode::kUnsupported, name + " in the archive is packed by method " + std::to_string(entry.compression_method));
  if (unzOpenCurrentFile(file_) != UNZ_OK)
    return Fail(ErrorCode::kCorrupt, name + " in the archive is damaged or encrypted");
  std::string out;
  char piece[64 * 1024];
  int taken = 0;
  while ((taken = unzReadCurrentFile(file_, piece, sizeof piece)) > 0) {
    if (static_cast<std::size_t>(taken) > left_) {
      unzCloseCurrentFile(file_);
      return Fail(ErrorCode::kOutOfRange, "unpacks to more than is read of one archive (100 MB)");
    }
    left_ -= static_cast<std::size_t>(taken);
    out.append(piece, static_cast<std::size_t>(taken));
  }
  const bool whole = unzCloseCurrentFile(file_) == UNZ_OK;  // checks the CRC
  if (taken < 0 || !whole) return Fail(ErrorCode::kCorrupt, name + " in the archive is damaged");
  return out;
}

// minizip knows nothing of this method: the bytes are found by the archive's own tables.
Result<std::string> ZipArchive::ReadZstd(const std::string& name) {
  const auto damaged = [&] { return Fail(ErrorCode::kCorrupt, name + " in the archive is damaged"); };
  unz_file_info64 entry;
  unz64_file_pos place;
  if (unzGetCurrentFileInfo64(file_, &entry, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK || unzGetFilePos64(file_, &place) != UNZ_OK) return damaged();
  if (entry.uncompressed_size > left_) return Fail(ErrorCode::kOutOfRange, "unpacks to more than is read of one archive");
  const auto packed = PackedBytes(memory_->bytes, static_cast<std::size_t>(place.pos_in_zip_directory), entry.compressed_size);
  if (!packed) return damaged();
  auto out = UnpackZstd(*packed, static_cast<std::size_t>(entry.uncompressed_size));
  if (!out) return Fail(out.error().code, name + " in the archive is " + out.error().what, out.error().hint);
  left_ -= out->size();
  uLong crc = crc32(0, nullptr, 0);
  for (std::size_t at = 0; at < out->size();) {
    const std::size_t count = std::min<std::size_t>(out->size() - at, std::numeric_limits<uInt>::max());
    crc = crc32(crc, reinterpret_cast<const Bytef*>(out->data() + at), static_cast<uInt>(count));
    at += count;
  }
  if (crc != entry.crc) return damaged();
  return out;
}

}  // namespace assay::data
