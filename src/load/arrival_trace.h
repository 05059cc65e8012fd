// SPDX-License-Identifier: Apache-2.0
// A trace of arrivals: a CSV file with the offset of each request from the start, in seconds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::load {

// The offsets of a trace, in the file's order, which is ascending. The column is the one headed
// `t`, or the first; the header line may be missing. A byte order mark and CRLF line ends are fine,
// other columns are ignored. Unit     seconds. Range    offsets >= 0 and finite, none before the
// one above it. Errors   kEmpty without an offset; kBadRow for a row with another number of fields,
// a field that isn't a number, an
//          open quote or a step back in time; kNotFinite; kOutOfRange below 0. Up to 20 with
//          file:line:column, then one that counts the rest.
// Threads  safe: pure.
Results<std::vector<double>> ParseArrivalTrace(const std::string& file, std::string_view bytes);

}  // namespace assay::load
