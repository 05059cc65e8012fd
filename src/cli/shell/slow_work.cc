// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/slow_work.h"

#include <utility>

namespace assay::cli {

SlowWork::SlowWork(const Terminal& terminal, std::string done, std::chrono::milliseconds patience)
    : terminal_(terminal), done_(std::move(done)),
      waiting_([this, patience](const std::stop_token& stop) { Wait(stop, patience); }) {}

SlowWork::~SlowWork() {
  waiting_.request_stop();
  waiting_.join();
  if (shown_) terminal_.Progress(done_, true);
}

void SlowWork::Wait(const std::stop_token& stop, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, stop, patience, [] { return false; });
  if (stop.stop_requested()) return;
  shown_ = true;
  if (!doing_.empty()) terminal_.Progress(doing_, false);
}

bool SlowWork::shown() {
  const std::lock_guard lock(mutex_);
  return shown_;
}

void SlowWork::Says(std::string_view doing) {
  const std::lock_guard lock(mutex_);
  doing_ = doing;
  if (shown_) terminal_.Progress(doing_, false);
}

}  // namespace assay::cli
