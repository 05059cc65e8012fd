// SPDX-License-Identifier: Apache-2.0
// Conformance of executors behind the C boundary: the example plug-in, and onnxruntime where it is built.
#include <memory>
#include <utility>
#include <vector>

#include "assay/executor.h"
#include "executor_conformance.h"
#include "fakes/row_input.h"

namespace assay {
extern const ExecutorInfo kExecutor_onnxruntime;
extern const ExecutorInfo kExecutor_plugin;
}  // namespace assay

namespace assay::conformance {
namespace {

using Input = fakes::RowInput<float>;

constexpr std::size_t kRows = 100;

std::shared_ptr<Input> MakeInput() {
  std::vector<std::vector<float>> rows;
  for (std::size_t i = 0; i < kRows; ++i) {
    const auto value = static_cast<float>(i);
    rows.push_back({value / 16 - 3, 2 - value / 32, static_cast<float>(i % 7) - 3});
  }
  return std::make_shared<Input>(TensorShape{ElementType::kFloat32, {3}}, rows);
}

Subject SubjectOf(const ExecutorInfo& info, std::string suffix, ExecutorOptions options) {
  options.id = "subject";
  return {.name = std::string(info.name) + suffix,
          .kind = std::string(info.name),
          .samples = kRows,
          .make = [&info, options, input = MakeInput()](Clock& clock) { return info.make(options, input.get(), clock); }};
}

}  // namespace

std::vector<Subject> Subjects() {
  std::vector<Subject> subjects;
  ExecutorOptions plugin;
  plugin.options = {{"path", ASSAY_EXAMPLE_MODULE}};
  subjects.push_back(SubjectOf(kExecutor_plugin, "_threshold", plugin));
#ifdef ASSAY_HAS_ONNXRUNTIME
  ExecutorOptions model;
  model.model = ASSAY_GOLDEN_DIR "/onnx/softmax.onnx";
  subjects.push_back(SubjectOf(kExecutor_onnxruntime, "", model));
  model.max_batch = 16;
  model.batch_wait_ns = 200'000;
  subjects.push_back(SubjectOf(kExecutor_onnxruntime, "_batch", model));
  model.options = {{"workers", "3"}, {"spin", "true"}};
  subjects.push_back(SubjectOf(kExecutor_onnxruntime, "_workers", model));
  model.model = ASSAY_GOLDEN_DIR "/onnx/softmax_batch4.onnx";
  model.max_batch = 4;
  subjects.push_back(SubjectOf(kExecutor_onnxruntime, "_fixed_batch", model));
#endif
  return subjects;
}

}  // namespace assay::conformance
