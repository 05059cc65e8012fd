// SPDX-License-Identifier: Apache-2.0
// Whether a result was quoted when it might be: by its submitter from the day of publication, by others two weeks later.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "citation/assess_subject.h"

namespace assay::citation {

enum class TimingState : std::uint8_t { kAfter, kSubmitterOnly, kEarly, kNotKnown };

struct Timing {
  TimingState state = TimingState::kNotKnown;
  std::string words;
};

// The quote's own date counts, else today's.
Timing TimingOf(const Subject& subject);

// Days since 1970-01-01 of "2026-11-29"; empty for anything else.
std::optional<long> DayNumber(std::string_view date);

}  // namespace assay::citation
