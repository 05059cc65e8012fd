// SPDX-License-Identifier: Apache-2.0
// A system under test whose times are listed: query k takes latency_ns[k mod n].
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "assay/clock.h"
#include "assay/executor.h"

namespace assay::fakes {

enum class Answers : std::uint8_t {
  kLater,   // by a timer of a simulated clock, however many are in flight
  kInline,  // blocks the issuing thread for the time
};

class ScriptedExecutor final : public Executor {
 public:
  ScriptedExecutor(std::vector<std::int64_t> latency_ns, Answers answers, Clock& clock)
      : latency_ns_(std::move(latency_ns)), answers_(answers), clock_(clock) {}

  ExecutorDescription Describe() const override {
    ExecutorDescription description;
    description.name = "scripted";
    return description;
  }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override {
    sink_ = &sink;
    ++run_;
    stopped_ = false;
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    for (const Query& query : queries) {
      const std::int64_t done_ns = clock_.NowNs() + latency_ns_[issued_++ % latency_ns_.size()];
      pending_.push_back({this, query, run_});
      if (answers_ == Answers::kLater) {
        clock_.CallAtNs(done_ns, &OnTimer, &pending_.back());
      } else {
        clock_.WaitUntilNs(done_ns);
        Answer(query);
      }
    }
  }
  void Flush() override { ++flushes_; }
  void Cancel() noexcept override { ++cancels_; }
  void Stop() noexcept override { stopped_ = true; }

  int flushes() const { return flushes_; }
  int cancels() const { return cancels_; }
  bool stopped() const { return stopped_; }

 private:
  struct Pending {
    ScriptedExecutor* self;
    Query query;
    int run;  // a timer of an earlier run does nothing
  };
  static void OnTimer(void* context, std::int64_t) noexcept {
    const Pending& pending = *static_cast<Pending*>(context);
    if (pending.run == pending.self->run_ && !pending.self->stopped_) pending.self->Answer(pending.query);
  }
  void Answer(const Query& query) {
    std::vector<Completion> completions;
    for (const QuerySample& sample : query.samples) completions.push_back({.id = sample.id});
    sink_->Complete(completions);
  }

  const std::vector<std::int64_t> latency_ns_;
  const Answers answers_;
  Clock& clock_;
  CompletionSink* sink_ = nullptr;
  std::uint64_t issued_ = 0;
  int run_ = 0;
  std::deque<Pending> pending_;  // a deque: timers keep addresses
  int flushes_ = 0, cancels_ = 0;
  bool stopped_ = false;
};

}  // namespace assay::fakes
