// SPDX-License-Identifier: Apache-2.0
// What the program knows of the onnxruntime executor without its module: name, options, documentation.
#include <cstdlib>

#include "assay/executor.h"
#include "sut/module/module_executor.h"
#include "sut/module/module_file.h"
#include "sut/option/option_table.h"

namespace assay {
namespace {

constexpr std::string_view kPackage =
    "ONNX Runtime (tools/setup.sh unpacks its package onnxruntime into third_party/) and build with "
    "-DASSAY_ONNXRUNTIME=ON";

constexpr OptionInfo kOptions[] = {
    {"provider", "cpu | cuda | tensorrt", "cpu", "execution provider; cuda and tensorrt were never run"},
    {"optimization", "none | basic | extended | all", "all", "level of the graph optimisations"},
    {"output", "text", "", "name of the output that is the answer; the model's first when empty"},
    {"spin", "bool", "false", "let compute threads spin for work instead of sleeping"},
    {"workers", "count", "1", "batches computed at once, each on `threads` threads that the workers share"},
    {"queue", "count", "1048576", "queries that may wait; one more is answered with error 3 at once"},
};

Result<std::unique_ptr<Executor>> Make(const ExecutorOptions& options, InputSource* input, Clock& clock) {
  ASSAY_CHECK_OK(sut::OptionTable::Read(options, kOptions));
  const char* path = std::getenv("ASSAY_MODULE_PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it here
  const std::vector<std::string> folders = sut::ModuleFolders(path == nullptr ? "" : path);
  ASSAY_TRY(table, sut::OpenModule("onnxruntime", folders, kPackage));
  return sut::MakeModuleExecutor("onnxruntime", table, options, input, clock);
}

}  // namespace

extern const ExecutorInfo kExecutor_onnxruntime;
const ExecutorInfo kExecutor_onnxruntime{
    .name = "onnxruntime",
    .title = "ONNX Runtime",
    .definition = "Runs an ONNX model in this process, with dynamic batching: a batch starts when batch.max samples "
                  "are there or the first has waited batch.wait. Completions carry error 1 when a sample's input "
                  "can't be made, 2 when the runtime refuses the batch, 3 when the queue is full.",
    .source = "ONNX Runtime C API (onnxruntime_c_api.h)",
    .needs_model = true,
    .needs_input = true,
    .options = kOptions,
    .make = &Make,
};

}  // namespace assay
