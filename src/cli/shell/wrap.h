// SPDX-License-Identifier: Apache-2.0
// Text for a screen of 80 columns.
#pragma once

#include <string>
#include <string_view>

namespace assay::cli {

// The paragraph in lines of at most 78 columns, each after `indent`; line breaks of its own count as blanks. Columns are
// code points of UTF-8; a word that is longer stands alone.
std::string Wrapped(std::string_view paragraph, std::string_view indent);

}  // namespace assay::cli
