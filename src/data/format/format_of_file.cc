// SPDX-License-Identifier: Apache-2.0
#include "data/format/format_of_file.h"

#include <algorithm>

namespace assay::data {

const DatasetInfo* FormatOfFile(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);  // npos + 1 = 0
  for (const DatasetInfo* info : AllDatasets()) {
    for (std::string_view rest = info->extensions; !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      const std::string_view extension = rest.substr(0, blank);
      if (!extension.empty() && name.size() > extension.size() && name.ends_with(extension)) return info;
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }
  return nullptr;
}

}  // namespace assay::data
