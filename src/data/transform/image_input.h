// SPDX-License-Identifier: Apache-2.0
// Pixels as one float32 tensor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/dataset.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "spec/spec.h"

namespace assay::data {

class ImageInput final : public InputSource {
 public:
  // Range  spec.image_scale and image_std finite and not 0; layout one of flat, nchw, nhwc.
  ImageInput(const Dataset& data, const spec::InputSpec& spec);

  TensorShape shape() const override { return shape_; }
  Result<void> Load(std::span<const std::uint64_t> indices) override;
  bool Read(std::uint64_t index, std::span<std::byte> tensor) const noexcept override;

 private:
  void Transform(std::span<const std::byte> pixels, std::span<std::byte> tensor) const noexcept;

  const Dataset& data_;
  TensorShape shape_;
  std::size_t pixels_ = 0;    // height * width
  std::size_t channels_ = 1;
  bool planes_ = false;       // one plane a channel instead of the file's order
  bool timed_;
  std::array<float, 256> value_of_{};  // a byte has only so many values
  std::vector<std::int64_t> slot_;     // by dataset index; -1 = not loaded
  std::vector<std::byte> tensors_;     // untimed
};

}  // namespace assay::data
