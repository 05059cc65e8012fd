// SPDX-License-Identifier: Apache-2.0
// The spec's data splits, opened and checked against each other.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/result.h"
#include "spec/spec.h"

namespace assay::run {

// Facts about one split, kept in the run directory so that a report needs no data file.
struct SplitFacts {
  std::string name, path, sha256;
  std::uint64_t n = 0;
  std::optional<std::uint64_t> positives = {};  // binary tasks
  std::vector<std::string> classes;
  std::string disjointness;  // one sentence; empty when nothing was asked
};

struct OpenedData {
  std::map<std::string, std::unique_ptr<Dataset>> splits;
  std::string judged;  // name of the split that runs use: certify, else main; empty without data
  std::vector<SplitFacts> facts;

  const Dataset* judged_split() const {
    const auto found = splits.find(judged);
    return found == splits.end() ? nullptr : found->second.get();
  }
};

// Opens every split, selects the rows of `split` conditions, checks disjoint_by and stated hashes.
// Errors   all errors of all files at once, by file, line and column; kOverlap when splits share what they must not;
//          kMismatch when a stated sha256 isn't the file's; kOneClass when a binary split lacks a class.
Results<OpenedData> OpenData(const spec::Spec& spec);

}  // namespace assay::run
