// SPDX-License-Identifier: Apache-2.0
// Calls with answers that are under way, and samples answered, in one word.
//
// Whoever answers enters first and looks for a series then; whoever ends a series takes it away first and waits until
// nobody is inside then. So either sees the other, and a late answer meets a series that exists or none. The same word
// counts the answers, so that leaving costs no more than counting would: two atomic operations a call in all.
#pragma once

#include <atomic>
#include <cstdint>

namespace assay::loadgen {

// Threads  any. Range  fewer than 2^20 calls at a time; fewer than 2^44 answers in all.
class AnswerTraffic {
 public:
  void Enter() { word_.fetch_add(1, std::memory_order_seq_cst); }
  // What was written before is visible to who sees the answers counted.
  void Leave(std::uint64_t answered) { word_.fetch_add((answered << kCallBits) - 1, std::memory_order_seq_cst); }

  bool Quiet() const { return (word_.load(std::memory_order_seq_cst) & ((std::uint64_t{1} << kCallBits) - 1)) == 0; }
  // Samples answered since the engine was made.
  std::uint64_t answered() const { return word_.load(std::memory_order_acquire) >> kCallBits; }

  // To wait for: the word is at least At(n) as soon as n samples are answered, and only then.
  const std::atomic<std::uint64_t>& word() const { return word_; }
  static std::uint64_t At(std::uint64_t answered) { return answered << kCallBits; }

 private:
  static constexpr int kCallBits = 20;
  alignas(64) std::atomic<std::uint64_t> word_{0};
};

}  // namespace assay::loadgen
