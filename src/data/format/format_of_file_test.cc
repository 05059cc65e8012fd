// SPDX-License-Identifier: Apache-2.0
#include "data/format/format_of_file.h"

#include <gtest/gtest.h>

namespace assay::data {
namespace {

struct Case {
  const char* path;
  const char* format;  // null: none
};

// Right values: the extensions that the formats state (.csv .tsv; .jsonl .ndjson; .idx .gz -ubyte).
constexpr Case kCases[] = {
    {"a/preds.csv", "csv"},
    {"preds.tsv", "csv"},
    {"preds.jsonl", "jsonl"},
    {"preds.ndjson", "jsonl"},
    {"train-images-idx3-ubyte", "idx"},
    {"train-images-idx3-ubyte.gz", "idx"},
    {"preds.c", nullptr},  // the beginning of an extension is not one
    {"preds.js", nullptr},
    {"preds", nullptr},
    {"a.csv/preds", nullptr},
    {".csv", nullptr},  // a hidden file without a name
    {"", nullptr},
};

TEST(FormatOfFile, GoesByTheWholeExtension) {
  for (const Case& c : kCases) {
    const DatasetInfo* found = FormatOfFile(c.path);
    EXPECT_EQ(found == nullptr ? "" : found->name, std::string_view(c.format == nullptr ? "" : c.format)) << c.path;
  }
}

}  // namespace
}  // namespace assay::data
