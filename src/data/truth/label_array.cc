// SPDX-License-Identifier: Apache-2.0
#include "data/truth/label_array.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "base/file.h"
#include "data/response/number_type.h"
#include "data/truth/label_volume.h"

namespace assay::data {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

std::unexpected<Error> BadArray(const std::string& file, const std::string& what) {
  return FailAt({.file = file}, ErrorCode::kBadRow, what);
}

// The value of a key of the header: "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }".
std::string_view HeaderValue(std::string_view header, std::string_view key) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  if (at == header.npos) return {};
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  const char end = header.starts_with('(') ? ')' : ',';
  const std::size_t length = header.find(end);
  return length == header.npos ? std::string_view() : header.substr(0, length + (end == ')' ? 1 : 0));
}

std::optional<NumberType> TypeOfDescr(std::string_view descr) {
  if (descr == "'|b1'" || descr == "'|u1'") return NumberType::kUint8;
  if (descr == "'|i1'") return NumberType::kInt8;
  if (descr == "'<i2'") return NumberType::kInt16;
  if (descr == "'<i4'") return NumberType::kInt32;
  if (descr == "'<i8'") return NumberType::kInt64;
  if (descr == "'<f4'") return NumberType::kFloat32;
  if (descr == "'<f8'") return NumberType::kFloat64;
  return std::nullopt;
}

// "(2, 3)", "(4,)", "()".
std::optional<std::vector<std::int64_t>> ShapeOf(std::string_view text) {
  if (!text.starts_with('(') || !text.ends_with(')')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<std::int64_t> shape;
  std::int64_t cells = 1;
  while (!text.empty()) {
    std::int64_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (error != std::errc() || length < 0 || length > (std::int64_t{1} << 40) / std::max<std::int64_t>(cells, 1)) return std::nullopt;
    cells *= length;
    shape.push_back(length);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && text[0] != ',') return std::nullopt;
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
  }
  return shape;
}

}  // namespace

bool IsLabelArrayName(std::string_view name) {
  return name.ends_with(".npy") || name.ends_with(".nii") || name.ends_with(".nii.gz");
}

Result<LabelArray> ParseNpyLabels(const std::string& bytes, const std::string& file) {
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
  if (!bytes.starts_with(kMagic) || bytes.size() < 12) return BadArray(file, "expected an array of numpy's, .npy");
  const std::size_t start = bytes[6] == 1 ? 10 : 12;
  const std::size_t length = bytes[6] == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (length > bytes.size() - start) return BadArray(file, "the file is cut short in its header");
  const std::string_view header = std::string_view(bytes).substr(start, length);
  if (HeaderValue(header, "fortran_order") != "False") {
    return BadArray(file, "expected an array in C order: numpy.ascontiguousarray makes one");
  }
  const auto type = TypeOfDescr(HeaderValue(header, "descr"));
  if (!type) return BadArray(file, "no type of labels: " + std::string(HeaderValue(header, "descr")));
  const auto shape = ShapeOf(HeaderValue(header, "shape"));
  if (!shape) return BadArray(file, "the array's shape can't be read");
  std::size_t cells = 1;
  for (const std::int64_t one : *shape) cells *= static_cast<std::size_t>(one);
  const std::size_t size = SizeOf(*type);
  if (bytes.size() - start - length != cells * size) {
    return BadArray(file, "expected " + std::to_string(cells) + " cells, found " +
                              std::to_string(bytes.size() - start - length) + " bytes");
  }
  LabelArray array{*shape, std::string(cells, '\0')};
  const auto data = std::as_bytes(std::span(bytes)).subspan(start + length);
  constexpr std::size_t kPiece = 1 << 16;
  std::vector<double> numbers;
  for (std::size_t at = 0; at < cells; at += kPiece) {
    const std::size_t count = std::min(kPiece, cells - at);
    ASSAY_CHECK_OK(ReadNumbers(data.subspan(at * size, count * size), *type, numbers));
    for (std::size_t i = 0; i < count; ++i) {
      if (!(numbers[i] >= 0 && numbers[i] <= 255) || numbers[i] != std::floor(numbers[i])) {
        return BadArray(file, "expected labels from 0 to 255, found " + std::to_string(numbers[i]));
      }
      array.labels[at + i] = static_cast<char>(static_cast<std::uint8_t>(numbers[i]));
    }
  }
  return array;
}

Result<LabelArray> ReadLabelArray(const std::string& path) {
  if (path.ends_with(".npy")) {
    ASSAY_TRY(bytes, base::ReadFile(path));
    return ParseNpyLabels(bytes, path);
  }
  ASSAY_TRY(volume, ReadLabelVolume(path));
  return LabelArray{{volume.dims.begin(), volume.dims.end()}, {volume.labels.begin(), volume.labels.end()}};
}

}  // namespace assay::data
