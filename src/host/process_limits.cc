// SPDX-License-Identifier: Apache-2.0
#include "host/process_limits.h"

#include <sys/resource.h>
#include <unistd.h>

namespace assay::host {
namespace {

std::optional<std::uint64_t> Bounded(rlim_t limit) {
  if (limit == RLIM_INFINITY) return std::nullopt;
  return limit;
}

std::optional<rlimit> Limit(int resource) {
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0) return std::nullopt;
  return limit;
}

}  // namespace

ProcessLimits ReadProcessLimits() {
  ProcessLimits limits;
  if (const auto limit = Limit(RLIMIT_NOFILE)) {
    limits.open_files = Bounded(limit->rlim_cur);
    limits.open_files_most = Bounded(limit->rlim_max);
  }
  if (const auto limit = Limit(RLIMIT_MEMLOCK)) limits.locked_bytes = Bounded(limit->rlim_cur);
  if (const auto limit = Limit(RLIMIT_NPROC)) limits.threads = Bounded(limit->rlim_cur);
  const auto real_time = Limit(RLIMIT_RTPRIO);
  limits.may_use_real_time = geteuid() == 0 || (real_time && real_time->rlim_cur > 0);
  return limits;
}

}  // namespace assay::host
