// SPDX-License-Identifier: Apache-2.0
// Labels of cells from a file: numpy's .npy, or a NIfTI-1 volume.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct LabelArray {
  std::vector<std::int64_t> shape;
  std::string labels;  // a byte a cell, the first dimension slowest
};

// Whether the file's name is that of such a file: .npy, .nii, .nii.gz.
bool IsLabelArrayName(std::string_view name);

// Errors   kBadRow for what isn't such a file, is big-endian, stored in Fortran's order, cut short, of another type than
//          whole numbers, truth values and floats, or holds a value that is no whole number from 0 to 255; those of reading
//          files.
// Threads  safe: no shared state.
// Source   the .npy format, version 1.0 to 3.0, of numpy's documentation; label_volume.h.
Result<LabelArray> ReadLabelArray(const std::string& path);
Result<LabelArray> ParseNpyLabels(const std::string& bytes, const std::string& file);

}  // namespace assay::data
