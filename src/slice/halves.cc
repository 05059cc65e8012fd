// SPDX-License-Identifier: Apache-2.0
#include "slice/halves.h"

#include <cstddef>
#include <string>

#include "base/sha256.h"

namespace assay::slice {

RowSet SearchedHalf(std::span<const std::string_view> names, std::uint64_t seed) {
  RowSet half(names.size());
  const std::string salt = std::to_string(seed) + ":";
  for (std::size_t row = 0; row < names.size(); ++row) {
    base::Sha256 hash;
    hash.Update(salt).Update(names[row]);
    if (hash.Finish()[0] < std::byte{128}) half.Add(row);
  }
  return half;
}

}  // namespace assay::slice
