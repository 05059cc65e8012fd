// SPDX-License-Identifier: Apache-2.0
// Boxes found in images, as COCO's result files hold them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

struct FoundBox {
  std::int64_t image = 0, category = 0;  // ids
  double x = 0, y = 0, width = 0, height = 0;  // pixels
  double score = 0;
};

// Whether a document is such a list: its first entry has image_id, category_id, bbox and score.
bool IsDetections(const base::JsonValue& document);

// Errors   kMissingKey and kWrongType with the place ("[3].bbox"); kNotFinite.
// Threads  safe: no shared state.
// Source   the results format of cocodataset.org.
Result<std::vector<FoundBox>> ReadDetections(const base::JsonValue& document, const std::string& file);

}  // namespace assay::data
