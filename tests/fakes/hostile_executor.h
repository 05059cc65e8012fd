// SPDX-License-Identifier: Apache-2.0
// A system under test that breaks its contract in one way, on one sample, and is well-behaved otherwise: it answers each
// sample inside the call that issues it.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "assay/clock.h"
#include "assay/executor.h"

namespace assay::fakes {

enum class Fault : std::uint8_t {
  kNone,
  kLoses,             // never answers the sample
  kAnswersTwice,
  kAnswersForeignId,  // answers it, and an id that was never issued
  kAnswersUnissued,   // answers it, and the id that follows
  kAnswersAfterEnd,   // answers when it is cancelled, too late
  kWrongStatus,       // answers "pending"
  kOutputTooLarge,    // more bytes than it declared
  kThrows,            // a std::exception from Issue
  kThrowsInt,         // something else from Issue
  kThrowsInFlush,
  kNeverReturns,      // from Issue, until Release
  kNeverReturnsFromFlush,
  kNeverReturnsFromStop,
  kRefusesToLoad,
  kRefusesToStart,
  kThrowsInStart,
};

class HostileExecutor final : public Executor {
 public:
  // Samples are numbered from 0 in the order of issue.
  HostileExecutor(Fault fault, std::uint64_t sample) : fault_(fault), sample_(sample) {}

  void Release() {
    released_.store(true);
    released_.notify_all();
  }
  std::uint64_t faulty_id() const { return faulty_id_; }
  bool stopped() const { return stopped_; }

  ExecutorDescription Describe() const override {
    ExecutorDescription description;
    description.name = "hostile";
    description.output_bytes = 4;
    return description;
  }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override {
    if (fault_ == Fault::kRefusesToLoad) return Fail(ErrorCode::kSutFailed, "no memory for samples");
    return {};
  }
  Result<void> Start(CompletionSink& sink) override {
    if (fault_ == Fault::kRefusesToStart) return Fail(ErrorCode::kSutFailed, "no device");
    if (fault_ == Fault::kThrowsInStart) throw std::runtime_error("device lost");
    sink_ = &sink;
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    for (const Query& query : queries) {
      for (const QuerySample& sample : query.samples) {
        if (issued_++ == sample_) {
          faulty_id_ = sample.id;
          Misbehave(sample.id);
        } else {
          Answer({.id = sample.id});
        }
      }
    }
  }
  void Flush() override {
    if (fault_ == Fault::kThrowsInFlush) throw std::runtime_error("flush failed");
    if (fault_ == Fault::kNeverReturnsFromFlush) released_.wait(false);
  }
  void Cancel() noexcept override {
    if (fault_ == Fault::kAnswersAfterEnd) Answer({.id = faulty_id_});
  }
  void Stop() noexcept override {
    if (fault_ == Fault::kNeverReturnsFromStop) released_.wait(false);
    stopped_ = true;
  }

 private:
  void Answer(const Completion& completion) { sink_->Complete(std::span(&completion, 1)); }

  void Misbehave(std::uint64_t id) {
    static constexpr std::byte kLarge[5] = {};
    switch (fault_) {
      case Fault::kLoses:
      case Fault::kAnswersAfterEnd: return;
      case Fault::kThrows: throw std::runtime_error("out of memory on device 0");
      case Fault::kThrowsInt: throw 7;
      case Fault::kNeverReturns: released_.wait(false); return;
      case Fault::kWrongStatus: return Answer({.id = id, .status = SampleStatus::kPending});
      case Fault::kOutputTooLarge: return Answer({.id = id, .output = kLarge});
      default: break;
    }
    Answer({.id = id});
    if (fault_ == Fault::kAnswersTwice) Answer({.id = id});
    if (fault_ == Fault::kAnswersForeignId) Answer({.id = 4711});
    if (fault_ == Fault::kAnswersUnissued) Answer({.id = id + 1});
  }

  const Fault fault_;
  const std::uint64_t sample_;
  CompletionSink* sink_ = nullptr;
  std::uint64_t issued_ = 0;
  std::uint64_t faulty_id_ = 0;
  std::atomic<bool> released_{false};
  bool stopped_ = false;
};

}  // namespace assay::fakes
