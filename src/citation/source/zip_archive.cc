// SPDX-License-Identifier: Apache-2.0
#include "citation/source/zip_archive.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace assay::citation {

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

}  // namespace assay::citation
