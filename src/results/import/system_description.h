// SPDX-License-Identifier: Apache-2.0
// systems/<system>.json of a results tree. It has no schema: counts come as texts, "N/A", lists of cores, booleans as
// either; what is read as another type than it stands there is noted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "results/import/collector.h"

namespace assay::results {

struct SystemDescription {
  Stated stated;                                               // the fields of a row's system; a count that is none is empty
  std::vector<std::pair<std::string, std::int64_t>> cores;     // "4 (big); 4 (LITTLE)": {"big", 4}, {"LITTLE", 4}
  std::optional<std::uint64_t> host_memory_bytes, accelerator_memory_bytes;
  std::optional<bool> is_network;
  std::vector<TypeChange> changes;
};

// Errors   kSyntax and what else a JSON reader gives; kWrongType when it isn't an object.
// Threads  safe: pure.
Result<SystemDescription> ReadSystemDescription(std::string_view text, const std::string& file);

// "2.2TiB" -> 2418925581107, rounded down; "134G" and "80 GB" by powers of ten. Empty for anything else.
std::optional<std::uint64_t> BytesIn(std::string_view text);

// "2 (big); 4 (LITTLE)", "6 (4 big; 2 LITTLE)" -> kinds with their counts. Empty for a plain number.
std::vector<std::pair<std::string, std::int64_t>> CoresIn(std::string_view text);

}  // namespace assay::results
