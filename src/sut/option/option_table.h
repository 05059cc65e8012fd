// SPDX-License-Identifier: Apache-2.0
// An executor's own options: the spec's texts, checked against the names that the executor declares.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/executor.h"
#include "assay/result.h"

namespace assay::sut {

// Threads  safe: read-only after Read.
class OptionTable {
 public:
  // `options` and `known` outlive the table.
  // Errors   kUnknownKey with the nearest known name; kDuplicateKey.
  static Result<OptionTable> Read(const ExecutorOptions& options, std::span<const OptionInfo> known);

  // The text as written, or the declared default. `name` is one of the declared ones.
  std::string_view Text(std::string_view name) const;
  // Errors of the rest name options.NAME: those of spec/quantity.h, and kOutOfRange below `least`.
  Result<std::int64_t> DurationNs(std::string_view name, std::int64_t least) const;
  Result<double> Number(std::string_view name, double least) const;
  Result<double> Share(std::string_view name) const;
  Result<std::uint64_t> Count(std::string_view name, std::uint64_t least) const;
  // Index of the text among `words`. Errors kUnknownName with the words there are.
  Result<std::size_t> Word(std::string_view name, std::span<const std::string_view> words) const;

 private:
  OptionTable(const ExecutorOptions& options, std::span<const OptionInfo> known) : options_(&options), known_(known) {}

  const ExecutorOptions* options_;
  std::span<const OptionInfo> known_;
};

}  // namespace assay::sut
