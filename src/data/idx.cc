// SPDX-License-Identifier: Apache-2.0
// Images of MNIST's format, with their labels in a second file.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "base/file.h"
#include "base/sha256.h"
#include "data/image/idx_file.h"
#include "data/label/class_labels.h"

namespace assay {
namespace {

class IdxDataset final : public Dataset {
 public:
  IdxDataset(std::string file, data::IdxFile images, data::ClassLabels labels)
      : file_(std::move(file)), images_(std::move(images)), labels_(std::move(labels)),
        shape_(images_.dims.begin() + 1, images_.dims.end()) {
    image_bytes_ = images_.bytes.size() / static_cast<std::size_t>(images_.dims[0]);
    for (std::size_t i = 0; i < size(); ++i) ids_.push_back(std::to_string(i));
  }

  std::size_t size() const override { return static_cast<std::size_t>(images_.dims[0]); }
  std::string_view Id(std::size_t index) const override { return ids_[index]; }
  std::optional<std::int32_t> Label(std::size_t index) const override {
    return labels_.numbers.empty() ? std::nullopt : std::optional(labels_.numbers[index]);
  }
  std::span<const std::string> classes() const override { return labels_.classes; }
  std::string_view Group(std::size_t) const override { return {}; }
  std::string_view Time(std::size_t) const override { return {}; }
  std::string ContentHash(std::size_t index) const override { return base::Sha256Hex(Image(index)); }
  std::span<const std::string> columns() const override { return {}; }
  std::string_view Cell(std::size_t, std::size_t) const override { return {}; }
  std::span<const std::int64_t> image_shape() const override { return shape_; }
  std::span<const std::byte> Image(std::size_t index) const override {
    return std::as_bytes(std::span(images_.bytes)).subspan(index * image_bytes_, image_bytes_);
  }
  Where Place(std::size_t index, std::optional<std::size_t>) const override {
    return {.file = file_, .path = "image " + ids_[index]};
  }

 private:
  std::string file_;
  data::IdxFile images_;
  data::ClassLabels labels_;
  std::vector<std::int64_t> shape_;
  std::size_t image_bytes_ = 0;
  std::vector<std::string> ids_;
};

Result<data::ClassLabels> ReadLabels(const std::string& path, std::int64_t images, const std::string& positive) {
  ASSAY_TRY(file, data::ReadIdx(path));
  if (file.dims.size() != 1 || file.dims[0] != images) {
    return FailAt({.file = path}, ErrorCode::kBadRow,
                  "expected one label for each of " + std::to_string(images) + " images, found " +
                      (file.dims.size() == 1 ? std::to_string(file.dims[0]) + " labels" : "an array that isn't a list"));
  }
  std::vector<std::string> names;
  for (int number = 0; number < 256; ++number) names.push_back(std::to_string(number));
  std::vector<std::string_view> texts;
  for (const char byte : file.bytes) texts.push_back(names[static_cast<unsigned char>(byte)]);
  auto labels = data::NumberLabels(texts, positive);
  if (!labels) labels.error().where.push_back({.file = path});
  return labels;
}

Result<std::unique_ptr<Dataset>> OpenOne(const DatasetOptions& options) {
  for (const auto& [name, part] : {std::pair(options.id, "id"), std::pair(options.group, "group"), std::pair(options.time, "time")}) {
    if (name.empty()) continue;
    return FailAt({.file = options.path}, ErrorCode::kBadReference,
                  "IDX files have no columns, so there is no '" + name + "' for " + part + "; an image's id is its number");
  }
  ASSAY_TRY(images, data::ReadIdx(options.path));
  if (images.dims.size() != 3 && images.dims.size() != 4) {
    return FailAt({.file = options.path}, ErrorCode::kBadRow,
                  "expected images (3 dimensions, or 4 with channels), found an array of " +
                      std::to_string(images.dims.size()));
  }
  data::ClassLabels labels;
  if (!options.label.empty()) {
    // The label file is named like a column, so its path may still be as the spec has it.
    const bool found = base::FileExists(options.label);
    ASSAY_TRY(read, ReadLabels(found ? options.label : base::ResolveBeside(options.path, options.label), images.dims[0],
                               options.positive));
    labels = std::move(read);
  }
  return std::make_unique<IdxDataset>(options.path, std::move(images), std::move(labels));
}

Results<std::unique_ptr<Dataset>> OpenIdx(const DatasetOptions& options) {
  auto dataset = OpenOne(options);
  if (!dataset) return std::unexpected(Errors{std::move(dataset).error()});
  return *std::move(dataset);
}

}  // namespace

extern const DatasetInfo kDataset_idx{
    .name = "idx",
    .title = "IDX images",
    .extensions = ".idx .gz -ubyte",
    .definition = "Images of unsigned bytes in one IDX file, plain or gzipped; `label` is the path of a second one with "
                  "their class numbers. An image's id is its 0-based number.",
    .source = "the MNIST database's description of its files; RFC 1952",
    .open = &OpenIdx,
};

}  // namespace assay
