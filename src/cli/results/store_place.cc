// SPDX-License-Identifier: Apache-2.0
#include "cli/results/store_place.h"

#include <cstdlib>
#include <string_view>

#include "base/file.h"
#include "results/store.h"

namespace assay::cli {

std::string StorePlace(const Arguments& arguments) {
  return results::StorePath(arguments.Get("--store"), std::getenv("ASSAY_STORE"), std::getenv("XDG_DATA_HOME"),
                            std::getenv("HOME"));
}

Result<std::string> StoreToRead(const Arguments& arguments) {
  std::string path = StorePlace(arguments);
  // The variable may name a store that nothing was imported into yet; a flag that names none is a slip.
  const auto flag = arguments.Get("--store");
  const char* variable = std::getenv("ASSAY_STORE");
  const bool by_variable = variable != nullptr && flag == std::string_view(variable);
  if (flag && !by_variable && !base::FileExists(path)) {
    return Fail(ErrorCode::kNotFound, "there is no store '" + path + "'", "`assay results import` makes one");
  }
  return path;
}

}  // namespace assay::cli
