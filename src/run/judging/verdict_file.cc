// SPDX-License-Identifier: Apache-2.0
#include "run/judging/verdict_file.h"

#include <algorithm>
#include <utility>

#include "data/format/format_of_file.h"
#include "run/error_list.h"

namespace assay::run {

Results<VerdictFile> OpenVerdictFile(const std::string& path, const std::string& id, const std::string& verdict,
                                     const std::string& label) {
  const DatasetInfo* format = data::FormatOfFile(path);
  if (format == nullptr) return FailOne({ErrorCode::kUnknownName, "can't tell the format of " + path + " by its extension"});
  DatasetOptions names;
  names.path = path, names.id = id;
  auto opened = format->open(names);
  if (!opened) return std::unexpected(std::move(opened).error());
  VerdictFile file{.data = *std::move(opened)};
  const auto find = [&](const std::string& name, std::size_t& column) {
    const auto columns = file.data->columns();
    column = static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
    return column < columns.size();
  };
  if (!find(verdict, file.verdict)) return FailOne({ErrorCode::kBadReference, path + " has no column '" + verdict + "'"});
  if (!label.empty() && !find(label, file.label)) {
    return FailOne({ErrorCode::kBadReference, path + " has no column '" + label + "' of people's labels", {}, "--label COLUMN names it"});
  }
  if (file.data->size() == 0) return FailOne({ErrorCode::kEmpty, path + " has no row"});
  return file;
}

}  // namespace assay::run
