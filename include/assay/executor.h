// SPDX-License-Identifier: Apache-2.0
// A system under test: hardware and software together, behind one interface.
//
// A run calls, in this order: LoadSamples, Start, Issue… Flush, (Cancel,) Stop. Answers go to the sink from any thread,
// also inline from Issue, in any order and grouping.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/clock.h"
#include "assay/query.h"
#include "assay/result.h"

namespace assay {

// Where answers go. One timestamp is taken for the whole call, on entry.
// Threads  safe from any thread; wait-free; allocates nothing, locks nothing, throws nothing.
class CompletionSink {
 public:
  virtual ~CompletionSink() = default;
  virtual void Complete(std::span<const Completion> completions) noexcept = 0;
  // The first token of these samples has arrived. Doesn't end them.
  virtual void FirstToken(std::span<const std::uint64_t> ids) noexcept = 0;
};

enum class ElementType : std::uint8_t { kFloat32 = 1, kUInt8 = 2, kInt64 = 3, kInt32 = 4 };

// Bytes of one element.
constexpr std::size_t SizeOf(ElementType type) {
  return type == ElementType::kUInt8 ? 1 : type == ElementType::kInt64 ? 8 : 4;
}

// The tensor of one sample, without the batch axis.
struct TensorShape {
  ElementType type = ElementType::kFloat32;
  std::vector<std::int64_t> dims;  // each >= 1
  std::size_t elements() const {
    std::size_t product = 1;
    for (std::int64_t dim : dims) product *= static_cast<std::size_t>(dim);
    return product;
  }
  std::size_t bytes() const { return elements() * SizeOf(type); }
};

// Makes a sample's input tensor. The transform's cost falls inside the measured time unless the spec says
// `timed: false`; then LoadSamples has made all tensors before.
class InputSource {
 public:
  virtual ~InputSource() = default;
  virtual TensorShape shape() const = 0;
  // Prepares these samples for Read (decodes files, or makes the tensors when untimed). Not on the hot path.
  virtual Result<void> Load(std::span<const std::uint64_t> indices) = 0;
  // Writes sample `index` into `tensor`, exactly shape().bytes() long. False when the index wasn't loaded or the
  // sample can't be transformed. Threads: safe. Allocates nothing, throws nothing.
  virtual bool Read(std::uint64_t index, std::span<std::byte> tensor) const noexcept = 0;
};

// What an executor says of itself, for the record. Found, not configured: precision is read from the model.
struct ExecutorDescription {
  std::string name;                 // as in `assay list executors`
  std::string runtime;              // "onnxruntime 1.32.0"
  std::string device;               // "cpu"
  std::string precision;            // as found in the model: "fp32", "int8", … ; "undisclosed" when it can't be seen
  std::string model_sha256;         // empty without a model
  std::size_t output_bytes = 0;     // most bytes of one sample's output; 0 = no output
  ElementType output_type = ElementType::kFloat32;
  std::vector<std::pair<std::string, std::string>> details;  // options as taken, e.g. {"graph_optimization", "all"}
};

class Executor {
 public:
  virtual ~Executor() = default;
  virtual ExecutorDescription Describe() const = 0;
  // Brings these dataset samples into memory; untimed.
  virtual Result<void> LoadSamples(std::span<const std::uint64_t> indices) = 0;
  // Gets ready to answer into `sink`, which outlives Stop.
  virtual Result<void> Start(CompletionSink& sink) = 0;
  // Takes queries; returns soon (blocking here delays the next queries, and that delay counts as latency).
  virtual void Issue(std::span<const Query> queries) = 0;
  // No more queries follow in this series: don't wait for a batch to fill.
  virtual void Flush() = 0;
  // Stop working on what hasn't been answered; answers may still come, or kCancelled ones.
  virtual void Cancel() noexcept = 0;
  // After it returns, no thread of the executor calls the sink. Start may follow again.
  virtual void Stop() noexcept = 0;
};

// The arguments of an executor, from the spec's systems[] entry.
struct ExecutorOptions {
  std::string id;         // systems[].id
  std::string model;      // path, resolved; empty when the executor needs none
  std::string precision;  // as the spec claims it; empty = not claimed
  std::string device;
  int threads = 1;
  std::uint32_t max_batch = 1;
  std::int64_t batch_wait_ns = 0;
  std::vector<std::pair<std::string, std::string>> options;  // the executor's own table, as text
  std::uint64_t seed = 0;
};

struct OptionInfo {
  std::string_view name, type, default_value, doc;
};

// One executor kind: sut/<name>.cc defines kExecutor_<name>.
struct ExecutorInfo {
  std::string_view name;
  std::string_view title;
  std::string_view definition;   // one sentence
  std::string_view source;       // where the runtime is documented
  bool needs_model;
  bool needs_input;              // reads samples through an InputSource
  std::span<const OptionInfo> options;
  // `input` outlives the executor; null when needs_input is false. `clock` likewise.
  Result<std::unique_ptr<Executor>> (*make)(const ExecutorOptions& options, InputSource* input, Clock& clock);
};

// Sorted by name. Generated.
std::span<const ExecutorInfo* const> AllExecutors();

}  // namespace assay
