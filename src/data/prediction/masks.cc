// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/masks.h"

#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "data/prediction/json_lines.h"
#include "data/truth/label_array.h"

namespace assay::data {
namespace {

using base::JsonValue;

bool IsMaskValue(const JsonValue& value) {
  if (const auto name = value.AsString()) return IsLabelArrayName(*name);
  if (value.kind() != JsonValue::Kind::kArray) return false;
  const auto list = value.items();
  return list.empty() || list.front().kind() == JsonValue::Kind::kArray || list.front().AsUint64() || list.front().AsBool();
}

// The labels of a list, and how long it is in each dimension.
Result<void> AddLabels(const JsonValue& value, std::size_t depth, LabelArray& array, const Where& where) {
  if (value.kind() != JsonValue::Kind::kArray) {
    if (depth != array.shape.size()) return FailAt(where, ErrorCode::kWrongType, "the lists of a mask are of different depth");
    const auto flag = value.AsBool();
    const auto label = flag ? std::optional<std::uint64_t>(*flag ? 1 : 0) : value.AsUint64();
    if (!label || *label > 255) return FailAt(where, ErrorCode::kOutOfRange, "expected labels from 0 to 255 in a mask");
    array.labels += static_cast<char>(static_cast<std::uint8_t>(*label));
    return {};
  }
  const auto length = static_cast<std::int64_t>(value.items().size());
  if (depth == array.shape.size()) {
    if (!array.labels.empty()) return FailAt(where, ErrorCode::kWrongType, "the lists of a mask are of different depth");
    array.shape.push_back(length);
  } else if (array.shape[depth] != length) {
    return FailAt(where, ErrorCode::kWrongType, "the lists of a mask are of different length");
  }
  for (const JsonValue& one : value.items()) ASSAY_CHECK_OK(AddLabels(one, depth + 1, array, where));
  return {};
}

Result<LabelArray> MaskOf(const JsonValue& line, const std::string& key, const std::string& folder, const Where& where) {
  const JsonValue* value = line.Find(key);
  if (value == nullptr) return FailAt(where, ErrorCode::kMissingKey, "there is no key '" + key + "'");
  if (!IsMaskValue(*value)) {
    return FailAt(where, ErrorCode::kWrongType, key + ": expected a list of labels or the name of a .npy or NIfTI file, found " +
                                                    std::string(value->KindName()));
  }
  if (const auto name = value->AsString()) {
    auto read = ReadLabelArray((std::filesystem::path(folder) / std::string(*name)).string());
    if (!read) {
      Error error = std::move(read).error();
      error.where.push_back(where);
      return std::unexpected(std::move(error));
    }
    return read;
  }
  LabelArray array;
  ASSAY_CHECK_OK(AddLabels(*value, 0, array, where));
  return array;
}

std::string ShapeText(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t length : shape) text += (text.empty() ? "" : " x ") + std::to_string(length);
  return text.empty() ? "one cell" : text;
}

}  // namespace

bool IsMaskLine(const JsonValue& object, const std::string& predicted, const std::string& truth) {
  const JsonValue* said = object.Find(predicted);
  const JsonValue* right = object.Find(truth);
  return said != nullptr && right != nullptr && (IsMaskValue(*said) || said->IsNull()) && IsMaskValue(*right);
}

Result<Masks> ReadMasks(std::string_view text, const std::string& file, const std::string& predicted, const std::string& truth) {
  Masks masks{.form = "JSON lines of masks"};
  std::set<std::string> ids;
  const std::string folder = std::filesystem::path(file).parent_path().string();
  ASSAY_CHECK_OK(EachJsonLine(text, file, [&](const JsonValue& line, const Where& where) -> Result<void> {
    const JsonValue* id = line.Find("id");
    const std::string name = id == nullptr ? std::to_string(where.line) : PlainText(*id).value_or(std::to_string(where.line));
    if (!ids.insert(name).second) return FailAt(where, ErrorCode::kDuplicateId, "case '" + name + "' stands twice");
    ASSAY_TRY(right, MaskOf(line, truth, folder, where));
    if (const JsonValue* said = line.Find(predicted); said != nullptr && said->IsNull()) {
      ++masks.unscored;
      return {};
    }
    ASSAY_TRY(found, MaskOf(line, predicted, folder, where));
    if (found.shape != right.shape) {
      return FailAt(where, ErrorCode::kContradiction, "case '" + name + "': the mask has " + ShapeText(found.shape) +
                                                          " cells, its truth " + ShapeText(right.shape));
    }
    masks.ids.push_back(name);
    masks.predicted.push_back(std::move(found.labels));
    masks.truth.push_back(std::move(right.labels));
    return {};
  }));
  return masks;
}

}  // namespace assay::data
