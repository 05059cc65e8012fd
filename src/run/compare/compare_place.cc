// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compare_place.h"

#include <charconv>
#include <filesystem>
#include <vector>

namespace assay::run {

Result<ComparePlace> FindComparePlace(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path at = fs::absolute(path, error).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  const auto not_found = [&] {
    return Fail(ErrorCode::kNotFound, path + " is neither a run directory nor a part of one, nor a file of predictions",
                "a run directory holds resolved.yaml; a file of predictions is named with --label and --score or --predicted");
  };
  if (!fs::is_directory(at, error)) return not_found();
  std::vector<std::string> parts;  // below the run, the deepest first
  while (!fs::exists(at / "resolved.yaml", error)) {
    if (parts.size() == 3 || !at.has_relative_path()) return not_found();
    parts.push_back(at.filename().string());
    at = at.parent_path();
  }
  ComparePlace place{.text = path, .run = at.string()};
  if (!parts.empty()) place.system = parts.back();
  if (parts.size() >= 2) place.traffic = parts[parts.size() - 2];
  if (parts.size() == 3) {
    std::uint64_t repeat = 0;
    const std::string& text = parts.front();
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), repeat);
    if (wrong != std::errc() || end != text.data() + text.size()) return not_found();
    place.repeat = repeat;
  }
  return place;
}

}  // namespace assay::run
