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
  explicit NullExecutor(std::optional<float> score) : score_(score) {}

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
  void Answer(std::span<const QuerySample> samples) noexcept {
    std::array<Completion, 256> completions;
    const std::span<const std::byte> output =
        score_ ? std::as_bytes(std::span(&*score_, 1)) : std::span<const std::byte>();
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), completions.size());
      for (std::size_t i = 0; i < count; ++i) completions[i] = {.id = samples[i].id, .output = output};
      sink_->Complete(std::span(completions).first(count));
      samples = samples.subspan(count);
    }
  }

  const std::optional<float> score_;
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
