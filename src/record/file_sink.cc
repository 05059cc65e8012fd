// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "record/record_writer.h"

namespace assay::record {
namespace {

// What write() has taken survives the death of the process; only Close asks the disk, so that a sync in mid-run doesn't
// disturb the system under test.
class FileSink : public ByteSink {
 public:
  FileSink(int file, std::string path) : file_(file), path_(std::move(path)) {}
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  ~FileSink() override {
    if (file_ >= 0) ::close(file_);
  }

  Result<void> Append(std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return CantWrite(errno);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
  }

  Result<void> Close() override {
    if (file_ < 0) return {};
    // EINVAL: what doesn't lie on a disk (a pipe) can't be synced and needn't.
    if (::fdatasync(file_) != 0 && errno != EINVAL) return CantWrite(errno);
    if (::close(std::exchange(file_, -1)) != 0) return CantWrite(errno);
    return {};
  }

 private:
  std::unexpected<Error> CantWrite(int number) const {
    return FailAt({path_}, ErrorCode::kUnwritable,
                  "can't write '" + path_ + "': " + std::generic_category().message(number));
  }

  int file_;
  std::string path_;
};

}  // namespace

Result<std::unique_ptr<ByteSink>> OpenFileSink(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) {
    const bool exists = errno == EEXIST;
    return FailAt({path}, ErrorCode::kUnwritable,
                  "can't create '" + path + "': " + std::generic_category().message(errno),
                  exists ? "a record is written once; choose another output folder" : "");
  }
  return std::make_unique<FileSink>(file, path);
}

}  // namespace assay::record
