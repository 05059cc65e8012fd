// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/detections.h"

#include <array>

#include "data/truth/json_fields.h"

namespace assay::data {

bool IsDetections(const base::JsonValue& document) {
  if (document.items().empty()) return false;
  const base::JsonValue& first = document.items().front();
  for (const char* key : {"image_id", "category_id", "bbox", "score"}) {
    if (first.Find(key) == nullptr) return false;
  }
  return true;
}

Result<std::vector<FoundBox>> ReadDetections(const base::JsonValue& document, const std::string& file) {
  std::vector<FoundBox> boxes;
  for (std::size_t i = 0; i < document.items().size(); ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    const JsonFields fields(document.items()[i], file, place);
    ASSAY_TRY(image, fields.Whole("image_id"));
    ASSAY_TRY(category, fields.Whole("category_id"));
    ASSAY_TRY(score, fields.Number("score"));
    ASSAY_TRY(box, fields.List("bbox"));
    std::array<double, 4> sides{};
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const auto side = box.size() == sides.size() ? box[k].AsDouble() : std::nullopt;
      if (!side) return FailAt({.file = file, .path = place + ".bbox"}, ErrorCode::kWrongType, "expected four numbers: x, y, width, height");
      sides[k] = *side;
    }
    boxes.push_back({image, category, sides[0], sides[1], sides[2], sides[3], score});
  }
  return boxes;
}

}  // namespace assay::data
