// SPDX-License-Identifier: Apache-2.0
// A sink for tests: keeps every answer with a copy of its output, and lets the test wait for a number of them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <vector>

#include "assay/executor.h"

namespace assay::fakes {

struct Answer {
  std::uint64_t id;
  SampleStatus status;
  std::int32_t error;
  std::vector<std::byte> output;

  template <class T>
  std::vector<T> As() const {
    std::vector<T> values(output.size() / sizeof(T));
    std::memcpy(values.data(), output.data(), values.size() * sizeof(T));
    return values;
  }
};

class AnswerCollector final : public CompletionSink {
 public:
  void Complete(std::span<const Completion> completions) noexcept override {
    const std::lock_guard lock(mutex_);
    for (const Completion& c : completions) {
      answers_.push_back({c.id, c.status, c.error, {c.output.begin(), c.output.end()}});
    }
    arrived_.notify_all();
  }
  void FirstToken(std::span<const std::uint64_t> ids) noexcept override {
    const std::lock_guard lock(mutex_);
    first_tokens_.insert(first_tokens_.end(), ids.begin(), ids.end());
  }

  // All answers so far, once there are `count` of them or a minute has passed.
  std::vector<Answer> WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, std::chrono::minutes(1), [&] { return answers_.size() >= count; });
    return answers_;
  }
  std::vector<std::uint64_t> first_tokens() {
    const std::lock_guard lock(mutex_);
    return first_tokens_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Answer> answers_;
  std::vector<std::uint64_t> first_tokens_;
};

}  // namespace assay::fakes
