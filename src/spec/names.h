// SPDX-License-Identifier: Apache-2.0
// The names that this build knows, handed in: spec stands below the modules that own them.
#pragma once

#include <string>
#include <vector>

namespace assay::spec {

struct Names {
  std::vector<std::string> metrics, executors, arrivals, datasets;
  std::vector<std::string> file_metrics = {};  // of answers in files; no run gives them yet
};

}  // namespace assay::spec
