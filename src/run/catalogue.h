// SPDX-License-Identifier: Apache-2.0
// Everything that has a name: metrics, executors, arrivals, datasets, report formats, rules, error codes. One table for
// `assay list`, `assay explain`, the spec's enums and the reference pages, made from the plug-ins' own descriptors.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/names.h"

namespace assay::run {

struct Entry {
  std::string kind;        // "metric", "executor", "arrival", "dataset", "format", "rule", "error"
  std::string name;
  std::string title;
  std::string definition;
  std::string source;
  std::vector<std::pair<std::string, std::string>> facts;    // {"unit", "share"}, …
  std::vector<std::pair<std::string, std::string>> options;  // name (type, default) -> doc
};

// Sorted by kind, then name.
std::vector<Entry> Catalogue();

// The names that a spec may use.
spec::Names SpecNames();

// The entry of that name, in any case ("e0312"), of that kind; without one, of the first kind that has the name.
std::optional<Entry> FindEntry(std::string_view name, std::string_view kind = {});

// One reference page in Markdown for all entries of a kind.
std::string ReferencePage(std::string_view kind);

}  // namespace assay::run
