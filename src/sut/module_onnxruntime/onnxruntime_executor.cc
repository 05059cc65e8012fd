// SPDX-License-Identifier: Apache-2.0
#include "sut/module_onnxruntime/onnxruntime_executor.h"

#include <pthread.h>
#include <sys/prctl.h>

#include <array>
#include <bit>
#include <charconv>
#include <string_view>
#include <system_error>

#include "base/file.h"
#include "sut/module_onnxruntime/onnx_precision.h"

namespace assay::sut {

struct OnnxruntimeExecutor::Worker {
  std::shared_ptr<OrtModel::Lane> lane;
  std::vector<assay_sample> samples;
  std::vector<assay_completion> completions;
  std::thread thread;
};

namespace {

Result<std::uint32_t> ReadCount(std::string_view key, std::string_view text, std::uint32_t most) {
  std::uint32_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc{} && end == last && value >= 1 && value <= most) return value;
  return Fail(ErrorCode::kOutOfRange, "option " + std::string(key) + ": expected a whole number from 1 to " +
                                          std::to_string(most) + ", found '" + std::string(text) + "'");
}

Result<bool> ReadFlag(std::string_view key, std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return Fail(ErrorCode::kOutOfRange,
              "option " + std::string(key) + ": expected true or false, found '" + std::string(text) + "'");
}

// "fp32 1234, int8 56": stored elements per type.
std::string ParametersText(const OnnxContent& content) {
  std::string text;
  for (const auto& [type, count] : content.parameters) {
    text += (text.empty() ? "" : ", ") + type + " " + std::to_string(count);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

Result<OnnxruntimeSettings> ReadSettings(const assay_executor_config& config) {
  OnnxruntimeSettings settings;
  settings.model.model = config.model;
  settings.model.device = config.device;
  settings.model.threads = config.threads;
  settings.model.max_batch = config.max_batch;
  settings.precision = config.precision;
  settings.batch_wait_ns = config.batch_wait_ns;
  for (const assay_option& option : std::span(config.options, config.option_count)) {
    const std::string_view key = option.key;
    if (key == "provider") {
      settings.model.provider = option.value;
    } else if (key == "optimization") {
      settings.model.optimization = option.value;
    } else if (key == "output") {
      settings.model.output = option.value;
    } else if (key == "spin") {
      ASSAY_TRY(spin, ReadFlag(key, option.value));
      settings.model.spin = spin;
    } else if (key == "workers") {
      ASSAY_TRY(workers, ReadCount(key, option.value, 256));
      settings.workers = workers;
    } else if (key == "queue") {
      ASSAY_TRY(queue, ReadCount(key, option.value, 1u << 24));
      settings.queue = std::bit_ceil(queue);
    } else {
      return Fail(ErrorCode::kUnknownKey, "executor onnxruntime has no option '" + std::string(key) + "'",
                  "its options are provider, optimization, output, spin, workers and queue");
    }
  }
  return settings;
}

Result<std::unique_ptr<OnnxruntimeExecutor>> OnnxruntimeExecutor::Make(const OnnxruntimeSettings& settings,
                                                                       const TensorShape& input,
                                                                       const assay_host& host) {
  std::string precision = "undisclosed", parameters = "undisclosed";
  {
    ASSAY_TRY(bytes, base::ReadFile(settings.model.model));
    if (bytes.empty()) return Fail(ErrorCode::kEmpty, "expected an ONNX model, found an empty file: " + settings.model.model);
    if (const auto content = ReadOnnxContent(std::as_bytes(std::span(bytes)))) {
      precision = PrecisionOf(*content);
      parameters = ParametersText(*content);
    }
  }
  ASSAY_TRY(model, OrtModel::Open(settings.model, input));
  if (!settings.precision.empty() && precision != settings.precision) {
    return Fail(ErrorCode::kSutMismatch,
                "expected a model of precision " + settings.precision + ", found " + precision + " in " +
                    settings.model.model + " (stored: " + parameters + ")",
                "set precision: " + precision + ", or name the model that you meant");
  }
  std::unique_ptr<OnnxruntimeExecutor> executor(new OnnxruntimeExecutor(settings, std::move(model), host));
  executor->precision_ = precision;
  executor->details_.emplace_back("parameters", parameters);
  return executor;
}

OnnxruntimeExecutor::OnnxruntimeExecutor(const OnnxruntimeSettings& settings, std::unique_ptr<OrtModel> model,
                                         const assay_host& host)
    : host_(host),
      max_batch_(settings.model.max_batch),
      model_(std::move(model)),
      queue_(settings.queue, settings.batch_wait_ns),
      runtime_("onnxruntime " + OrtModel::Version()),
      details_(model_->details()) {
  if (sched_getaffinity(0, sizeof cores_, &cores_) != 0) CPU_ZERO(&cores_);
  details_.emplace_back("workers", std::to_string(settings.workers));
  details_.emplace_back("queue", std::to_string(settings.queue));
  for (std::uint32_t i = 0; i < settings.workers; ++i) {
    auto worker = std::make_unique<Worker>();
    worker->lane = model_->MakeLane();
    worker->samples.resize(max_batch_);
    worker->completions.resize(max_batch_);
    workers_.push_back(std::move(worker));
  }
}

OnnxruntimeExecutor::~OnnxruntimeExecutor() { Stop(); }

void OnnxruntimeExecutor::Describe(assay_description* description) {
  const std::lock_guard lock(first_error_mutex_);
  described_.clear();
  for (const auto& [key, value] : details_) described_.push_back({key.c_str(), value.c_str()});
  if (!first_error_.empty()) described_.push_back({"first_error", first_error_.c_str()});
  description->output_type = static_cast<std::uint32_t>(model_->output().type);
  description->output_bytes = model_->output().bytes();
  description->runtime = runtime_.c_str();
  description->device = model_->device().c_str();
  description->precision = precision_.c_str();
  description->details = described_.data();
  description->detail_count = static_cast<std::uint32_t>(described_.size());
}

Result<void> OnnxruntimeExecutor::Start() {
  Stop();
  queue_.Reopen();
  cancelled_ = false;
  try {
    for (auto& worker : workers_) {
      model_->AllowRuns(*worker->lane);
      worker->thread = std::thread([this, &worker] { Work(*worker); });
    }
  } catch (const std::system_error& error) {
    Stop();
    return Fail(ErrorCode::kSutFailed, std::string("can't start a worker thread: ") + error.what());
  }
  return {};
}

void OnnxruntimeExecutor::Issue(std::span<const assay_query> queries) noexcept {
  for (const assay_query& query : queries) {
    if (!queue_.Push({query.samples, static_cast<std::size_t>(query.sample_count)})) RefuseFull(query);
  }
}

void OnnxruntimeExecutor::RefuseFull(const assay_query& query) noexcept {
  for (const assay_sample& sample : std::span(query.samples, static_cast<std::size_t>(query.sample_count))) {
    const assay_completion completion{.id = sample.id,
                                      .output = nullptr,
                                      .output_bytes = 0,
                                      .status = ASSAY_STATUS_ERROR,
                                      .error = static_cast<std::int32_t>(OnnxruntimeError::kQueueFull),
                                      .tokens = 0,
                                      .reserved = 0};
    host_.complete(host_.context, &completion, 1);
  }
}

void OnnxruntimeExecutor::Cancel() noexcept {
  cancelled_ = true;
  queue_.Cancel();
  for (auto& worker : workers_) model_->StopRuns(*worker->lane);
}

void OnnxruntimeExecutor::Stop() noexcept {
  queue_.Close();
  for (auto& worker : workers_) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

void OnnxruntimeExecutor::Work(Worker& worker) noexcept {
  pthread_setname_np(pthread_self(), "assay-ort");
  if (CPU_COUNT(&cores_) > 0) sched_setaffinity(0, sizeof cores_, &cores_);  // Start's thread may have other cores
  prctl(PR_SET_TIMERSLACK, 1);  // a batch_wait of microseconds mustn't be rounded up by the kernel's 50
  for (;;) {
    const BatchQueue::Batch batch = queue_.Take(worker.samples);
    switch (batch.verdict) {
      case BatchQueue::Verdict::kRun: Compute(worker, batch.size); break;
      case BatchQueue::Verdict::kDrop: Drop(worker, batch.size); break;
      case BatchQueue::Verdict::kEnd: return;
    }
  }
}

// Samples whose input can't be made are moved out of the batch to its end; the others close ranks.
void OnnxruntimeExecutor::Compute(Worker& worker, std::size_t size) noexcept {
  std::size_t rows = 0, failed = size;
  for (std::size_t i = 0; i < size; ++i) {
    const assay_sample& sample = worker.samples[i];
    const std::span<std::byte> input = model_->Input(*worker.lane, rows);
    const bool made = host_.read_input(host_.context, sample.index, input.data(), input.size()) == 0;
    assay_completion& completion = worker.completions[made ? rows++ : --failed];
    completion = {.id = sample.id,
                  .output = nullptr,
                  .output_bytes = 0,
                  .status = made ? ASSAY_STATUS_OK : ASSAY_STATUS_ERROR,
                  .error = made ? 0 : static_cast<std::int32_t>(OnnxruntimeError::kInput),
                  .tokens = 0,
                  .reserved = 0};
  }
  const Result<void> run = rows == 0 ? Result<void>() : model_->Run(*worker.lane, rows);
  const bool cancelled = !run.has_value() && cancelled_;  // a terminated run fails, too
  if (!run.has_value() && !cancelled) KeepFirstError(run.error().what);
  for (std::size_t row = 0; row < rows; ++row) {
    assay_completion& completion = worker.completions[row];
    if (run.has_value()) {
      const std::span<const std::byte> output = model_->Output(*worker.lane, row);
      completion.output = output.data();
      completion.output_bytes = output.size();
    } else {
      completion.status = cancelled ? ASSAY_STATUS_CANCELLED : ASSAY_STATUS_ERROR;
      completion.error = cancelled ? 0 : static_cast<std::int32_t>(OnnxruntimeError::kRun);
    }
  }
  host_.complete(host_.context, worker.completions.data(), size);
}

void OnnxruntimeExecutor::Drop(Worker& worker, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    worker.completions[i] = {.id = worker.samples[i].id,
                             .output = nullptr,
                             .output_bytes = 0,
                             .status = ASSAY_STATUS_CANCELLED,
                             .error = 0,
                             .tokens = 0,
                             .reserved = 0};
  }
  host_.complete(host_.context, worker.completions.data(), size);
}

void OnnxruntimeExecutor::KeepFirstError(std::string text) noexcept {
  const std::lock_guard lock(first_error_mutex_);
  if (first_error_.empty()) first_error_ = std::move(text);
}

}  // namespace assay::sut
