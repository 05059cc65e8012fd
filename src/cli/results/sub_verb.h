// SPDX-License-Identifier: Apache-2.0
// The words behind `assay results`: one file each, found by src/cli/results.cc.
#pragma once

#include <string_view>

#include "cli/shell/verb.h"

namespace assay::cli {

struct ResultsSubVerb {
  std::string_view name;     // "import"
  std::string_view usage;    // "FILE | DIR"
  std::string_view summary;  // one line
  std::size_t min_positional, max_positional;  // without the sub-verb's own name
  // `arguments.positional` starts behind the sub-verb's name.
  int (*run)(const Arguments& arguments, Terminal& terminal);
  // Names of the flags that it takes, besides the shared ones; they stand in the table of src/cli/results.cc. Another is
  // refused, never ignored.
  std::string_view flags = {};
  std::string_view formats = "text json";
  std::string_view examples[2] = {};
};

extern const ResultsSubVerb kResultsImport, kResultsSql, kResultsCoverage, kResultsList, kResultsShow,
    kResultsShortlist, kResultsSpread, kResultsMovement;

}  // namespace assay::cli
