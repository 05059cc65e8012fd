// SPDX-License-Identifier: Apache-2.0
// What happened in one load run, as columns. Everything after it is a pure function of this value and the spec.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/query.h"

namespace assay::record {

// How the run ended. Values are part of the format; a record without an end block reads as kInterrupted.
enum class EndState : std::uint8_t {
  kComplete = 0,
  kInterrupted = 1,  // signal, kill, or an end block that never came
  kSutFailed = 2,    // the executor threw, or could not go on
  kSutStuck = 3,     // a call into it didn't return
  kAborted = 4,      // stopped on purpose: error budget, max_duration
};

// An answer that had no open sample to go to.
struct StrayCompletion {
  enum class Kind : std::uint8_t { kDuplicate = 1, kForeign = 2, kAfterEnd = 3 };
  std::uint64_t id = 0;
  std::int64_t at_ns = 0;
  Kind kind = Kind::kDuplicate;
};

// Times are ns from the run's start on the monotonic clock; -1 = didn't happen.
struct RunRecord {
  std::string header_json;  // system, traffic, plan, host, clock, format version: what is known before the start
  std::uint64_t samples_per_query = 1;
  // one per issued query, in order of issue
  std::vector<std::int64_t> due_ns;
  std::vector<std::int64_t> issued_ns;           // just before the call into the executor
  std::vector<std::int64_t> issue_returned_ns;   // after it; -1 when it didn't return
  // one per issued sample, in order of issue: sample s belongs to query s / samples_per_query
  std::vector<std::uint64_t> sample_index;
  std::vector<std::int64_t> done_ns;
  std::vector<std::int64_t> first_token_ns;
  std::vector<std::uint32_t> tokens;
  std::vector<SampleStatus> status;
  std::vector<std::int32_t> error;
  // output of sample s: output_bytes bytes at s * output_bytes, of which output_size[s] are used
  std::uint64_t output_bytes = 0;
  std::vector<std::uint32_t> output_size;
  std::vector<std::byte> outputs;
  std::vector<StrayCompletion> strays;  // first 1,024; stray_count has them all
  std::uint64_t stray_count = 0;
  std::uint64_t skipped_intervals = 0;  // older MultiStream
  EndState end = EndState::kInterrupted;
  std::string end_reason;  // for people; empty when complete
  std::int64_t end_ns = 0;
  std::vector<std::string> notes;  // e.g. "the wall clock was stepped by -0.5 s"

  std::uint64_t queries() const { return due_ns.size(); }
  std::uint64_t samples() const { return sample_index.size(); }
  std::span<const std::byte> Output(std::uint64_t sample) const {
    return std::span(outputs).subspan(sample * output_bytes, output_size.empty() ? 0 : output_size[sample]);
  }
};

}  // namespace assay::record
