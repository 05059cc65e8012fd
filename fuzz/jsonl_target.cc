// SPDX-License-Identifier: Apache-2.0
#include "dataset_target.h"

namespace assay {
extern const DatasetInfo kDataset_jsonl;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  assay::DatasetOptions options;
  assay::fuzz::OpenAndWalk(assay::kDataset_jsonl, options, bytes, size);
  options.id = "id";
  options.label = "y";
  options.positive = "1";
  assay::fuzz::OpenAndWalk(assay::kDataset_jsonl, options, bytes, size);
  return 0;
}
