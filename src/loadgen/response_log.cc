// SPDX-License-Identifier: Apache-2.0
#include "loadgen/response_log.h"

#include <optional>
#include <thread>
#include <utility>

namespace assay::loadgen {

ResponseLog::ResponseLog(ResponseLogSeries series, bool first_entry, Write write)
    : series_(std::move(series)), write_(std::move(write)), first_entry_(first_entry) {
  if (!series_.all) return;
  for (Piece& piece : pieces_) piece.text = std::make_unique_for_overwrite<char[]>(kPieceBytes);
}

std::span<const std::byte> ResponseLog::BytesOf(const mlperf::QuerySampleResponse& response) {
  if (response.size == 0) return {};
  if (response.data == 0) {
    without_address_.fetch_add(1, std::memory_order_relaxed);
    return {};
  }
  return {reinterpret_cast<const std::byte*>(response.data), response.size};
}

void ResponseLog::FirstToken(std::uint64_t slot, const mlperf::QuerySampleResponse& response) {
  if (!series_.token_data) return;
  const std::span<const std::byte> bytes = BytesOf(response);
  const std::lock_guard lock(waiting_mutex_);
  first_tokens_[slot].assign(bytes.begin(), bytes.end());
}

void ResponseLog::Answer(std::uint64_t slot, const mlperf::QuerySampleResponse& response) {
  record::MlperfAnswerView entry{.sequence = series_.first_sequence + slot,
                                 .sample_index = series_.sample_index[slot],
                                 .data = BytesOf(response)};
  std::vector<std::byte> first_token;
  if (series_.token_data) {
    // A sample without a first token has no bytes of it; that it lacks one is said as an error of its own.
    const std::lock_guard lock(waiting_mutex_);
    if (auto found = first_tokens_.extract(slot)) first_token = std::move(found.mapped());
    entry.token_data = first_token;
  }
  if (series_.token_count) entry.token_count = response.n_tokens;
  if (!series_.all) {
    const std::lock_guard lock(waiting_mutex_);
    return record::AppendMlperfAnswer(waiting_, entry, false);
  }
  record::MlperfAnswerText text(entry, false);
  Piece* piece = nullptr;
  const std::unique_lock lock = TakePiece(&piece);
  AddTo(*piece, text);
}

// A thread keeps to its own piece while that is free.
std::unique_lock<std::mutex> ResponseLog::TakePiece(Piece** piece) {
  const std::size_t own = std::hash<std::thread::id>()(std::this_thread::get_id());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    *piece = &pieces_[(own + i) % pieces_.size()];
    if (std::unique_lock lock((*piece)->mutex, std::try_to_lock); lock) return lock;
  }
  *piece = &pieces_[own % pieces_.size()];
  return std::unique_lock((*piece)->mutex);
}

void ResponseLog::AddTo(Piece& piece, record::MlperfAnswerText& entry) {
  std::unique_lock<std::mutex> file;  // taken when there is something to write
  const auto write = [&] {
    if (!file) file = std::unique_lock(file_mutex_);
    WriteText({piece.text.get(), piece.size});
    piece.size = 0;
  };
  if (piece.size + entry.size() > kPieceBytes && piece.size != 0) write();
  const bool in_parts = entry.size() > kPieceBytes;
  if (!in_parts && file) file.unlock();
  while (!entry.done()) {
    piece.size += entry.Take(piece.text.get() + piece.size, kPieceBytes - piece.size);
    if (in_parts) write();
  }
}

// The first entry of the file has no comma before it.
void ResponseLog::WriteText(std::string_view text) {
  if (text.empty()) return;
  if (first_entry_) text.remove_prefix(1);
  first_entry_ = false;
  write_(text);
}

bool ResponseLog::Finish() {
  for (Piece& piece : pieces_) {
    const std::lock_guard lock(piece.mutex);
    const std::lock_guard file(file_mutex_);
    WriteText({piece.text.get(), piece.size});
    piece.size = 0;
  }
  const std::lock_guard lock(waiting_mutex_);
  const std::lock_guard file(file_mutex_);
  WriteText(waiting_);
  waiting_.clear();
  first_tokens_.clear();
  return !first_entry_;
}

}  // namespace assay::loadgen
