// SPDX-License-Identifier: Apache-2.0
#include "base/column.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

namespace assay::base {
namespace {

constexpr std::uint64_t kLarge = std::uint64_t{4} << 20;

std::uint64_t PageBytes() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

// A file that goes when it is closed. Not every file system makes one without a name; there a name is given for a moment.
int OpenNameless(const std::string& folder) {
  int file = -1;
#ifdef O_TMPFILE
  file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
  if (file >= 0) return file;
  std::string path = folder + "/column-XXXXXX";
  file = ::mkostemp(path.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(path.c_str());
  return file;
}

}  // namespace

Pages::~Pages() {
  if (data_ != nullptr) ::munmap(data_, capacity_);
  if (file_ >= 0) ::close(file_);
}

void Pages::Swap(Pages& other) noexcept {
  std::swap(place_, other.place_);
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  std::swap(file_, other.file_);
}

void Pages::Reserve(std::uint64_t bytes) {
  if (bytes <= capacity_) return;
  if (bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) throw std::bad_alloc();
  const std::uint64_t page = PageBytes();
  bytes = (bytes + page - 1) / page * page;
  if (file_ < 0 && bytes > place_.most_bytes_in_memory && MoveToFile(bytes)) return;
  if (file_ >= 0 && ::posix_fallocate(file_, 0, static_cast<off_t>(bytes)) != 0) throw std::bad_alloc();
  void* const mapped =
      data_ != nullptr ? ::mremap(data_, capacity_, bytes, MREMAP_MAYMOVE)
                       : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(mapped);
  capacity_ = bytes;
  // Where the kernel may, in large pages: a few hundred faults less a megabyte, and fewer misses when they are read.
  if (file_ < 0 && bytes >= kLarge) ::madvise(data_, bytes, MADV_HUGEPAGE);
}

bool Pages::MoveToFile(std::uint64_t bytes) {
  Pages filed(place_);
  filed.file_ = OpenNameless(place_.folder);
  if (filed.file_ < 0 || ::posix_fallocate(filed.file_, 0, static_cast<off_t>(bytes)) != 0) return false;
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, filed.file_, 0);
  if (mapped == MAP_FAILED) return false;
  filed.data_ = static_cast<std::byte*>(mapped);
  filed.capacity_ = bytes;
  if (data_ != nullptr) std::memcpy(filed.data_, data_, capacity_);
  Swap(filed);
  return true;
}

void Pages::Populate(std::uint64_t first_byte, std::uint64_t bytes) const {
  const std::uint64_t page = PageBytes();
  const std::uint64_t from = first_byte / page * page;
  const std::uint64_t until = std::min(capacity_, (first_byte + bytes + page - 1) / page * page);
#ifdef MADV_POPULATE_WRITE
  ::madvise(data_ + from, until - from, MADV_POPULATE_WRITE);
#endif
}

void Pages::Release(std::uint64_t first_byte, std::uint64_t bytes) const {
  const std::uint64_t page = PageBytes();
  const std::uint64_t from = (first_byte + page - 1) / page * page;
  const std::uint64_t until = (first_byte + bytes) / page * page;
  if (file_ >= 0 && until > from) ::madvise(data_ + from, until - from, MADV_DONTNEED);
}

}  // namespace assay::base
