// SPDX-License-Identifier: Apache-2.0
// Which responses of a series go to the accuracy log, and their way there.
//
// In accuracy mode an answering thread formats its entry into one of a few pieces of memory, which it has for itself
// meanwhile; who fills a piece writes it. So the memory is the pieces' whatever the responses' size and number, threads
// wait for each other only when one more piece would be needed, and a disk that is too slow slows the answering threads
// instead of filling memory. An entry that is larger than a piece goes out in parts, with the file kept for it.
//
// In performance mode the few sampled entries wait in memory until the series has ended: no answering thread waits for
// the disk.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loadgen/loadgen.h"
#include "record/mlperf_log_accuracy.h"

namespace assay::loadgen {

// What the entries of one series take from it.
struct ResponseLogSeries {
  bool all = false;                           // accuracy mode: every response
  std::vector<bool> chosen;                   // else per sample; empty = none
  std::uint64_t first_sequence = 0;           // number of its first sample within the test
  std::span<const std::uint64_t> sample_index;  // of each sample
  bool token_data = false, token_count = false;
};

class ResponseLog {
 public:
  using Write = std::function<void(std::string_view bytes)>;

  // `write` appends to the accuracy log; called by one thread at a time. It says on its own that it failed.
  // May throw std::bad_alloc.
  ResponseLog(ResponseLogSeries series, bool first_entry, Write write);

  bool Wants(std::uint64_t slot) const { return series_.all || (!series_.chosen.empty() && series_.chosen[slot]); }
  // Threads  any.
  void Answer(std::uint64_t slot, const mlperf::QuerySampleResponse& response);
  void FirstToken(std::uint64_t slot, const mlperf::QuerySampleResponse& response);

  // After the series: what waits goes to the file. True when the log has an entry by now, this series' or an earlier's.
  bool Finish();
  // Responses of some size at no address; they are logged as empty.
  std::uint64_t without_address() const { return without_address_.load(); }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 18;  // twice that of them lies in a core's own cache
  struct alignas(64) Piece {
    std::mutex mutex;
    std::unique_ptr<char[]> text;
    std::size_t size = 0;
  };

  std::span<const std::byte> BytesOf(const mlperf::QuerySampleResponse& response);
  std::unique_lock<std::mutex> TakePiece(Piece** piece);
  void AddTo(Piece& piece, record::MlperfAnswerText& entry);
  void WriteText(std::string_view text);  // with file_mutex_ held; of whole entries, or parts of one

  const ResponseLogSeries series_;
  const Write write_;
  std::atomic<std::uint64_t> without_address_{0};
  std::array<Piece, 8> pieces_;
  std::mutex file_mutex_;
  bool first_entry_;  // none is in the file
  std::mutex waiting_mutex_;
  std::string waiting_;
  std::unordered_map<std::uint64_t, std::vector<std::byte>> first_tokens_;
};

}  // namespace assay::loadgen
