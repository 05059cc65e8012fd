// SPDX-License-Identifier: Apache-2.0
// Any executor that someone else built: a module named by its path.
#include <algorithm>

#include "assay/executor.h"
#include "sut/module/module_executor.h"
#include "sut/module/module_file.h"

namespace assay {
namespace {

constexpr OptionInfo kOptions[] = {
    {"path", "path", "", "the module's file; all other options go to the module as they are"},
};

Result<std::unique_ptr<Executor>> Make(const ExecutorOptions& options, InputSource* input, Clock& clock) {
  ExecutorOptions passed = options;
  const auto path = std::ranges::find(passed.options, "path", &std::pair<std::string, std::string>::first);
  if (path == passed.options.end() || path->second.empty()) {
    return Fail(ErrorCode::kMissingKey, "executor plugin: expected options: {path: FILE}, found no path",
                "name the module's shared library");
  }
  ASSAY_TRY(table, sut::OpenModuleFile(path->second, ""));
  passed.options.erase(path);
  return sut::MakeModuleExecutor("plugin", table, passed, input, clock);
}

}  // namespace

extern const ExecutorInfo kExecutor_plugin;
const ExecutorInfo kExecutor_plugin{
    .name = "plugin",
    .title = "Plug-in",
    .definition = "Loads an executor from a shared library that exports assay_executor_v1_get (C ABI of "
                  "include/assay/assay.h).",
    .source = "docs/how-to/add-an-executor.md",
    .needs_model = false,
    .needs_input = true,
    .options = kOptions,
    .make = &Make,
};

}  // namespace assay
