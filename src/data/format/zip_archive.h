// SPDX-License-Identifier: Apache-2.0
// Files inside a ZIP archive that is held in memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

class ZipArchive {
 public:
  static constexpr std::size_t kBudget = 100'000'000;

  // `bytes` outlives the archive.
  // Errors   kBadRow for what isn't a ZIP file.
  static Result<ZipArchive> Open(std::string_view bytes, std::size_t budget = kBudget);

  ZipArchive(ZipArchive&& other) noexcept;
  ZipArchive& operator=(ZipArchive&&) = delete;
  ~ZipArchive();

  // Names of all files, as the archive lists them.
  const std::vector<std::string>& names() const { return names_; }
  bool Has(std::string_view name) const;
  // The file unpacked. All files of one archive together unpack to at most `budget` bytes: a small archive that grows
  // without end stops there.
  // Errors   kNotFound; kCorrupt for a damaged file; kOutOfRange past the budget; kUnsupported for a way of packing that
  //          is neither stored, deflate nor Zstandard.
  Result<std::string> Read(const std::string& name);

 private:
  struct Memory;
  Result<std::string> ReadZstd(const std::string& name);
  ZipArchive() = default;

  Memory* memory_ = nullptr;
  void* file_ = nullptr;
  std::vector<std::string> names_;
  std::size_t left_ = kBudget;
};

}  // namespace assay::data
