// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::base {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t{1} << 20;

std::string SystemText(int number) { return std::generic_category().message(number); }

std::unexpected<Error> CantRead(const std::string& path, int number) {
  const bool missing = number == ENOENT || number == ENOTDIR;
  return FailAt({path}, missing ? ErrorCode::kNotFound : ErrorCode::kUnreadable,
                "can't read '" + path + "': " + SystemText(number));
}

std::unexpected<Error> CantWrite(const std::string& path, int number) {
  return FailAt({path}, ErrorCode::kUnwritable, "can't write '" + path + "': " + SystemText(number));
}

// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  int Close() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

// 0 or the errno.
int WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

Result<void> ReadFileInPieces(const std::string& path, const std::function<void(std::span<const std::byte>)>& take) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return CantRead(path, errno);
  struct stat status;
  if (::fstat(file.number(), &status) != 0) return CantRead(path, errno);
  if (S_ISDIR(status.st_mode)) return CantRead(path, EISDIR);
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    return FailAt({path}, ErrorCode::kUnreadable, "expected a file, found the device '" + path + "'");
  }
  std::vector<std::byte> piece(kPiece);
  for (;;) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CantRead(path, errno);
    if (got == 0) return {};
    take(std::span(piece).first(static_cast<std::size_t>(got)));
  }
}

Result<std::string> ReadFile(const std::string& path) {
  std::string text;
  ASSAY_CHECK_OK(ReadFileInPieces(path, [&](std::span<const std::byte> piece) {
    text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  }));
  return text;
}

Result<void> WriteFileAtomically(const std::string& path, std::string_view bytes) {
  const std::string beside = path + ".part-" + std::to_string(::getpid());
  Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.number() < 0) return CantWrite(path, errno);
  int failed = WriteAll(file.number(), bytes);
  if (failed == 0 && ::fsync(file.number()) != 0) failed = errno;
  if (file.Close() != 0 && failed == 0) failed = errno;
  if (failed == 0 && ::rename(beside.c_str(), path.c_str()) != 0) failed = errno;
  if (failed != 0) {
    ::unlink(beside.c_str());
    return CantWrite(path, failed);
  }
  return {};
}

Result<void> EnsureDirectory(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) return CantWrite(path, code.value());
  if (!fs::is_directory(path, code)) return CantWrite(path, ENOTDIR);
  return {};
}

bool FileExists(const std::string& path) {
  std::error_code code;
  return fs::exists(path, code);
}

std::string ResolveBeside(std::string_view file, std::string_view path) {
  return (fs::path(file).parent_path() / fs::path(path)).lexically_normal().string();
}

std::string JoinPath(std::string_view folder, std::string_view name) {
  return (fs::path(folder) / fs::path(name)).string();
}

Result<std::vector<std::string>> ListDirectory(const std::string& path) {
  std::error_code code;
  std::vector<std::string> names;
  fs::directory_iterator entry(path, code);
  for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
    names.push_back(entry->path().filename().string());
  }
  if (code) return CantRead(path, code.value());
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::vector<std::string>> ListFilesBelow(const std::string& path) {
  std::error_code code;
  std::vector<std::string> names;
  fs::recursive_directory_iterator entry(path, code);
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) continue;
    names.push_back(entry->path().lexically_relative(path).generic_string());
  }
  if (code) return CantRead(path, code.value());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace assay::base
