// SPDX-License-Identifier: Apache-2.0
// The system that does nothing: answers each sample inside the call that issues it. What a run costs with it is the
// load generator's own cost.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "assay/executor.h"
#include "sut/option/option_table.h"

namespace assay {
namespace {

class NullExecutor final : public Executor {
 public:
  explicit NullExecutor(std::optional<float> score) : score_(score) {
    if (!score_) return;
    for (Completion& completion : completions_) completion.output = std::as_bytes(std::span(&*score_, 1));
  }

  ExecutorDescription Describe() const override {
    ExecutorDescription description{.name = "null",
                                    .runtime = "none",
                                    .device = "cpu",
                                    .precision = "undisclosed",
                                    .model_sha256 = {},
                                    .output_bytes = score_ ? sizeof(float) : 0,
                                    .details = {}};
    if (score_) description.details.emplace_back("score", std::to_string(*score_));
    return description;
  }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override {
    sink_ = &sink;
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    if (sink_ == nullptr) return;
    for (const Query& query : queries) Answer(query.samples);
  }
  void Flush() override {}
  void Cancel() noexcept override {}
  void Stop() noexcept override { sink_ = nullptr; }

 private:
  // Only the ids differ from one answer to the next.
  void Answer(std::span<const QuerySample> samples) noexcept {
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), completions_.size());
      for (std::size_t i = 0; i < count; ++i) completions_[i].id = samples[i].id;
      sink_->Complete(std::span(completions_).first(count));
      samples = samples.subspan(count);
    }
  }

  const std::optional<float> score_;
  std::array<Completion, 256> completions_;  // used by the issuing thread alone
  CompletionSink* sink_ = nullptr;
};

constexpr OptionInfo kOptions[] = {
    {"score", "number", "", "the one score that every sample gets as its output; without it there is no output"},
};

Result<std::unique_ptr<Executor>> Make(const ExecutorOptions& options, InputSource*, Clock&) {
  ASSAY_TRY(table, sut::OptionTable::Read(options, kOptions));
  if (table.Text("score").empty()) return std::make_unique<NullExecutor>(std::nullopt);
  ASSAY_TRY(score, table.Number("score", -3e38));
  return std::make_unique<NullExecutor>(static_cast<float>(score));
}

}  // namespace

extern const ExecutorInfo kExecutor_null{
    .name = "null",
    .title = "Null system",
    .definition = "Answers every sample at once, inside the issuing call: shows the load generator's own cost.",
    .source = "this project",
    .needs_model = false,
    .needs_input = false,
    .options = kOptions,
    .make = &Make,
};

}  // namespace assay
