// SPDX-License-Identifier: Apache-2.0
// Runs another program and takes what it prints.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::citation {

struct ChildOutput {
  int exit_code = 0;  // 128 + signal when one ended it
  std::string text;   // standard output
};

// No shell: arguments[0] is found along PATH, the rest are passed as they are. The child has no input, its messages are
// thrown away, and it ends with this call.
// Errors   kSutMissing when there is no such program; kOutOfRange when it prints more than `most` bytes or takes longer
//          than `limit`; kUnreadable when it can't be started.
// Threads  safe.
Result<ChildOutput> RunProgram(const std::vector<std::string>& arguments, std::chrono::seconds limit, std::size_t most);

}  // namespace assay::citation
