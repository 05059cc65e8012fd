// SPDX-License-Identifier: Apache-2.0
// Moves what has finished from the run's columns to the record, while the run goes on and once at its end.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/result.h"
#include "load/issue_log.h"
#include "load/schedule.h"
#include "load/tracker.h"
#include "record/record_writer.h"
#include "record/run_record.h"

namespace assay::load {

// Threads  one at a time (the recorder thread, then whoever ends the run).
class Recorder {
 public:
  // `writer` may be null: then only the RunRecord is made. The rest outlives the recorder.
  Recorder(const Schedule& schedule, const IssueLog& log, const Tracker& tracker,
           std::unique_ptr<record::RecordWriter> writer);

  // Appends the queries that have returned and the samples that were answered since the last call.
  // Errors   the writer's, each time again once it has failed: nothing more is written then.
  Result<void> Drain();

  // Appends the rest (queries whose call hasn't returned, closed samples, strays) and the end block; closes the file.
  // `closed` are the slots that Tracker::CloseOpen returned.
  Result<void> Finish(const record::EndBlock& end, std::span<const std::uint64_t> closed);

  // The record as Finish wrote it.
  record::RunRecord Build(const record::EndBlock& end, const std::string& header_json) const;

 private:
  Result<void> AppendIssued(std::uint64_t until);
  Result<void> AppendDone(std::span<const std::uint64_t> slots);
  Result<void> Keep(Result<void> result);

  const Schedule& schedule_;
  const IssueLog& log_;
  const Tracker& tracker_;
  std::unique_ptr<record::RecordWriter> writer_;
  Result<void> state_;
  std::uint64_t issued_written_ = 0;
  std::uint64_t order_read_ = 0;
  std::vector<record::StrayCompletion> strays_;

  // One block's columns.
  std::vector<std::uint64_t> slots_;
  std::vector<std::int64_t> done_ns_, first_token_ns_;
  std::vector<std::uint32_t> tokens_, output_size_;
  std::vector<SampleStatus> status_;
  std::vector<std::int32_t> error_;
  std::vector<std::byte> outputs_;
};

}  // namespace assay::load
