// SPDX-License-Identifier: Apache-2.0
// The columns of a table as one float32 tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "spec/spec.h"

namespace assay::data {

// One column of the input.
struct Feature {
  std::size_t column;
  std::vector<std::string> one_hot;  // empty = a number
  double mean = 0;
  double std = 1;
  std::size_t width() const { return one_hot.empty() ? 1 : one_hot.size(); }
};

// The features that the spec asks for. Errors as MakeInputSource.
Results<std::vector<Feature>> PlanFeatures(const Dataset& data, const spec::InputSpec& spec);

class TableInput final : public InputSource {
 public:
  TableInput(const Dataset& data, std::vector<Feature> features, bool timed);

  TensorShape shape() const override { return {ElementType::kFloat32, {static_cast<std::int64_t>(width_)}}; }
  Result<void> Load(std::span<const std::uint64_t> indices) override;
  bool Read(std::uint64_t index, std::span<std::byte> tensor) const noexcept override;

 private:
  // The cell as a number (one-hot: the place of its value), or what is wrong with it.
  std::optional<double> Parse(const Feature& feature, std::string_view cell) const;
  // The error for these pairs of case and feature, in the order of the file.
  Error Refusal(std::vector<std::pair<std::uint64_t, std::size_t>> wrong) const;
  void Transform(std::span<const double> values, std::span<float> tensor) const noexcept;

  const Dataset& data_;
  std::vector<Feature> features_;
  std::size_t width_ = 0;
  bool timed_;
  std::vector<std::int64_t> slot_;  // by dataset index; -1 = not loaded
  std::vector<double> values_;      // timed: features_.size() a slot
  std::vector<float> tensors_;      // untimed: width_ a slot
};

}  // namespace assay::data
