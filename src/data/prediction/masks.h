// SPDX-License-Identifier: Apache-2.0
// Segmentations with their truths, as JSON lines: a label for each cell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

struct Masks {
  std::string form;
  std::vector<std::string> ids = {};
  std::vector<std::string> predicted = {}, truth = {};  // a byte a cell: its label, 0 the background
  std::uint64_t unscored = 0;                           // cases without a prediction
  std::vector<std::string> notes = {};
};

// Whether both are lists of labels, or names of .npy, .nii or .nii.gz files.
bool IsMaskLine(const base::JsonValue& object, const std::string& predicted, const std::string& truth);

// A case a line: {"id", "mask", "truth"}; either a list of labels from 0 to 255, lists in it as deep as there are dimensions,
// or the name of a file, from the folder of this one. A mask that is null is one that the system didn't give.
// Errors   those of reading; kMissingKey, kWrongType, kOutOfRange, kDuplicateId with the line; kContradiction for masks of
//          another shape than their truth.
// Threads  safe: no shared state.
Result<Masks> ReadMasks(std::string_view text, const std::string& file, const std::string& predicted, const std::string& truth);

}  // namespace assay::data
