// SPDX-License-Identifier: Apache-2.0
// Which responses of a series go to the accuracy log, and their way there.
//
// In accuracy mode entries go to the file as they come, in pieces, so that memory stays small however large the
// responses are, and a disk that is too slow slows the answering threads instead of filling memory. In performance mode
// the few sampled entries wait in memory until the series has ended: no answering thread waits for the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loadgen/loadgen.h"


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
  ResponseLog(ResponseLogSeries series, bool first_entry, Write write);

  bool Wants(std::uint64_t slot) const { return series_.all || (!series_.chosen.empty() && series_.chosen[slot]); }
  // Threads  any.
  void Answer(std::uint64_t slot, const mlperf::QuerySampleResponse& response);
  void FirstToken(std::uint64_t slot, const mlperf::QuerySampleResponse& response);

  // After the series: what waits goes to the file. True when the log has an entry by now, this series' or an earlier's.
  bool Finish();

 private:
  const ResponseLogSeries series_;
  const Write write_;
  std::mutex mutex_;
  bool first_entry_;
  std::string waiting_;
  std::unordered_map<std::uint64_t, std::vector<std::byte>> first_tokens_;
};

}  // namespace assay::loadgen
