// SPDX-License-Identifier: Apache-2.0
#include "load/wall_step.h"

#include <algorithm>
#include <limits>

#include "spec/quantity.h"

namespace assay::load {
namespace {

constexpr std::int64_t kToleranceNs = 100'000'000;

}  // namespace

std::optional<std::string> WallStepNote(const ClockPair& begin, const ClockPair& end) {
  using Wide = __int128;
  const Wide step = (Wide{end.wall_ns} - begin.wall_ns) - (Wide{end.monotonic_ns} - begin.monotonic_ns);
  if (step >= -kToleranceNs && step <= kToleranceNs) return std::nullopt;
  const Wide size = std::min<Wide>(step < 0 ? -step : step, std::numeric_limits<std::int64_t>::max());
  return std::string("the wall clock was stepped by ") + (step < 0 ? "-" : "+") +
         spec::DurationText(static_cast<std::int64_t>(size)) + " during the run; no duration depends on it";
}

}  // namespace assay::load
