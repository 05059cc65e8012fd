// SPDX-License-Identifier: Apache-2.0
// A system with stated behaviour: a queue in front of workers that take up to max_batch waiting samples at a time. Its
// latency distribution, error rate, batch cost and drift are what the spec says, so that a judgement on it can be
// checked by arithmetic. It isn't a model: its scores mean nothing.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/executor.h"
#include "random/splitmix.h"
#include "sut/option/option_table.h"
#include "sut/synthetic_system/event_queue.h"
#include "sut/synthetic_system/service_time.h"

namespace assay {
namespace {

struct Behaviour {
  sut::ServiceTime time;
  std::uint64_t workers = 1;
  std::uint64_t max_batch = 1;
  double error_rate = 0;
  bool scores = false;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> details;
};

class SyntheticExecutor final : public Executor {
 public:
  SyntheticExecutor(Behaviour behaviour, Clock& clock)
      : behaviour_(std::move(behaviour)),
        clock_(clock),
        errors_(behaviour_.seed, 2),
        scores_(behaviour_.seed, 3),
        events_(clock, [this](std::uint64_t batch, std::int64_t due_ns) { Finish(batch, due_ns); }) {}
  ~SyntheticExecutor() override { Stop(); }

  ExecutorDescription Describe() const override;
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override;
  void Issue(std::span<const Query> queries) override;
  void Flush() override {}
  void Cancel() noexcept override;
  void Stop() noexcept override;

 private:
  struct Waiting {
    QuerySample sample;
    std::uint64_t number;  // of the sample in the order of issue
  };
  using Batch = std::vector<Waiting>;

  void Dispatch(std::int64_t now_ns);
  void Finish(std::uint64_t number, std::int64_t due_ns);
  void Answer(const Batch& batch, bool cancelled) const;

