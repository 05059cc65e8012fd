// SPDX-License-Identifier: Apache-2.0
// Writes a run's record while the run goes on: append-only blocks, each with its checksum (docs/formats/record.md).
//
// Called by the recorder thread, never by the issuing or completing ones. What was appended and synced survives a
// kill -9; a torn last block is found by its checksum and left out by the reader.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "record/run_record.h"

namespace assay::record {

// Where bytes go: a file, or a fault-injecting fake in tests.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual Result<void> Append(std::span<const std::byte> bytes) = 0;
  virtual Result<void> Close() = 0;
};

// A new file; an existing one is an error. Full disk and unwritable folders are kUnwritable.
Result<std::unique_ptr<ByteSink>> OpenFileSink(const std::string& path);

struct RecordHeader {
  std::string context_json;  // one JSON object: system, traffic, plan, host, clock
  std::uint64_t samples_per_query = 1;
  std::uint64_t output_bytes = 0;
};

// Columns of consecutive queries; sample_index holds samples_per_query entries a query.
struct IssuedBlock {
  std::uint64_t first_query = 0;
  std::span<const std::int64_t> due_ns, issued_ns, issue_returned_ns;
  std::span<const std::uint64_t> sample_index;
};

// Columns of answered samples in order of completion; `sample` numbers them as issued (query * samples_per_query + i).
struct DoneBlock {
  std::span<const std::uint64_t> sample;
  std::span<const std::int64_t> done_ns, first_token_ns;
  std::span<const std::uint32_t> tokens;
  std::span<const SampleStatus> status;
  std::span<const std::int32_t> error;
  std::span<const std::uint32_t> output_size;  // empty when output_bytes = 0
  std::span<const std::byte> outputs;          // the used bytes one after another, sum of output_size
};

struct EndBlock {
  EndState state = EndState::kComplete;
  std::string reason;
  std::int64_t end_ns = 0;
  std::uint64_t stray_count = 0;
  std::uint64_t skipped_intervals = 0;
  std::vector<std::string> notes;
};

class RecordWriter {
 public:
  // Writes the file header. The sink belongs to the writer.
  static Result<std::unique_ptr<RecordWriter>> Create(std::unique_ptr<ByteSink> sink, const RecordHeader& header);
  ~RecordWriter();

  Result<void> Append(const IssuedBlock& block);
  Result<void> Append(const DoneBlock& block);
  Result<void> Append(std::span<const StrayCompletion> strays);
  // Writes the end block and closes the sink. Without it the record reads as interrupted.
  Result<void> End(const EndBlock& block);

 private:
  explicit RecordWriter(std::unique_ptr<ByteSink> sink, const RecordHeader& header);
  struct State;
  std::unique_ptr<State> state_;
};

// Reads a record; a torn or missing tail gives end = kInterrupted with the reason, damage before it kCorrupt.
Result<RunRecord> ReadRecord(const std::string& path);

}  // namespace assay::record
