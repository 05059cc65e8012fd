// SPDX-License-Identifier: Apache-2.0
// What every executor must do, whatever runs behind it: executor_conformance.cc checks each subject that the program it
// is linked into names.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "assay/clock.h"
#include "assay/executor.h"

namespace assay::conformance {

struct Subject {
  std::string name;         // letters, digits and _, unique in the program
  std::string kind;         // what Describe().name must be
  std::uint64_t samples = 100;  // dataset indices 0 … samples - 1 can be loaded
  bool simulated = false;   // whether it also works under a simulated clock
  std::function<Result<std::unique_ptr<Executor>>(Clock&)> make;
};

// Defined once by each program that links executor_conformance.cc.
std::vector<Subject> Subjects();

}  // namespace assay::conformance
