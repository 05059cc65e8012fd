// SPDX-License-Identifier: Apache-2.0
#include "run/cell_path.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <tuple>

namespace assay::run {
namespace {

namespace fs = std::filesystem;

std::string UtcStamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts)};
}

std::string AsFileName(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                       c == '_' || c == '-';
    result.push_back(plain ? c : '-');
  }
  return result.empty() || result.front() == '.' ? "run" + result : result;
}

}  // namespace

std::string CellPath::Relative() const { return system + "/" + traffic + "/" + std::to_string(repeat); }

Result<std::string> CreateRunDirectory(const std::string& root, const std::string& task) {
  std::error_code error;
  fs::create_directories(root, error);
  if (error) {
    return Fail(ErrorCode::kUnwritable, "can't create " + root + ": " + error.message(),
                "give another folder with -o");
  }
  const std::string stem = root + "/" + UtcStamp() + "-" + AsFileName(task);
  for (int attempt = 1; attempt < 1000; ++attempt) {
    const std::string path = attempt == 1 ? stem : stem + "-" + std::to_string(attempt);
    if (fs::create_directory(path, error)) return path;
    if (error) return Fail(ErrorCode::kUnwritable, "can't create " + path + ": " + error.message());
  }
  return Fail(ErrorCode::kUnwritable, "no free name for a run under " + root);
}

Result<std::vector<CellPath>> ListCells(const std::string& run_directory) {
  std::error_code error;
  if (!fs::is_directory(run_directory, error)) {
    return Fail(ErrorCode::kNotFound, run_directory + " is not a run directory", "`assay run SPEC` makes one");
  }
  std::vector<CellPath> cells;
  for (fs::recursive_directory_iterator at(run_directory, error), end; !error && at != end; at.increment(error)) {
    if (at.depth() != 3 || at->path().filename() != "record.assay") continue;
    const fs::path folder = at->path().parent_path();
    const std::string repeat = folder.filename().string();
    CellPath cell{folder.parent_path().parent_path().filename().string(),
                  folder.parent_path().filename().string(), 0};
    const auto [last, bad] = std::from_chars(repeat.data(), repeat.data() + repeat.size(), cell.repeat);
    if (bad == std::errc() && last == repeat.data() + repeat.size()) cells.push_back(std::move(cell));
  }
  if (error) return Fail(ErrorCode::kUnreadable, "can't list " + run_directory + ": " + error.message());
  if (cells.empty()) {
    return Fail(ErrorCode::kBadRecord, run_directory + " holds no <system>/<traffic>/<repeat>/record.assay");
  }
  std::ranges::sort(cells, {}, [](const CellPath& cell) { return std::tie(cell.system, cell.traffic, cell.repeat); });
  return cells;
}

Result<std::string> FindRunDirectory(const std::string& path) {
  std::error_code error;
  const fs::path given = fs::path(path).lexically_normal();
  if (fs::exists(given / "resolved.yaml", error)) return given.string();
  const fs::path above = (fs::absolute(given, error) / "../../..").lexically_normal();
  if (fs::exists(given / "record.assay", error) && fs::exists(above / "resolved.yaml", error)) return above.string();
  return Fail(ErrorCode::kNotFound, path + " is neither a run directory nor a cell of one",
              "a run directory holds resolved.yaml; `assay run SPEC` makes one");
}

}  // namespace assay::run
