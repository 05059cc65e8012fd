// SPDX-License-Identifier: Apache-2.0
// Requests as a log or a trace tells of them: when each came and, where the log says so, when it
// was answered, how large it was, whose it was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"

namespace assay::fit {

// Columns, one row a request, ascending by start. `start_s` counts from the first request.
struct TrafficLog {
  std::vector<double> start_s;
  // Empty vectors: the log doesn't say it.
  std::vector<double> end_s;
  std::vector<double> size;         // of the input, in the log's own unit (tokens, bytes, …)
  std::vector<std::size_t> client;  // numbered from 0 by first appearance in the file
  std::size_t clients = 0;

  double resolution_s = 1e-9;    // how fine its times are written
  std::size_t out_of_order = 0;  // rows that stood after a later one, put in order
  std::size_t without_end = 0;   // rows with an empty end; end_s is empty then
  std::string format;            // "trace", "CSV", "JSON lines", "common log format"
  std::vector<std::pair<std::string, std::string>> columns;  // part, name in the file
  std::vector<std::string> unread;  // names of the columns that play no part
};

// Reads a file by its content: JSON lines when it starts with '{'; the common log format when the
// first line has a bracketed date; else CSV. A CSV whose first line is a number has no names: its
// first column is the trace. Times may carry a unit in their name (start_ms, latency_us). A trace
// of offsets (`t`, or without names) must ascend; logs, whose lines often come in the order of the
// answers, are put in order and the rows that moved are counted.
// Errors   those of reading the file, with file:line:column, up to 20 and a count of the rest:
//          kEmpty, kBadRow, kNotFinite, kOutOfRange; kMissingKey without a column of times;
//          kContradiction when two columns play the same part. No row is left out.
// Threads  safe.
// Source   RFC 4180; RFC 8259; the Apache HTTP server's Common Log Format.
Results<TrafficLog> ReadTrafficLog(const std::string& path);

}  // namespace assay::fit
