// SPDX-License-Identifier: Apache-2.0
// Which board a text names: an MLPerf suite, or one of the many others.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "citation/citation.h"
#include "citation/reading/token.h"

namespace assay::citation {

struct SuiteHit {
  Suite suite = Suite::kNotStated;  // kNotStated with a name: "MLPerf" alone
  std::string_view name;            // "MLPerf Inference", "MT-Bench"; empty = nothing here
  std::size_t end = 0;              // token behind it
};

// What stands at token `at`.
SuiteHit SuiteAt(std::span<const Token> tokens, std::size_t at);

// The suite that a field's text names: "MLPerf Training", "inference", "Geekbench"; kNotMlperf for any other board's
// name, kNotStated for "MLPerf" alone and for nothing.
SuiteHit SuiteNamedBy(std::string_view text);

}  // namespace assay::citation
