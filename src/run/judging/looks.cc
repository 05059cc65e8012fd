// SPDX-License-Identifier: Apache-2.0
#include "run/judging/looks.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <set>

#include "base/file.h"
#include "base/sha256.h"

namespace assay::run {
namespace {

constexpr std::size_t kHashDigits = 64;

// A file that is locked as long as it is open.
class LockedFile {
 public:
  explicit LockedFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      ::close(descriptor_);
      descriptor_ = -1;
    }
  }
  ~LockedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  bool Read(std::string& text) const {
    char piece[1 << 16];
    for (;;) {
      const ::ssize_t got = ::read(descriptor_, piece, sizeof piece);
      if (got == 0) return true;
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return false;
      text.append(piece, static_cast<std::size_t>(got));
    }
  }
  bool Append(std::string_view text) const {
    while (!text.empty()) {
      const ::ssize_t put = ::write(descriptor_, text.data(), text.size());
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
  }

 private:
  int descriptor_;
};

// "SET QUESTION", two hashes.
bool IsLook(std::string_view line) {
  const auto hash = [](std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  };
  return line.size() == 2 * kHashDigits + 1 && line[kHashDigits] == ' ' && hash(line.substr(0, kHashDigits)) &&
         hash(line.substr(kHashDigits + 1));
}

std::string LooksFolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? std::string() : path.substr(0, slash);
}

}  // namespace

std::string LooksPath(const std::string* flag, const char* assay_looks, const char* xdg_state_home, const char* home) {
  const auto given = [](const char* text) { return text != nullptr && *text != '\0'; };
  std::string path;
  if (flag != nullptr && !flag->empty()) path = *flag;
  else if (given(assay_looks)) path = assay_looks;
  else if (given(xdg_state_home)) path = std::string(xdg_state_home) + "/assay/looks.log";
  else if (given(home)) path = std::string(home) + "/.local/state/assay/looks.log";
  return path == "off" ? std::string() : path;
}

std::string LabelSetHash(std::span<const std::string> ids, std::span<const std::int32_t> labels) {
  // A sum doesn't depend on the order, and nothing has to be sorted or kept.
  std::array<std::uint64_t, sizeof(base::Sha256Digest) / sizeof(std::uint64_t)> sum{};
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const base::Sha256Digest digest =
        base::Sha256().Update(ids[row]).Update("=" + std::to_string(labels[row])).Finish();
    const auto lanes = std::bit_cast<decltype(sum)>(digest);
    for (std::size_t lane = 0; lane < sum.size(); ++lane) sum[lane] += lanes[lane];
  }
  return base::Sha256Hex(std::as_bytes(std::span(sum)));
}

Looks CountLook(const std::string& path, const std::string& set, const std::string& question) {
  Looks looks{.set = set, .note = {}};
  if (path.empty()) return looks;
  const auto fail = [&](const std::string& why) {
    looks.count = looks.questions = 0;
    looks.note = "this look at the labels isn't counted: " + why;
    return looks;
  };
  if (const std::string folder = LooksFolderOf(path); !folder.empty()) {
    if (const auto made = base::EnsureDirectory(folder); !made) return fail(made.error().what);
  }
  const LockedFile file(path);
  if (!file.is_open()) return fail(path + ": " + std::strerror(errno));
  std::string text;
  if (!file.Read(text)) return fail(path + ": " + std::strerror(errno));
  const std::string asked = base::Sha256Hex(question);
  std::set<std::string, std::less<>> questions{asked};
  looks.count = 1;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (!IsLook(line) || !line.starts_with(set)) continue;
    ++looks.count;
    questions.emplace(line.substr(kHashDigits + 1));
  }
  looks.questions = questions.size();
  const bool torn = !text.empty() && text.back() != '\n';
  if (!file.Append((torn ? "\n" : "") + set + " " + asked + "\n")) return fail(path + ": " + std::strerror(errno));
  return looks;
}

std::string LooksText(const Looks& looks) {
  if (!looks.counted()) return looks.note;
  std::string text = "look " + std::to_string(looks.count) + " at these labels";
  if (looks.questions > 1 && looks.questions < looks.count) {
    text += " (" + std::to_string(looks.questions) + " different questions)";
  }
  if (!looks.fresh()) text += ": no longer fresh, what was learnt from the looks before may fit these labels only";
  return text;
}

}  // namespace assay::run
