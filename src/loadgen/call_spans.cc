// SPDX-License-Identifier: Apache-2.0
#include "loadgen/call_spans.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace assay::loadgen {

std::uint32_t ThreadId() noexcept {
  thread_local const auto id = static_cast<std::uint32_t>(syscall(SYS_gettid));
  return id;
}

CallSpans::CallSpans(std::uint64_t samples, const base::ColumnPlace& place) : words_(place) {
  words_.resize(samples);
  if (!words_.in_file()) Populate(0, samples);
}

}  // namespace assay::loadgen
