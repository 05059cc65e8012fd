// SPDX-License-Identifier: Apache-2.0
#include "results/import/import.h"

#include <filesystem>

#include "base/file.h"
#include "results/plain_text.h"

namespace assay::results {

Result<ImportKind> KindOf(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return Fail(ErrorCode::kNotFound, "expected a file or folder, found none at '" + path + "'");
  }
  if (std::filesystem::is_directory(status)) {
    const bool is_run = base::FileExists(base::JoinPath(path, "verdict.json")) ||
                        base::FileExists(base::JoinPath(path, "report.json"));
    return is_run ? ImportKind::kRunFolder : ImportKind::kTree;
  }
  ASSAY_TRY(text, base::ReadFile(path));
  std::string_view start = text;
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  start = Trimmed(start);
  if (start.empty()) return FailAt({path, 1}, ErrorCode::kEmpty, "expected results, found an empty file");
  return start.front() == '[' || start.front() == '{' ? ImportKind::kSummaryJson : ImportKind::kTable;
}

Results<Imported> ImportResults(const std::string& path, ImportKind kind) {
  if (kind == ImportKind::kTree) return ImportTree(path);
  auto text = base::ReadFile(path);
  if (!text) return std::unexpected(Errors{std::move(text).error()});
  return kind == ImportKind::kSummaryJson ? ImportSummaryJson(*text, path) : ImportTable(*text, path);
}

}  // namespace assay::results
