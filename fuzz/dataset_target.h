// SPDX-License-Identifier: Apache-2.0
// Opens bytes as a dataset of one format and walks through all of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

#include "assay/dataset.h"
#include "target.h"

namespace assay::fuzz {

inline void OpenAndWalk(const DatasetInfo& format, DatasetOptions options, const std::uint8_t* bytes, std::size_t size) {
  const int file = ::memfd_create("input", MFD_CLOEXEC);
  CHECK_PROMISE(file >= 0 && ::write(file, bytes, size) == static_cast<ssize_t>(size));
  options.path = "/proc/self/fd/" + std::to_string(file);
  const auto data = format.open(options);
  ::close(file);
  if (!data) {
    CHECK_PROMISE(!data.error().empty() && data.error().size() <= 21);
    return;
  }
  CHECK_PROMISE((*data)->size() > 0);
  for (std::size_t row = 0; row < (*data)->size(); ++row) {
    CHECK_PROMISE(!(*data)->Id(row).empty() && (*data)->ContentHash(row).size() == 64);
    for (std::size_t column = 0; column < (*data)->columns().size(); ++column) {
      static_cast<void>((*data)->Cell(row, column));
      CHECK_PROMISE((*data)->Place(row, column).line >= 1);
    }
    if (const auto label = (*data)->Label(row)) {
      CHECK_PROMISE(static_cast<std::size_t>(*label) < (*data)->classes().size());
    }
  }
}

}  // namespace assay::fuzz
