// SPDX-License-Identifier: Apache-2.0
#include "data/transform/image_input.h"

#include <cstring>
#include <string>

namespace assay::data {

ImageInput::ImageInput(const Dataset& data, const spec::InputSpec& spec)
    : data_(data), planes_(spec.layout == "nchw"), timed_(spec.timed), slot_(data.size(), -1) {
  const std::span<const std::int64_t> image = data.image_shape();
  const std::int64_t height = image[0], width = image[1], channels = image.size() > 2 ? image[2] : 1;
  pixels_ = static_cast<std::size_t>(height * width);
  channels_ = static_cast<std::size_t>(channels);
  if (spec.layout == "nchw") shape_.dims = {channels, height, width};
  else if (spec.layout == "nhwc") shape_.dims = {height, width, channels};
  else shape_.dims = {height * width * channels};
  for (std::size_t byte = 0; byte < value_of_.size(); ++byte) {
    value_of_[byte] = static_cast<float>((static_cast<double>(byte) / spec.image_scale - spec.image_mean) / spec.image_std);
  }
}

Result<void> ImageInput::Load(std::span<const std::uint64_t> indices) {
  const std::size_t bytes = shape_.bytes();
  for (const std::uint64_t index : indices) {
    if (index >= slot_.size()) {
      return Fail(ErrorCode::kOutOfRange, "expected an image below " + std::to_string(slot_.size()) + ", found " + std::to_string(index));
    }
    if (slot_[index] >= 0) continue;
    slot_[index] = static_cast<std::int64_t>(tensors_.size() / bytes);
    if (timed_) continue;
    tensors_.resize(tensors_.size() + bytes);
    Transform(data_.Image(index), std::span(tensors_).last(bytes));
  }
  return {};
}

void ImageInput::Transform(std::span<const std::byte> pixels, std::span<std::byte> tensor) const noexcept {
  // Tensors come from allocators, which align for float.
  const std::span<float> floats(reinterpret_cast<float*>(tensor.data()), tensor.size() / sizeof(float));
  if (!planes_ || channels_ == 1) {
    for (std::size_t i = 0; i < floats.size(); ++i) floats[i] = value_of_[static_cast<std::size_t>(pixels[i])];
    return;
  }
  for (std::size_t c = 0; c < channels_; ++c) {
    for (std::size_t p = 0; p < pixels_; ++p) {
      floats[c * pixels_ + p] = value_of_[static_cast<std::size_t>(pixels[p * channels_ + c])];
    }
  }
}

bool ImageInput::Read(std::uint64_t index, std::span<std::byte> tensor) const noexcept {
  if (index >= slot_.size() || slot_[index] < 0 || tensor.size() != shape_.bytes()) return false;
  if (timed_) Transform(data_.Image(index), tensor);
  else std::memcpy(tensor.data(), tensors_.data() + static_cast<std::size_t>(slot_[index]) * tensor.size(), tensor.size());
  return true;
}

}  // namespace assay::data
