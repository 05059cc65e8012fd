// SPDX-License-Identifier: Apache-2.0
// An executor behind the C boundary, seen as an ordinary one.
#pragma once

#include <memory>
#include <string_view>

#include "assay/assay.h"
#include "assay/executor.h"

namespace assay::sut {

// Creates the table's executor and wraps it.
// Shape    `name` is the executor's, as `assay list executors` shows it; `table` as OpenModule gives it; `input` may be
//          null; it and `clock` outlive the executor.
// Errors   what the module's create reports; kNotFound, kUnreadable when the model's bytes can't be hashed.
// Threads  safe.
Result<std::unique_ptr<Executor>> MakeModuleExecutor(std::string_view name, const assay_executor_v1* table,
                                                     const ExecutorOptions& options, InputSource* input, Clock& clock);

}  // namespace assay::sut
