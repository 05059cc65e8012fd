// SPDX-License-Identifier: Apache-2.0
// A volume of labels: the segmentation of a scan in a NIfTI-1 file, plain or gzipped.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct LabelVolume {
  std::array<std::int64_t, 3> dims{};
  std::vector<std::uint8_t> labels;  // the first dimension slowest, as C arrays and numpy have it
};

// Errors   kBadRow for what isn't NIfTI-1, is big-endian, is cut short, has other than three dimensions (those of one cell
//          behind them are passed over), elements of another type than whole numbers and floats, or a value that is no
//          whole number from 0 to 255; those of reading files.
// Threads  safe: no shared state.
// Source   NIfTI-1.1 header, nifti1.h: dim at byte 40, datatype at 70, vox_offset at 108, scl_slope at 112.
Result<LabelVolume> ReadLabelVolume(const std::string& path);
Result<LabelVolume> ParseLabelVolume(const std::string& bytes, const std::string& file);

}  // namespace assay::data
