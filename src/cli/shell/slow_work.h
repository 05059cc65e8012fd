// SPDX-License-Identifier: Apache-2.0
// A progress line for work that mostly is done at once: it is shown when the work has taken a while, and never before.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "cli/shell/terminal.h"

namespace assay::cli {

class SlowWork {
 public:
  // `done` is what the last line says, should there be any. The terminal must outlive this.
  SlowWork(const Terminal& terminal, std::string done, std::chrono::milliseconds patience = std::chrono::seconds(1));
  // Ends the line.
  ~SlowWork();
  SlowWork(const SlowWork&) = delete;
  SlowWork& operator=(const SlowWork&) = delete;

  // What is being done now.
  // Threads  safe.
  void Says(std::string_view doing);
  // Whether it has taken long enough.
  bool shown();

 private:
  void Wait(const std::stop_token& stop, std::chrono::milliseconds patience);

  const Terminal& terminal_;
  std::string done_;
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::string doing_;
  bool shown_ = false;
  std::jthread waiting_;  // last, so that all else is there
};

}  // namespace assay::cli
