// SPDX-License-Identifier: Apache-2.0
#include "data/truth/label_volume.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <span>

#include "base/file.h"
#include "data/format/gunzip.h"
#include "data/response/number_type.h"

namespace assay::data {
namespace {

constexpr std::size_t kHeader = 348;

template <class T>
T At(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// Codes of the header's datatype; those that no segmentation is stored in are left out.
std::optional<NumberType> TypeOf(std::int16_t code) {
  switch (code) {
    case 2: return NumberType::kUint8;
    case 4: return NumberType::kInt16;
    case 8: return NumberType::kInt32;
    case 16: return NumberType::kFloat32;
    case 64: return NumberType::kFloat64;
    case 256: return NumberType::kInt8;
    default: return std::nullopt;
  }
}

std::unexpected<Error> Bad(const std::string& file, const std::string& what) {
  return FailAt({.file = file}, ErrorCode::kBadRow, what);
}

Result<std::array<std::int64_t, 3>> DimsOf(const std::string& bytes, const std::string& file) {
  const auto count = At<std::int16_t>(bytes, 40);
  std::array<std::int64_t, 3> dims{};
  bool good = count >= 3 && count <= 7;
  for (std::int16_t k = 1; good && k <= count; ++k) {
    const auto length = At<std::int16_t>(bytes, 40 + 2 * static_cast<std::size_t>(k));
    good = length >= 1 && (k <= 3 || length == 1);
    if (k <= 3) dims[static_cast<std::size_t>(k) - 1] = length;
  }
  if (good) return dims;
  return Bad(file, "expected a volume of three dimensions");
}

}  // namespace

Result<LabelVolume> ParseLabelVolume(const std::string& bytes, const std::string& file) {
  if (bytes.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "expected a NIfTI-1 file, found no bytes");
  if (IsGzip(bytes)) {
    ASSAY_TRY(unpacked, Gunzip(bytes, file));
    if (IsGzip(unpacked)) return Bad(file, "expected a NIfTI-1 file, found gzip inside gzip");
    return ParseLabelVolume(unpacked, file);
  }
  if (bytes.size() < kHeader + 4 || At<std::int32_t>(bytes, 0) != static_cast<std::int32_t>(kHeader) ||
      bytes.compare(344, 4, std::string("n+1\0", 4)) != 0) {
    return Bad(file, "expected a NIfTI-1 file in one piece, little-endian");
  }
  ASSAY_TRY(dims, DimsOf(bytes, file));
  const auto type = TypeOf(At<std::int16_t>(bytes, 70));
  if (!type) return Bad(file, "no type of labels: NIfTI datatype " + std::to_string(At<std::int16_t>(bytes, 70)));
  const auto offset = At<float>(bytes, 108);
  const auto cells = static_cast<std::size_t>(dims[0] * dims[1] * dims[2]);
  if (!(offset >= 352) || offset > static_cast<float>(bytes.size()) ||
      bytes.size() - static_cast<std::size_t>(offset) < cells * SizeOf(*type)) {
    return Bad(file, "the file is cut short: expected " + std::to_string(cells) + " cells");
  }
  const float slope = At<float>(bytes, 112), shift = slope == 0 ? 0 : At<float>(bytes, 116);
  const double factor = slope == 0 ? 1 : slope;
  LabelVolume volume{dims, std::vector<std::uint8_t>(cells)};
  const auto data = std::as_bytes(std::span(bytes)).subspan(static_cast<std::size_t>(offset));
  // A slice of the last dimension at a time: the file has the first dimension fastest.
  const auto [d, h, w] = std::array{static_cast<std::size_t>(dims[0]), static_cast<std::size_t>(dims[1]),
                                    static_cast<std::size_t>(dims[2])};
  std::vector<double> slice;
  for (std::size_t z = 0; z < w; ++z) {
    ASSAY_CHECK_OK(ReadNumbers(data.subspan(z * d * h * SizeOf(*type), d * h * SizeOf(*type)), *type, slice));
    for (std::size_t i = 0; i < slice.size(); ++i) {
      const double value = slice[i] * factor + static_cast<double>(shift);
      if (!(value >= 0 && value <= 255) || value != std::floor(value)) {
        return Bad(file, "expected labels from 0 to 255, found " + std::to_string(value));
      }
      volume.labels[(i % d) * h * w + (i / d) * w + z] = static_cast<std::uint8_t>(value);
    }
  }
  return volume;
}

Result<LabelVolume> ReadLabelVolume(const std::string& path) {
  ASSAY_TRY(bytes, base::ReadFile(path));
  return ParseLabelVolume(bytes, path);
}

}  // namespace assay::data
