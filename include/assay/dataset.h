// SPDX-License-Identifier: Apache-2.0
// Labelled cases: what a system is asked and what the right answer is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// Which columns of a file mean what; from the spec's split block.
struct DatasetOptions {
  std::string path;    // resolved
  std::string id, label, group, time;  // column names, or for idx: `label` is the label file's path. Empty = none
  std::string positive;  // binary: the label text of the positive class. Empty = multiclass
};

// Read-only after Open. Threads: safe.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual std::size_t size() const = 0;
  virtual std::string_view Id(std::size_t index) const = 0;
  // Class number, an index into classes(); for binary tasks 1 = positive, 0 = negative. Empty = the case has no label.
  virtual std::optional<std::int32_t> Label(std::size_t index) const = 0;
  virtual std::span<const std::string> classes() const = 0;
  virtual std::string_view Group(std::size_t index) const = 0;  // empty without a group column
  virtual std::string_view Time(std::size_t index) const = 0;   // empty without a time column
  // SHA-256 (hex) of the case's content without id, label, group and time.
  virtual std::string ContentHash(std::size_t index) const = 0;

  // Tables: names of the other columns and their text. -1 when there is no such column.
  virtual std::span<const std::string> columns() const = 0;
  virtual std::string_view Cell(std::size_t index, std::size_t column) const = 0;
  // Images: raw bytes, row by row; shape {height, width} or {height, width, channels}. Empty for tables.
  virtual std::span<const std::int64_t> image_shape() const = 0;
  virtual std::span<const std::byte> Image(std::size_t index) const = 0;
  // Where a case stands in its file, for messages: of one of columns(), or of the whole case when that is empty.
  virtual Where Place(std::size_t index, std::optional<std::size_t> column) const {
    static_cast<void>(column);
    return {.path = std::string(Id(index))};
  }
};

// One file format: data/<name>.cc defines kDataset_<name>.
struct DatasetInfo {
  std::string_view name;        // csv, jsonl, idx
  std::string_view title;
  std::string_view extensions;  // ".csv .tsv"
  std::string_view definition;
  std::string_view source;
  // All errors of the file at once, with file:line:column, up to 20 (then "and N more").
  Results<std::unique_ptr<Dataset>> (*open)(const DatasetOptions& options);
};

// Sorted by name. Generated.
std::span<const DatasetInfo* const> AllDatasets();

}  // namespace assay
