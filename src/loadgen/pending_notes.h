// SPDX-License-Identifier: Apache-2.0
// What FromConfig found, kept until the test that it is for begins.
//
// TestSettings is a plain struct: it has no room for notes, and clients copy it. So notes are kept under its address. A
// test whose settings have notes takes those; settings at an address of their own (a copy, as Python's are) take all
// that wait, as the official program puts its messages into whichever test comes next.
#pragma once

#include <deque>
#include <mutex>
#include <vector>

#include "loadgen/config.h"

namespace assay::loadgen {

// Threads  any.
class PendingNotes {
 public:
  // `fresh`: these settings had taken no defaults before; what waits under their address is another object's.
  void Add(const mlperf::TestSettings* settings, bool fresh, std::vector<ConfigNote> notes);
  std::vector<ConfigNote> Take(const mlperf::TestSettings* settings);

 private:
  static constexpr std::size_t kMostSettings = 64;  // whose tests haven't begun; the oldest are forgotten
  static constexpr std::size_t kMostNotes = 1000;   // of one
  struct Waiting {
    const mlperf::TestSettings* settings;
    std::vector<ConfigNote> notes;
  };

  std::mutex mutex_;
  std::deque<Waiting> waiting_;
};

}  // namespace assay::loadgen
