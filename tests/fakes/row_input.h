// SPDX-License-Identifier: Apache-2.0
// An input source for tests: rows given as values, each readable once it was loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "assay/executor.h"

namespace assay::fakes {

template <class T>
class RowInput final : public InputSource {
 public:
  RowInput(TensorShape shape, std::vector<std::vector<T>> rows) : shape_(std::move(shape)), rows_(std::move(rows)) {}

  TensorShape shape() const override { return shape_; }
  Result<void> Load(std::span<const std::uint64_t> indices) override {
    loaded_.insert(indices.begin(), indices.end());
    return {};
  }
  bool Read(std::uint64_t index, std::span<std::byte> tensor) const noexcept override {
    if (!loaded_.contains(index) || index >= rows_.size()) return false;
    if (tensor.size() != rows_[index].size() * sizeof(T)) return false;
    std::memcpy(tensor.data(), rows_[index].data(), tensor.size());
    return true;
  }

 private:
  TensorShape shape_;
  std::vector<std::vector<T>> rows_;
  std::set<std::uint64_t> loaded_;
};

}  // namespace assay::fakes
