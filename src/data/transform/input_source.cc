// SPDX-License-Identifier: Apache-2.0
#include "data/transform/input_source.h"

#include <cmath>
#include <string>
#include <utility>

#include "data/transform/image_input.h"
#include "data/transform/table_input.h"

namespace assay::data {
namespace {

void AddError(Errors& errors, ErrorCode code, std::string what, const char* path) {
  errors.push_back({code, std::move(what), {{.path = path}}});
}

Errors CheckImage(const Dataset& data, const spec::InputSpec& spec) {
  Errors errors;
  if (data.image_shape().size() < 2) {
    AddError(errors, ErrorCode::kContradiction, "input.image is for images; the data is a table: name its columns", "data.input.image");
  }
  if (!spec.columns.empty()) {
    AddError(errors, ErrorCode::kContradiction, "an input has either columns or image, found both", "data.input.columns");
  }
  for (const auto& [path, value] : {std::pair("data.input.image.scale", spec.image_scale),
                                    std::pair("data.input.image.std", spec.image_std)}) {
    if (!std::isfinite(value) || value == 0) {
      AddError(errors, ErrorCode::kOutOfRange, "expected a finite number other than 0, found " + std::to_string(value), path);
    }
  }
  if (!std::isfinite(spec.image_mean)) AddError(errors, ErrorCode::kOutOfRange, "expected a finite mean", "data.input.image.mean");
  if (spec.layout != "flat" && spec.layout != "nchw" && spec.layout != "nhwc") {
    AddError(errors, ErrorCode::kUnknownName, "expected flat, nchw or nhwc, found '" + spec.layout + "'", "data.input.image.layout");
  }
  return errors;
}

}  // namespace

Results<std::unique_ptr<InputSource>> MakeInputSource(const Dataset& data, const spec::InputSpec& spec) {
  if (spec.image) {
    Errors errors = CheckImage(data, spec);
    if (!errors.empty()) return std::unexpected(std::move(errors));
    return std::make_unique<ImageInput>(data, spec);
  }
  if (!data.image_shape().empty()) {
    Errors errors;
    AddError(errors, ErrorCode::kMissingKey, "the data is images: expected input: {image: {…}}", "data.input.image");
    return std::unexpected(std::move(errors));
  }
  auto features = PlanFeatures(data, spec);
  if (!features) return std::unexpected(std::move(features).error());
  return std::make_unique<TableInput>(data, *std::move(features), spec.timed);
}

}  // namespace assay::data
