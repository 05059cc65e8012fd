// SPDX-License-Identifier: Apache-2.0
#include "loadgen/log_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace assay::loadgen {
namespace {

constexpr std::array<const char*, 5> kStems = {"summary", "detail", "accuracy", "trace", "assay"};
constexpr std::array<const char*, 5> kEndings = {".txt", ".txt", ".json", ".json", ".txt"};

// The process's threads may share the buffer of strerror; this one doesn't.
std::string SystemText(int error) {
  char buffer[128];
  return strerror_r(error, buffer, sizeof buffer);
}

}  // namespace

bool LogFiles::OpenOne(OneFile& file) {
  file.descriptor = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file.descriptor < 0) file.failure = "can't open " + file.path + ": " + SystemText(errno);
  return file.descriptor >= 0;
}

Results<void> LogFiles::Open(const mlperf::LogOutputSettings& settings, const std::string& datetime, bool notes) {
  notes_ = notes;
  copy_detail_ = settings.copy_detail_to_stdout;
  copy_summary_ = settings.copy_summary_to_stdout;
  const std::string prefix = settings.prefix + (settings.prefix_with_datetime ? datetime + "_" : "");
  Errors errors;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    OneFile& file = files_[i];
    file.path = settings.outdir + "/" + prefix + kStems[i] + settings.suffix + kEndings[i];
    file.failure.clear();
    if (i == static_cast<std::size_t>(LogFile::kNotes)) {
      if (notes_) ::unlink(file.path.c_str());
    } else if (!OpenOne(file)) {
      errors.push_back({ErrorCode::kUnwritable, file.failure});
    }
  }
  if (errors.empty()) return {};
  Close();
  return std::unexpected(std::move(errors));
}

void LogFiles::Copy(LogFile which, std::string_view bytes) {
  if ((which == LogFile::kDetail && copy_detail_) || (which == LogFile::kSummary && copy_summary_)) {
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  }
}

void LogFiles::Write(LogFile which, std::string_view bytes) {
  OneFile& file = files_[static_cast<std::size_t>(which)];
  if (which == LogFile::kNotes && notes_ && !bytes.empty() && file.descriptor < 0 && file.failure.empty()) OpenOne(file);
  while (!bytes.empty() && file.descriptor >= 0 && file.failure.empty()) {
    const ssize_t written = ::write(file.descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      file.failure = "can't write " + file.path + ": " + SystemText(errno);
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::vector<std::string> LogFiles::Close() {
  std::vector<std::string> failures;
  for (OneFile& file : files_) {
    if (file.descriptor < 0) {
      if (!file.failure.empty()) failures.push_back(file.failure);
      continue;
    }
    // Some file systems say only now that there is no room.
    if (::close(file.descriptor) != 0 && errno != EINTR && file.failure.empty()) {
      file.failure = "can't close " + file.path + ": " + SystemText(errno);
    }
    file.descriptor = -1;
    if (!file.failure.empty()) failures.push_back(file.failure);
  }
  if (copy_detail_ || copy_summary_) std::fflush(stdout);
  return failures;
}

}  // namespace assay::loadgen
