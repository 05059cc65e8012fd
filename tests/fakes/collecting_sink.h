// SPDX-License-Identifier: Apache-2.0
// A sink that keeps all answers as they came.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "assay/executor.h"

namespace assay::fakes {

class CollectingSink final : public CompletionSink {
 public:
  struct Answer {
    SampleStatus status;
    std::vector<std::byte> output;
  };

  void Complete(std::span<const Completion> completions) noexcept override {
    {
      const std::lock_guard lock(mutex_);
      for (const Completion& completion : completions) {
        answers_[completion.id].push_back(
            {completion.status, {completion.output.begin(), completion.output.end()}});
      }
    }
    count_.fetch_add(completions.size(), std::memory_order_release);
  }
  void FirstToken(std::span<const std::uint64_t>) noexcept override {}

  const std::atomic<std::uint64_t>& count() const { return count_; }
  // By id. Once no answer can come any more.
  const std::map<std::uint64_t, std::vector<Answer>>& answers() const { return answers_; }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Answer>> answers_;
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace assay::fakes
