// SPDX-License-Identifier: Apache-2.0
// docs/reference/spec.md, from the field tables: a section per block, a row per key, and the names
// there are.
#pragma once

#include <string>

#include "spec/names.h"

namespace assay::spec {

std::string ReferenceMarkdown(const Names& names);

}  // namespace assay::spec
