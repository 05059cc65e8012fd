// SPDX-License-Identifier: Apache-2.0
// Pins the calling thread, and the threads it starts, to cores of the spec's choice; puts it back at the end of scope.
#pragma once

#include <sched.h>

#include <set>
#include <string>

#include "assay/result.h"

namespace assay::run {

// "0", "0,2", "0-3" -> {0, …}. Empty text = every core that this process may use.
// Errors   kOutOfRange for a core that this process may not use; kBadQuantity for anything else.
Result<std::set<int>> ParseCores(const std::string& text);

class Affinity {
 public:
  explicit Affinity(const std::set<int>& cores);
  ~Affinity();
  Affinity(const Affinity&) = delete;
  Affinity& operator=(const Affinity&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace assay::run
