// SPDX-License-Identifier: Apache-2.0
// A point in time as logs write it: seconds, ISO 8601, or the date of the common log format.
#pragma once

#include <string_view>

#include "assay/result.h"

namespace assay::fit {

struct Timestamp {
  double seconds;     // since the log's own zero, or since 1970-01-01 UTC
  double resolution;  // the last digit that is written: 1 for whole seconds, 0.001 for ms
};

// Reads "12.345", "2026-03-02T10:15:30.250+01:00" or "02/Mar/2026:10:15:30 +0100".
// Unit     a number counts `unit` seconds (0.001 for a column in ms); dates give seconds. A date
//          without a zone is taken as UTC.
// Range    at most 1e11 seconds (the year 5138), so that milliseconds aren't taken for seconds.
// Errors   kBadRow for another form or a date that no calendar has; kNotFinite; kOutOfRange.
// Threads  safe: pure.
// Source   ISO 8601-1:2019, 5.4; the Apache HTTP server's %t.
Result<Timestamp> ParseTimestamp(std::string_view text, double unit);

}  // namespace assay::fit
