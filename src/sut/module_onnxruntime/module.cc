// SPDX-License-Identifier: Apache-2.0
// The C face of the onnxruntime executor: nothing but conversions, and the last catch before the boundary.
#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "assay/assay.h"
#include "sut/module_onnxruntime/onnxruntime_executor.h"

struct assay_executor {
  std::unique_ptr<assay::sut::OnnxruntimeExecutor> executor;
};

namespace {

template <std::size_t kSize>
void Copy(const std::string& text, char (&target)[kSize]) {
  const std::size_t size = std::min(text.size(), kSize - 1);
  std::memcpy(target, text.data(), size);
  target[size] = '\0';
}

std::int32_t Report(const assay::Error& error, assay_error* target) {
  target->code = static_cast<std::int32_t>(error.code);
  Copy(error.what, target->what);
  Copy(error.hint, target->hint);
  return target->code;
}

// Runs `call`, which gives a Result<void>; what it throws (memory, threads) is an error, too.
template <class Call>
std::int32_t Guard(assay_error* error, Call call) {
  try {
    const assay::Result<void> result = call();
    return result.has_value() ? ASSAY_OK : Report(result.error(), error);
  } catch (const std::exception& exception) {
    return Report({assay::ErrorCode::kSutFailed, exception.what()}, error);
  }
}

assay::Result<void> Make(const assay_executor_config& config, const assay_host& host, assay_executor** executor) {
  if (config.input == nullptr) {
    return assay::Fail(assay::ErrorCode::kSutFailed, "executor onnxruntime needs an input (spec.input)");
  }
  ASSAY_TRY(settings, assay::sut::ReadSettings(config));
  assay::TensorShape shape{static_cast<assay::ElementType>(config.input->type), {}};
  shape.dims.assign(config.input->dims, config.input->dims + config.input->rank);
  ASSAY_TRY(made, assay::sut::OnnxruntimeExecutor::Make(settings, shape, host));
  *executor = new assay_executor{std::move(made)};
  return {};
}

std::int32_t Create(const assay_executor_config* config, const assay_host* host, assay_executor** executor,
                    assay_error* error) {
  return Guard(error, [&] { return Make(*config, *host, executor); });
}

void Destroy(assay_executor* executor) { delete executor; }

void Describe(assay_executor* executor, assay_description* description) {
  executor->executor->Describe(description);
}

// Inputs are made by the host; there is nothing to bring into memory here.
std::int32_t LoadSamples(assay_executor*, const std::uint64_t*, std::uint64_t, assay_error*) { return ASSAY_OK; }

std::int32_t Start(assay_executor* executor, assay_error* error) {
  return Guard(error, [&] { return executor->executor->Start(); });
}

void Issue(assay_executor* executor, const assay_query* queries, std::uint64_t count) {
  executor->executor->Issue({queries, static_cast<std::size_t>(count)});
}

void Flush(assay_executor* executor) { executor->executor->Flush(); }
void Cancel(assay_executor* executor) { executor->executor->Cancel(); }
void Stop(assay_executor* executor) { executor->executor->Stop(); }

constexpr assay_executor_v1 kTable{.abi_version = ASSAY_EXECUTOR_ABI,
                                   .struct_size = sizeof(assay_executor_v1),
                                   .name = "onnxruntime",
                                   .create = &Create,
                                   .destroy = &Destroy,
                                   .describe = &Describe,
                                   .load_samples = &LoadSamples,
                                   .start = &Start,
                                   .issue = &Issue,
                                   .flush = &Flush,
                                   .cancel = &Cancel,
                                   .stop = &Stop};

}  // namespace

extern "C" const assay_executor_v1* assay_executor_v1_get(void) { return &kTable; }
