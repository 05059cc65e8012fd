// SPDX-License-Identifier: Apache-2.0
// A counter that threads can sleep on until someone rings, with a timeout.
//
// std::atomic::wait has no timeout and std::condition_variable needs a lock, which the issuing thread mustn't take; the
// kernel's futex has what is needed. Ringing without a sleeper is one atomic increment and one load.
#pragma once

#include <atomic>
#include <cstdint>

namespace assay::sut {

class Doorbell {
 public:
  // Threads  safe. A ring after `seen = rings()` always ends or prevents Wait(seen).
  void Ring() noexcept;
  std::uint32_t rings() const noexcept { return rings_.load(); }
  // Returns when rings() isn't `seen` any more or after `timeout_ns` (negative = never); sometimes earlier.
  void Wait(std::uint32_t seen, std::int64_t timeout_ns) noexcept;

 private:
  std::atomic<std::uint32_t> rings_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

}  // namespace assay::sut
