// SPDX-License-Identifier: Apache-2.0
// A shared library with an executor in it: where it is looked for, and how it is opened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/assay.h"
#include "assay/result.h"

namespace assay::sut {

// Folders that may hold modules, first one first: those of `module_path` (separated by ':'), then ../lib/assay beside
// the running program's folder, then that folder itself.
// Shape    `module_path` is the value of ASSAY_MODULE_PATH, empty when not set.
// Threads  safe.
std::vector<std::string> ModuleFolders(std::string_view module_path);

// The function table of executor_`name`.so in the first of `folders` that has it.
// Errors   kSutMissing: in none of them, or a library that it needs is missing; the hint names `package`. kSutFailed:
//          not a module, or one of another ABI version.
// Threads  safe. A module that was opened stays in memory until the process ends.
Result<const assay_executor_v1*> OpenModule(std::string_view name, const std::vector<std::string>& folders,
                                            std::string_view package);

// The same for a file.
// Errors   kNotFound: no such file. The others as above.
Result<const assay_executor_v1*> OpenModuleFile(const std::string& path, std::string_view package);

}  // namespace assay::sut
