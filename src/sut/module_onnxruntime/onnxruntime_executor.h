// SPDX-License-Identifier: Apache-2.0
// Answers queries with an ONNX model: a queue that batches, and workers that compute.
#pragma once

#include <sched.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "assay/assay.h"
#include "assay/result.h"
#include "sut/module_onnxruntime/batch_queue.h"
#include "sut/module_onnxruntime/ort_model.h"

namespace assay::sut {

// Error numbers of completions.
enum class OnnxruntimeError : std::int32_t {
  kInput = 1,      // the sample's input could not be made
  kRun = 2,        // the runtime refused the batch; the first message is in the details
  kQueueFull = 3,  // more queries were waiting than option `queue` allows
};

struct OnnxruntimeSettings {
  OrtOptions model;
  std::string precision;          // as claimed; empty = not claimed
  std::int64_t batch_wait_ns = 0;
  std::uint32_t workers = 1;      // batches computed at once
  std::uint32_t queue = 1u << 20; // queries that may wait, a power of two
};

// From the C config.
// Errors   kUnknownKey, kUnknownName, kOutOfRange.
Result<OnnxruntimeSettings> ReadSettings(const assay_executor_config& config);

class OnnxruntimeExecutor {
 public:
  // `host` outlives the executor.
  // Errors   kNotFound, kEmpty, kUnreadable (model file), kSutMismatch (precision, input, output), and OrtModel's.
  static Result<std::unique_ptr<OnnxruntimeExecutor>> Make(const OnnxruntimeSettings& settings,
                                                           const TensorShape& input, const assay_host& host);
  ~OnnxruntimeExecutor();
  OnnxruntimeExecutor(const OnnxruntimeExecutor&) = delete;
  OnnxruntimeExecutor& operator=(const OnnxruntimeExecutor&) = delete;

  void Describe(assay_description* description);
  Result<void> Start();
  void Issue(std::span<const assay_query> queries) noexcept;
  void Flush() noexcept { queue_.Flush(); }
  void Cancel() noexcept;
  void Stop() noexcept;

 private:
  struct Worker;
  OnnxruntimeExecutor(const OnnxruntimeSettings& settings, std::unique_ptr<OrtModel> model, const assay_host& host);
  void Work(Worker& worker) noexcept;
  void Compute(Worker& worker, std::size_t size) noexcept;
  void Drop(Worker& worker, std::size_t size) noexcept;
  void RefuseFull(const assay_query& query) noexcept;
  void KeepFirstError(std::string text) noexcept;

  const assay_host& host_;
  const std::uint32_t max_batch_;
  std::unique_ptr<OrtModel> model_;
  BatchQueue queue_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> cancelled_{false};
  cpu_set_t cores_{};  // those of the thread that made the executor: the system's, as the spec says
  std::string precision_, runtime_;
  std::vector<std::pair<std::string, std::string>> details_;
  std::vector<assay_option> described_;  // points into details_ and first_error_
  std::mutex first_error_mutex_;
  std::string first_error_;
};

}  // namespace assay::sut
