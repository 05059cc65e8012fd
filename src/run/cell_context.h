// SPDX-License-Identifier: Apache-2.0
// What is known of a cell before its load run starts, kept as JSON in the record's header: so that a record can be
// read, judged and reported without the machine, the model or the data it was made with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/executor.h"
#include "assay/result.h"
#include "run/cell_path.h"

namespace assay::run {

struct CellContext {
  CellPath cell;
  std::string task;
  std::string scenario;        // "Server", …, "own traffic: gamma"
  bool accuracy = false;       // asks every case of the split once
  std::string split;
  std::uint64_t planned_queries = 0;
  std::uint64_t samples_per_query = 1;
  std::uint64_t min_query_count = 0;
  std::int64_t min_duration_ns = 0;
  std::optional<double> rate_asked;  // queries per second, where the traffic asks for a rate
  std::string size_origin;           // what sized the schedule: "spec", "probe", "data"
  std::int64_t interval_ns = 0;      // older MultiStream
  ExecutorDescription executor;
  std::string model;                 // as written in the spec
  int threads = 1;
  std::uint32_t max_batch = 1;
  std::int64_t batch_wait_ns = 0;
  std::string clock;                 // "monotonic, spin lead 63 us", "manual"
  bool cores_shared = false;         // the generator's cores and the system's overlap
  bool sharing_declared = false;
  std::string program_version;
  std::vector<std::string> notes;
};

std::string ToJson(const CellContext& context);
// Errors   kBadRecord when a field is missing or has another type.
Result<CellContext> ParseCellContext(std::string_view json, const std::string& file);

}  // namespace assay::run
