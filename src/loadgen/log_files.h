// SPDX-License-Identifier: Apache-2.0
// The four files of a test on disk: names as LoadGen gives them, errors as values. And a fifth one, notes, that is there
// only when something was written to it: checkers of submissions take the four.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "loadgen/test_settings.h"

namespace assay::loadgen {

enum class LogFile : std::uint8_t { kSummary, kDetail, kAccuracy, kTrace, kNotes };

// Threads  one at a time per file; different files by different threads.
class LogFiles {
 public:
  LogFiles() = default;
  LogFiles(const LogFiles&) = delete;
  LogFiles& operator=(const LogFiles&) = delete;
  ~LogFiles() { Close(); }

  // Creates the four files, empty. `datetime` goes into the names with prefix_with_datetime. With `notes`, those of an
  // earlier test are removed; without, nothing is written of them.
  // Errors   kUnwritable for each file that can't be opened; none stays open then.
  Results<void> Open(const mlperf::LogOutputSettings& settings, const std::string& datetime, bool notes);
  // To the standard output, when the settings ask for it for this file.
  void Copy(LogFile file, std::string_view bytes);
  // Appends. A failure is kept for Close; nothing more is written to that file then.
  void Write(LogFile file, std::string_view bytes);
  // Closes what is open. Returns what went wrong since Open, a sentence each.
  std::vector<std::string> Close();

 private:
  struct OneFile {
    int descriptor = -1;
    std::string path;
    std::string failure;
  };
  bool OpenOne(OneFile& file);

  std::array<OneFile, 5> files_;
  bool notes_ = false;
  bool copy_detail_ = false, copy_summary_ = false;
};

}  // namespace assay::loadgen
