// SPDX-License-Identifier: Apache-2.0
#include "data/transform/table_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "spec/near_name.h"

namespace assay::data {
namespace {

constexpr std::size_t kMostNamed = 20;

// A number without anything around it; "inf" and "nan" are read as such.
std::optional<double> AsNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void AddError(Errors& errors, ErrorCode code, std::string what, std::string path, std::string hint = {}) {
  errors.push_back({code, std::move(what), {{.path = "data.input." + std::move(path)}}, std::move(hint)});
}

std::vector<std::string> ColumnNames(const Dataset& data, const spec::InputSpec& spec) {
  if (spec.columns != std::vector<std::string>{"*"}) return spec.columns;
  return {data.columns().begin(), data.columns().end()};
}

void CheckScale(const spec::InputSpec& spec, std::size_t columns, Errors& errors) {
  const bool standard = spec.scale == "standard";
  if (!standard) {
    if (spec.scale != "from_model") {
      AddError(errors, ErrorCode::kUnknownName, "expected from_model or standard, found '" + spec.scale + "'", "scale");
    }
    if (!spec.mean.empty() || !spec.std.empty()) {
      AddError(errors, ErrorCode::kContradiction, "mean and std need scale: standard, found scale: " + spec.scale, "scale");
    }
    return;
  }
  for (const auto& [key, values] : {std::pair("mean", &spec.mean), std::pair("std", &spec.std)}) {
    if (values->size() != columns) {
      AddError(errors, ErrorCode::kOutOfRange,
               "expected one value for each of the " + std::to_string(columns) + " columns, found " +
                   std::to_string(values->size()),
               key);
    }
  }
  for (const double value : spec.std) {
    if (!(value > 0) || !std::isfinite(value)) {
      AddError(errors, ErrorCode::kOutOfRange, "expected a std above 0, found " + std::to_string(value), "std");
    }
  }
}

}  // namespace

Results<std::vector<Feature>> PlanFeatures(const Dataset& data, const spec::InputSpec& spec) {
  const std::vector<std::string> names = ColumnNames(data, spec);
  const std::vector<std::string> known(data.columns().begin(), data.columns().end());
  Errors errors;
  if (names.empty()) AddError(errors, ErrorCode::kMissingKey, "expected the columns of the input, found none", "columns");
  CheckScale(spec, names.size(), errors);
  std::vector<Feature> features;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = std::find(known.begin(), known.end(), names[i]);
    if (at == known.end()) {
      AddError(errors, ErrorCode::kBadReference, "the data has no feature column '" + names[i] + "'", "columns",
               spec::NameHint(names[i], known));
      continue;
    }
    Feature feature{.column = static_cast<std::size_t>(at - known.begin()), .one_hot = {}};
    if (const auto listed = spec.one_hot.find(names[i]); listed != spec.one_hot.end()) feature.one_hot = listed->second;
    if (spec.scale == "standard" && i < spec.mean.size() && i < spec.std.size()) {
      feature.mean = spec.mean[i];
      feature.std = spec.std[i];
    }
    features.push_back(std::move(feature));
  }
  for (const auto& [name, values] : spec.one_hot) {
    if (std::find(names.begin(), names.end(), name) == names.end() || values.empty()) {
      AddError(errors, ErrorCode::kBadReference,
               values.empty() ? "one_hot lists no value for '" + name + "'" : "'" + name + "' isn't one of the columns",
               "one_hot");
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return features;
}

TableInput::TableInput(const Dataset& data, std::vector<Feature> features, bool timed)
    : data_(data), features_(std::move(features)), timed_(timed), slot_(data.size(), -1) {
  for (const Feature& feature : features_) width_ += feature.width();
}

std::optional<double> TableInput::Parse(const Feature& feature, std::string_view cell) const {
  if (!feature.one_hot.empty()) {
    const auto at = std::find(feature.one_hot.begin(), feature.one_hot.end(), cell);
    if (at == feature.one_hot.end()) return std::nullopt;
    return static_cast<double>(at - feature.one_hot.begin());
  }
  const std::optional<double> value = AsNumber(cell);
  // Also false for NaN, and for a finite double that becomes an infinite float.
  if (!value || !(std::abs((*value - feature.mean) / feature.std) <= std::numeric_limits<float>::max())) return std::nullopt;
  return value;
}

Result<void> TableInput::Load(std::span<const std::uint64_t> indices) {
  std::vector<double> values(features_.size());
  std::vector<std::pair<std::uint64_t, std::size_t>> wrong;  // case, feature
  auto loaded = static_cast<std::int64_t>(timed_ ? values_.size() / features_.size() : tensors_.size() / width_);
  for (const std::uint64_t index : indices) {
    if (index >= slot_.size()) {
      return Fail(ErrorCode::kOutOfRange, "expected a case below " + std::to_string(slot_.size()) + ", found " + std::to_string(index));
    }
    if (slot_[index] >= 0) continue;
    const std::size_t wrong_before = wrong.size();
    for (std::size_t f = 0; f < features_.size(); ++f) {
      const Feature& feature = features_[f];
      const std::string_view cell = data_.Cell(index, feature.column);
      if (const std::optional<double> value = Parse(feature, cell)) {
        values[f] = *value;
        continue;
      }
      wrong.emplace_back(index, f);
    }
    if (wrong.size() > wrong_before) continue;
    if (timed_) {
      values_.insert(values_.end(), values.begin(), values.end());
    } else {
      tensors_.resize(tensors_.size() + width_);
      Transform(values, std::span(tensors_).last(width_));
    }
    slot_[index] = loaded++;
  }
  if (wrong.empty()) return {};
  return std::unexpected(Refusal(std::move(wrong)));
}

Error TableInput::Refusal(std::vector<std::pair<std::uint64_t, std::size_t>> wrong) const {
  std::ranges::sort(wrong);  // samples are loaded in the order in which they are used; people read the file's
  std::vector<Where> places;
  std::string named;
  bool all_one_hot = true;
  for (const auto& [index, f] : wrong) {
    const Feature& feature = features_[f];
    all_one_hot = all_one_hot && !feature.one_hot.empty();
    if (places.size() == kMostNamed) continue;
    named += (named.empty() ? "" : "; ") + std::string(data_.Id(index)) + " has " + data_.columns()[feature.column] +
             " = '" + std::string(data_.Cell(index, feature.column)) + "'";
    places.push_back(data_.Place(index, feature.column));
  }
  if (wrong.size() > kMostNamed) named += "; and " + std::to_string(wrong.size() - kMostNamed) + " more";
  return {all_one_hot ? ErrorCode::kBadRow : ErrorCode::kNotFinite,
          std::to_string(wrong.size()) + (wrong.size() == 1 ? " value isn't " : " values aren't ") +
              (all_one_hot ? "listed under one_hot: " : wrong.size() == 1 ? "a finite number: " : "finite numbers: ") +
              named,
          std::move(places),
          all_one_hot ? "" : "correct the rows, or list the column's values under one_hot when it holds words"};
}

void TableInput::Transform(std::span<const double> values, std::span<float> tensor) const noexcept {
  std::size_t at = 0;
  for (std::size_t f = 0; f < features_.size(); ++f) {
    const Feature& feature = features_[f];
    if (feature.one_hot.empty()) {
      tensor[at++] = static_cast<float>((values[f] - feature.mean) / feature.std);
      continue;
    }
    for (std::size_t place = 0; place < feature.one_hot.size(); ++place) {
      tensor[at++] = static_cast<double>(place) == values[f] ? 1.0F : 0.0F;
    }
  }
}

bool TableInput::Read(std::uint64_t index, std::span<std::byte> tensor) const noexcept {
  if (index >= slot_.size() || slot_[index] < 0 || tensor.size() != width_ * sizeof(float)) return false;
  const auto slot = static_cast<std::size_t>(slot_[index]);
  if (!timed_) {
    std::memcpy(tensor.data(), tensors_.data() + slot * width_, tensor.size());
    return true;
  }
  // Tensors come from allocators, which align for float.
  const std::span<float> floats(reinterpret_cast<float*>(tensor.data()), width_);
  Transform(std::span(values_).subspan(slot * features_.size(), features_.size()), floats);
  return true;
}

}  // namespace assay::data
