// SPDX-License-Identifier: Apache-2.0
#include "load/recorder.h"

#include <algorithm>
#include <utility>

namespace assay::load {
namespace {

constexpr std::size_t kBlockEntries = 4096;

}  // namespace

Recorder::Recorder(const Schedule& schedule, const IssueLog& log, const Tracker& tracker,
                   std::unique_ptr<record::RecordWriter> writer)
    : schedule_(schedule), log_(log), tracker_(tracker), writer_(std::move(writer)), slots_(kBlockEntries) {}

Result<void> Recorder::Keep(Result<void> result) {
  if (state_ && !result) state_ = std::move(result);
  return state_;
}

Result<void> Recorder::AppendIssued(std::uint64_t until) {
  while (issued_written_ < until) {
    const std::uint64_t first = issued_written_;
    const std::uint64_t count = std::min<std::uint64_t>(kBlockEntries, until - first);
    const std::uint64_t spq = schedule_.samples_per_query;
    issued_written_ += count;
    if (!writer_) continue;
    ASSAY_CHECK_OK(Keep(writer_->Append(record::IssuedBlock{
        .first_query = first,
        .due_ns = std::span(log_.due_ns).subspan(first, count),
        .issued_ns = std::span(log_.issued_ns).subspan(first, count),
        .issue_returned_ns = std::span(log_.returned_ns).subspan(first, count),
        .sample_index = std::span(schedule_.sample_index).subspan(first * spq, count * spq)})));
  }
  return {};
}

Result<void> Recorder::AppendDone(std::span<const std::uint64_t> slots) {
  if (!writer_ || slots.empty()) return {};
  done_ns_.clear(), first_token_ns_.clear(), tokens_.clear(), output_size_.clear();
  status_.clear(), error_.clear(), outputs_.clear();
  for (const std::uint64_t slot : slots) {
    done_ns_.push_back(tracker_.done_ns(slot));
    first_token_ns_.push_back(tracker_.first_token_ns(slot));
    tokens_.push_back(tracker_.tokens(slot));
    status_.push_back(tracker_.status(slot));
    error_.push_back(tracker_.error(slot));
    if (tracker_.output_bytes() == 0) continue;
    output_size_.push_back(tracker_.output_size(slot));
    const std::span<const std::byte> output = tracker_.output(slot);
    outputs_.insert(outputs_.end(), output.begin(), output.end());
  }
  return Keep(writer_->Append(record::DoneBlock{.sample = slots,
                                                .done_ns = done_ns_,
                                                .first_token_ns = first_token_ns_,
                                                .tokens = tokens_,
                                                .status = status_,
                                                .error = error_,
                                                .output_size = output_size_,
                                                .outputs = outputs_}));
}

Result<void> Recorder::Drain() {
  ASSAY_CHECK_OK(state_);
  ASSAY_CHECK_OK(AppendIssued(log_.returned.load(std::memory_order_acquire)));
  // What came after this many samples waits for the next call, so that a fast system can't keep it here.
  const std::uint64_t until = tracker_.completed().load(std::memory_order_acquire);
  while (order_read_ < until) {
    const std::size_t count = tracker_.ReadOrder(order_read_, slots_);
    if (count == 0) break;
    order_read_ += count;
    ASSAY_CHECK_OK(AppendDone(std::span(slots_).first(count)));
  }
  return {};
}

Result<void> Recorder::Finish(const record::EndBlock& end, std::span<const std::uint64_t> closed) {
  ASSAY_CHECK_OK(Drain());
  ASSAY_CHECK_OK(AppendIssued(log_.begun.load(std::memory_order_acquire)));
  for (std::size_t first = 0; first < closed.size(); first += kBlockEntries) {
    ASSAY_CHECK_OK(AppendDone(closed.subspan(first, std::min(kBlockEntries, closed.size() - first))));
  }
  strays_ = tracker_.Strays();
  if (!writer_) return {};
  if (!strays_.empty()) ASSAY_CHECK_OK(Keep(writer_->Append(strays_)));
  return Keep(writer_->End(end));
}

record::RunRecord Recorder::Build(const record::EndBlock& end, const std::string& header_json) const {
  const std::uint64_t queries = issued_written_;
  const std::uint64_t samples = queries * schedule_.samples_per_query;
  const auto head = [](const auto& column, std::uint64_t count) {
    using Value = std::decay_t<decltype(column[0])>;
    return std::vector<Value>(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(count));
  };
  record::RunRecord record;
  record.header_json = header_json;
  record.samples_per_query = schedule_.samples_per_query;
  record.due_ns = head(log_.due_ns, queries);
  record.issued_ns = head(log_.issued_ns, queries);
  record.issue_returned_ns = head(log_.returned_ns, queries);
  record.sample_index = head(schedule_.sample_index, samples);
  record.output_bytes = tracker_.output_bytes();
  record.outputs.resize(samples * record.output_bytes);
  record.done_ns.reserve(samples), record.first_token_ns.reserve(samples), record.tokens.reserve(samples);
  record.status.reserve(samples), record.error.reserve(samples);
  record.output_size.reserve(record.output_bytes == 0 ? 0 : samples);
  for (std::uint64_t slot = 0; slot < samples; ++slot) {
    record.done_ns.push_back(tracker_.done_ns(slot));
    record.first_token_ns.push_back(tracker_.first_token_ns(slot));
    record.tokens.push_back(tracker_.tokens(slot));
    record.status.push_back(tracker_.status(slot));
    record.error.push_back(tracker_.error(slot));
    if (record.output_bytes == 0) continue;
    record.output_size.push_back(tracker_.output_size(slot));
    std::ranges::copy(tracker_.output(slot),
                      record.outputs.begin() + static_cast<std::ptrdiff_t>(slot * record.output_bytes));
  }
  record.strays = strays_;
  record.stray_count = end.stray_count;
  record.skipped_intervals = end.skipped_intervals;
  record.end = end.state;
  record.end_reason = end.reason;
  record.end_ns = end.end_ns;
  record.notes = end.notes;
  return record;
}

}  // namespace assay::load
