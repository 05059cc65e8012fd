// SPDX-License-Identifier: Apache-2.0
// The spec as it will run: every value that counts, each with the place that it came from.
#pragma once

#include <string>
#include <vector>

#include "spec/field_table.h"
#include "spec/spec.h"

namespace assay::spec {

// Key by key in the grammar's order. Values that nobody gave and that mean "nothing" aren't listed.
std::vector<ResolvedLine> ResolvedLines(const Spec& spec);

// "spec.yaml:7", "--set", "default".
std::string OriginOf(const Spec& spec, const std::string& path);

// resolved.yaml: reads back as a spec with the same values. Equal specs give equal bytes.
std::string ResolvedYaml(const Spec& spec);

}  // namespace assay::spec
