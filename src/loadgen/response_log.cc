// SPDX-License-Identifier: Apache-2.0
#include "loadgen/response_log.h"

#include <utility>

#include "record/mlperf_log_accuracy.h"

namespace assay::loadgen {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

std::span<const std::byte> BytesOf(const mlperf::QuerySampleResponse& response) {
  if (response.size == 0) return {};
  return {reinterpret_cast<const std::byte*>(response.data), response.size};
}

}  // namespace

ResponseLog::ResponseLog(ResponseLogSeries series, bool first_entry, Write write)
    : series_(std::move(series)), write_(std::move(write)), first_entry_(first_entry) {}

void ResponseLog::FirstToken(std::uint64_t slot, const mlperf::QuerySampleResponse& response) {
  if (!series_.token_data) return;
  const std::span<const std::byte> bytes = BytesOf(response);
  const std::lock_guard lock(mutex_);
  first_tokens_[slot].assign(bytes.begin(), bytes.end());
}

void ResponseLog::Answer(std::uint64_t slot, const mlperf::QuerySampleResponse& response) {
  const std::lock_guard lock(mutex_);
  record::MlperfAnswerView entry{.sequence = series_.first_sequence + slot,
                                 .sample_index = series_.sample_index[slot],
                                 .data = BytesOf(response)};
  std::vector<std::byte> first_token;
  if (series_.token_data) {
    // A sample without a first token has no bytes of it; that it lacks one is said as an error of its own.
    if (auto found = first_tokens_.extract(slot)) first_token = std::move(found.mapped());
    entry.token_data = first_token;
  }
  if (series_.token_count) entry.token_count = response.n_tokens;
  record::AppendMlperfAnswer(waiting_, entry, first_entry_);
  first_entry_ = false;
  if (!series_.all || waiting_.size() < kPieceBytes) return;
  write_(waiting_);
  waiting_.clear();
}

bool ResponseLog::Finish() {
  const std::lock_guard lock(mutex_);
  write_(waiting_);
  waiting_.clear();
  first_tokens_.clear();
  return !first_entry_;
}

}  // namespace assay::loadgen
