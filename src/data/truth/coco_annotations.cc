// SPDX-License-Identifier: Apache-2.0
#include "data/truth/coco_annotations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/truth/json_fields.h"

namespace assay::data {
namespace {

std::string PlaceOf(std::string_view list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

Result<std::array<double, 4>> BoxOf(const JsonFields& fields, const std::string& file, const std::string& place) {
  ASSAY_TRY(sides, fields.List("bbox"));
  std::array<double, 4> box{};
  bool good = sides.size() == box.size();
  for (std::size_t k = 0; good && k < box.size(); ++k) {
    const auto side = sides[k].AsDouble();
    good = side && std::isfinite(*side);
    if (good) box[k] = *side;
  }
  if (good) return box;
  return FailAt({.file = file, .path = place + ".bbox"}, ErrorCode::kWrongType, "expected four numbers: x, y, width, height");
}

Result<CocoObject> ObjectOf(const base::JsonValue& value, const std::string& file, const std::string& place) {
  const JsonFields fields(value, file, place);
  CocoObject object;
  ASSAY_TRY(image, fields.Whole("image_id"));
  ASSAY_TRY(category, fields.Whole("category_id"));
  ASSAY_TRY(box, BoxOf(fields, file, place));
  object.image = image, object.category = category;
  object.x = box[0], object.y = box[1], object.width = box[2], object.height = box[3];
  ASSAY_TRY(area, fields.Number("area"));
  object.area = area;
  if (fields.Has("iscrowd")) {
    ASSAY_TRY(crowd, fields.Whole("iscrowd"));
    object.crowd = crowd != 0;
  }
  return object;
}

}  // namespace

Result<CocoAnnotations> ParseCocoAnnotations(std::string_view text, const std::string& file) {
  ASSAY_TRY(document, base::ReadJson(text, file));
  const JsonFields root(document, file, "");
  CocoAnnotations read;
  ASSAY_TRY(images, root.List("images"));
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const JsonFields fields(images[i], file, PlaceOf("images", i));
    ASSAY_TRY(id, fields.Whole("id"));
    ASSAY_TRY(width, fields.Number("width"));
    ASSAY_TRY(height, fields.Number("height"));
    if (!seen.insert(id).second) {
      return FailAt({.file = file, .path = PlaceOf("images", i)}, ErrorCode::kDuplicateId,
                    "image " + std::to_string(id) + " stands twice");
    }
    read.images.push_back({id, width, height});
  }
  if (read.images.empty()) return FailAt({.file = file, .path = "images"}, ErrorCode::kEmpty, "there is no image");
  ASSAY_TRY(categories, root.List("categories"));
  for (std::size_t i = 0; i < categories.size(); ++i) {
    ASSAY_TRY(id, JsonFields(categories[i], file, PlaceOf("categories", i)).Whole("id"));
    read.categories.push_back(id);
  }
  std::ranges::sort(read.categories);
  ASSAY_TRY(objects, root.List("annotations"));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ASSAY_TRY(object, ObjectOf(objects[i], file, PlaceOf("annotations", i)));
    read.objects.push_back(object);
  }
  return read;
}

Result<CocoAnnotations> ReadCocoAnnotations(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseCocoAnnotations(text, path);
}

}  // namespace assay::data
