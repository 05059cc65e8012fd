// SPDX-License-Identifier: Apache-2.0
// What a load generator issues and what a system under test answers. Plain values, MLPerf's words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

// One sample of a query: `id` names this issue of it (unique in a run, never 0, opaque), `index` the dataset's sample.
struct QuerySample {
  std::uint64_t id;
  std::uint64_t index;
};

// One query: the samples belong to the issuer and stay valid until the run ends.
struct Query {
  std::uint64_t id;  // 0-based number in the schedule
  std::span<const QuerySample> samples;
};

// How a sample ended. Values are part of the record format.
enum class SampleStatus : std::uint8_t {
  kPending = 0,    // not answered (yet)
  kOk = 1,         // answered
  kError = 2,      // the system under test reported an error for it: data, not a wrong answer
  kCancelled = 3,  // dropped unanswered when the run was stopped
  kLost = 4,       // no answer within lost_after
};

// The answer to one sample. `output` need stay valid only during the call that delivers it.
struct Completion {
  std::uint64_t id = 0;  // QuerySample::id
  SampleStatus status = SampleStatus::kOk;
  std::int32_t error = 0;    // the executor's own error number, for kError
  std::uint32_t tokens = 0;  // output tokens, 0 where the word has no meaning
  std::span<const std::byte> output = {};
};

}  // namespace assay