  const Behaviour behaviour_;
  Clock& clock_;
  const random::SplitMix errors_, scores_;
  CompletionSink* sink_ = nullptr;
  std::int64_t start_ns_ = 0;
  std::mutex mutex_;  // the rest
  std::deque<Waiting> queue_;
  std::unordered_map<std::uint64_t, Batch> in_work_;
  std::uint64_t samples_taken_ = 0;
  std::uint64_t batches_begun_ = 0;
  std::uint64_t idle_workers_ = 0;
  sut::EventQueue events_;  // last: its thread uses the rest
};

ExecutorDescription SyntheticExecutor::Describe() const {
  return {.name = "synthetic",
          .runtime = "none",
          .device = "cpu",
          .precision = "undisclosed",
          .model_sha256 = {},
          .output_bytes = behaviour_.scores ? sizeof(float) : 0,
          .details = behaviour_.details};
}

Result<void> SyntheticExecutor::Start(CompletionSink& sink) {
  sink_ = &sink;
  start_ns_ = clock_.NowNs();
  queue_.clear(), in_work_.clear();
  samples_taken_ = batches_begun_ = 0;
  idle_workers_ = behaviour_.workers;
  events_.Start();
  return {};
}

void SyntheticExecutor::Issue(std::span<const Query> queries) {
  const std::lock_guard lock(mutex_);
  for (const Query& query : queries) {
    for (const QuerySample& sample : query.samples) queue_.push_back({sample, samples_taken_++});
  }
  Dispatch(clock_.NowNs());
}

// Every idle worker takes what waits.
void SyntheticExecutor::Dispatch(std::int64_t now_ns) {
  while (idle_workers_ > 0 && !queue_.empty()) {
    const auto items = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(behaviour_.max_batch, queue_.size()));
    const std::uint64_t number = batches_begun_++;
    const std::int64_t time_ns =
        behaviour_.time.Draw(number, static_cast<std::uint64_t>(items), std::max<std::int64_t>(0, now_ns - start_ns_));
    in_work_.emplace(number, Batch(queue_.begin(), queue_.begin() + items));
    queue_.erase(queue_.begin(), queue_.begin() + items);
    --idle_workers_;
    std::int64_t due_ns = 0;
    if (__builtin_add_overflow(now_ns, time_ns, &due_ns)) due_ns = std::numeric_limits<std::int64_t>::max();
    events_.Add(due_ns, number);
  }
}

void SyntheticExecutor::Finish(std::uint64_t number, std::int64_t due_ns) {
  Batch batch;
  {
    const std::lock_guard lock(mutex_);
    ++idle_workers_;
    if (auto node = in_work_.extract(number)) batch = std::move(node.mapped());  // gone when it was cancelled
    Dispatch(due_ns);
  }
  Answer(batch, false);
}

void SyntheticExecutor::Answer(const Batch& batch, bool cancelled) const {
  std::vector<Completion> completions;
  std::vector<float> scores;
  completions.reserve(batch.size()), scores.reserve(batch.size());
  for (const Waiting& waiting : batch) {
    Completion completion{.id = waiting.sample.id};
    if (cancelled) {
      completion.status = SampleStatus::kCancelled;
    } else if (errors_.UnitAt(waiting.number) < behaviour_.error_rate) {
      completion.status = SampleStatus::kError;
      completion.error = 1;
    } else if (behaviour_.scores) {
      scores.push_back(static_cast<float>(scores_.UnitAt(waiting.sample.index)));
      completion.output = std::as_bytes(std::span(&scores.back(), 1));
    }
    completions.push_back(completion);
  }
  if (!completions.empty()) sink_->Complete(completions);
}

void SyntheticExecutor::Cancel() noexcept {
  Batch dropped;
  {
    const std::lock_guard lock(mutex_);
    dropped.assign(queue_.begin(), queue_.end());
    for (const auto& [number, batch] : in_work_) dropped.insert(dropped.end(), batch.begin(), batch.end());
    queue_.clear(), in_work_.clear();
  }
  std::ranges::sort(dropped, {}, &Waiting::number);
  Answer(dropped, true);
}

void SyntheticExecutor::Stop() noexcept { events_.Stop(); }

constexpr OptionInfo kOptions[] = {
    {"latency", "constant | exponential | lognormal | uniform", "constant", "shape of a batch's time; uniform is 0 to 2 x mean"},
    {"mean", "duration", "5ms", "mean time of a batch of one"},
    {"sigma", "number", "0.5", "lognormal only: standard deviation of the logarithm"},
    {"workers", "count", "1", "batches that are worked on at once; 0 = no limit"},
    {"per_item", "number", "0", "share of its time that each further sample adds to a batch"},
    {"error_rate", "share", "0", "share of samples that end in an error"},
    {"drift", "number", "0", "share by which times grow per second since the start"},
    {"output", "none | score", "none", "score: a number in [0, 1) that depends on seed and sample only"},
};

Result<std::unique_ptr<Executor>> Make(const ExecutorOptions& options, InputSource*, Clock& clock) {
  constexpr std::string_view kOutputs[] = {"none", "score"};
  ASSAY_TRY(table, sut::OptionTable::Read(options, kOptions));
  ASSAY_TRY(shape, table.Word("latency", sut::kLatencyShapes));
  ASSAY_TRY(mean_ns, table.DurationNs("mean", 0));
  ASSAY_TRY(sigma, table.Number("sigma", 0));
  ASSAY_TRY(workers, table.Count("workers", 0));
  ASSAY_TRY(per_item, table.Number("per_item", 0));
  ASSAY_TRY(error_rate, table.Share("error_rate"));
  ASSAY_TRY(drift, table.Number("drift", 0));
  ASSAY_TRY(output, table.Word("output", kOutputs));
  Behaviour behaviour{.time = {.shape = static_cast<sut::LatencyShape>(shape),
                               .mean_ns = static_cast<double>(mean_ns),
                               .sigma = sigma,
                               .per_item = per_item,
                               .drift = drift,
                               .draws = random::SplitMix(options.seed, 1)},
                      .workers = workers == 0 ? std::numeric_limits<std::uint64_t>::max() : workers,
                      .max_batch = std::max<std::uint64_t>(1, options.max_batch),
                      .error_rate = error_rate,
                      .scores = output == 1,
                      .seed = options.seed,
                      .details = {}};
  for (const OptionInfo& option : kOptions) {
    behaviour.details.emplace_back(option.name, std::string(table.Text(option.name)));
  }
  behaviour.details.emplace_back("max_batch", std::to_string(behaviour.max_batch));
  behaviour.details.emplace_back("seed", std::to_string(options.seed));
  return std::make_unique<SyntheticExecutor>(std::move(behaviour), clock);
}

}  // namespace

extern const ExecutorInfo kExecutor_synthetic{
    .name = "synthetic",
    .title = "Synthetic system",
    .definition = "A queue and workers with a stated distribution of times, error rate, batch cost and drift; a free "
                  "worker takes what waits, up to batch.max, and never waits for more.",
    .source = "this project",
    .needs_model = false,
    .needs_input = false,
    .options = kOptions,
    .make = &Make,
};

}  // namespace assay
