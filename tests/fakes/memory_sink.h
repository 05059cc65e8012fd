// SPDX-License-Identifier: Apache-2.0
// Where a record's bytes go in tests: memory, with room for a stated number of bytes.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "record/record_writer.h"

namespace assay::fakes {

class MemorySink final : public record::ByteSink {
 public:
  explicit MemorySink(std::vector<std::byte>& bytes, std::size_t room = std::numeric_limits<std::size_t>::max())
      : bytes_(bytes), room_(room) {}

  Result<void> Append(std::span<const std::byte> bytes) override {
    if (bytes.size() > room_ - bytes_.size()) return Fail(ErrorCode::kUnwritable, "no space left on device");
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {};
  }
  Result<void> Close() override { return {}; }

 private:
  std::vector<std::byte>& bytes_;
  const std::size_t room_;
};

}  // namespace assay::fakes
