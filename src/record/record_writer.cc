// SPDX-License-Identifier: Apache-2.0
#include "record/record_writer.h"

#include <cstring>
#include <optional>
#include <utility>

#include "base/crc32c.h"
#include "record/block.h"

namespace assay::record {

// Builds one block at a time in a buffer that it keeps, and hands it to the sink in one call: a kill in between leaves
// whole blocks and at most one torn one.
struct RecordWriter::State {
  std::unique_ptr<ByteSink> sink;
  std::uint64_t samples_per_query = 1;
  std::uint64_t output_bytes = 0;
  std::vector<std::byte> payload, block;
  std::optional<Error> failed;  // after it nothing more is written: what followed a torn block couldn't be read
  bool ended = false;

  void Start() { payload.clear(); }

  void Put(const void* values, std::size_t bytes) {
    const auto* from = static_cast<const std::byte*>(values);
    payload.insert(payload.end(), from, from + bytes);
  }
  template <class T>
  void PutColumn(std::span<const T> values) {
    if (!values.empty()) Put(values.data(), values.size_bytes());
  }
  template <class T>
  void PutOne(T value) {
    Put(&value, sizeof value);
  }
  void PutText(std::string_view text) {
    if (!text.empty()) Put(text.data(), text.size());
  }

  Result<void> Send(std::span<const std::byte> bytes) {
    Result<void> sent = sink->Append(bytes);
    if (!sent) failed = sent.error();
    return sent;
  }

  // Frames the payload. `tail_size` of its bytes are the tail column.
  Result<void> Finish(BlockKind kind, std::uint64_t rows, std::uint64_t first, std::uint64_t tail_size) {
    if (failed) return std::unexpected(*failed);
    const BlockLayout& layout = *FindLayout(kind);
    const std::optional<std::uint64_t> fixed = FixedSize(layout, rows, samples_per_query);
    if (ended || !fixed || *fixed + tail_size != payload.size()) {
      return Fail(ErrorCode::kInternal, "the columns of a record block differ in length, or it follows the end");
    }
    const std::string header = BlockHeaderJson(layout, rows, first, samples_per_query, tail_size);
    const std::span<const std::byte> header_bytes = std::as_bytes(std::span(header));
    const std::uint32_t crc = base::Crc32c(payload, base::Crc32c(header_bytes));
    const auto frame = EncodeFrame(
        {kind, static_cast<std::uint32_t>(header.size()), payload.size(), rows, first, crc});
    block.assign(frame.begin(), frame.end());
    block.insert(block.end(), header_bytes.begin(), header_bytes.end());
    block.insert(block.end(), payload.begin(), payload.end());
    return Send(block);
  }
};

RecordWriter::RecordWriter(std::unique_ptr<ByteSink> sink, const RecordHeader& header) : state_(new State) {
  state_->sink = std::move(sink);
  state_->samples_per_query = header.samples_per_query;
  state_->output_bytes = header.output_bytes;
}

RecordWriter::~RecordWriter() = default;

Result<std::unique_ptr<RecordWriter>> RecordWriter::Create(std::unique_ptr<ByteSink> sink, const RecordHeader& header) {
  if (header.samples_per_query == 0) return Fail(ErrorCode::kOutOfRange, "expected at least 1 sample a query, found 0");
  std::unique_ptr<RecordWriter> writer(new RecordWriter(std::move(sink), header));
  State& state = *writer->state_;
  ASSAY_CHECK_OK(state.Send(std::as_bytes(std::span(kFileMagic))));
  state.Start();
  state.PutOne(header.samples_per_query);
  state.PutOne(header.output_bytes);
  state.PutText(header.context_json);
  ASSAY_CHECK_OK(state.Finish(BlockKind::kHeader, 1, 0, header.context_json.size()));
  return writer;
}

Result<void> RecordWriter::Append(const IssuedBlock& block) {
  const std::size_t rows = block.due_ns.size();
  if (block.issued_ns.size() != rows || block.issue_returned_ns.size() != rows) {
    return Fail(ErrorCode::kInternal, "the columns of an issued block differ in length");
  }
  state_->Start();
  state_->PutColumn(block.due_ns);
  state_->PutColumn(block.issued_ns);
  state_->PutColumn(block.issue_returned_ns);
  state_->PutColumn(block.sample_index);
  return state_->Finish(BlockKind::kIssued, rows, block.first_query, 0);
}

Result<void> RecordWriter::Append(const DoneBlock& block) {
  const std::size_t rows = block.sample.size();
  if (block.done_ns.size() != rows || block.first_token_ns.size() != rows || block.tokens.size() != rows ||
      block.status.size() != rows || block.error.size() != rows ||
      (block.output_size.size() != rows && !block.output_size.empty())) {
    return Fail(ErrorCode::kInternal, "the columns of a done block differ in length");
  }
  std::uint64_t used = 0;
  for (const std::uint32_t size : block.output_size) {
    if (size > state_->output_bytes) return Fail(ErrorCode::kInternal, "an output is longer than the record's output_bytes");
    used += size;
  }
  if (used != block.outputs.size()) return Fail(ErrorCode::kInternal, "output_size doesn't sum to the outputs of a done block");
  state_->Start();
  state_->PutColumn(block.sample);
  state_->PutColumn(block.done_ns);
  state_->PutColumn(block.first_token_ns);
  state_->PutColumn(block.tokens);
  state_->PutColumn(block.status);
  state_->PutColumn(block.error);
  if (block.output_size.empty()) state_->payload.resize(state_->payload.size() + 4 * rows);
  state_->PutColumn(block.output_size);
  state_->PutColumn(block.outputs);
  return state_->Finish(BlockKind::kDone, rows, 0, block.outputs.size());
}

Result<void> RecordWriter::Append(std::span<const StrayCompletion> strays) {
  state_->Start();
  for (const StrayCompletion& stray : strays) state_->PutOne(stray.id);
  for (const StrayCompletion& stray : strays) state_->PutOne(stray.at_ns);
  for (const StrayCompletion& stray : strays) state_->PutOne(stray.kind);
  return state_->Finish(BlockKind::kStrays, strays.size(), 0, 0);
}

Result<void> RecordWriter::End(const EndBlock& block) {
  state_->Start();
  state_->PutOne(block.state);
  state_->PutOne(block.end_ns);
  state_->PutOne(block.stray_count);
  state_->PutOne(block.skipped_intervals);
  std::uint64_t size = block.reason.size();
  state_->PutOne(static_cast<std::uint32_t>(block.reason.size()));
  for (const std::string& note : block.notes) {
    state_->PutOne(static_cast<std::uint32_t>(note.size()));
    size += note.size();
  }
  state_->PutText(block.reason);
  for (const std::string& note : block.notes) state_->PutText(note);
  ASSAY_CHECK_OK(state_->Finish(BlockKind::kEnd, 1 + block.notes.size(), 0, size));
  state_->ended = true;
  return state_->sink->Close();
}

}  // namespace assay::record
