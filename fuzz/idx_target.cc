// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "data/image/idx_file.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto idx = assay::data::ParseIdx(std::string(reinterpret_cast<const char*>(bytes), size), "input.idx");
  if (!idx) return 0;
  std::int64_t elements = 1;
  for (const std::int64_t dim : idx->dims) elements *= dim;
  CHECK_PROMISE(static_cast<std::size_t>(elements) == idx->bytes.size() && elements > 0);
  return 0;
}
