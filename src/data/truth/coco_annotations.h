// SPDX-License-Identifier: Apache-2.0
// Annotated boxes in COCO's form: instances_val2017.json, openimages-mlperf.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct CocoImage {
  std::int64_t id = 0;
  double width = 0, height = 0;  // pixels
};

struct CocoObject {
  std::int64_t image = 0, category = 0;  // ids
  double x = 0, y = 0, width = 0, height = 0;  // pixels
  double area = 0;
  bool crowd = false;
};

struct CocoAnnotations {
  std::vector<CocoImage> images;         // in the file's order, which is that of the samples
  std::vector<std::int64_t> categories;  // ids, ascending
  std::vector<CocoObject> objects;
};

// Errors   those of reading JSON; kMissingKey and kWrongType with the place ("annotations[3].bbox"); kDuplicateId for two
//          images of one id; kEmpty without an image.
// Threads  safe: no shared state.
// Source   the data format of cocodataset.org.
Result<CocoAnnotations> ReadCocoAnnotations(const std::string& path);
Result<CocoAnnotations> ParseCocoAnnotations(std::string_view text, const std::string& file);

}  // namespace assay::data
