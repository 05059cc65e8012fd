// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of a spec, for editors, from the field tables.
#pragma once

#include <string>

#include "spec/names.h"

namespace assay::spec {

// Draft 2020-12. Names become enums. Whatever this program reads without an error, the schema
// accepts; duplicate keys and what several keys say together are beyond a schema.
std::string JsonSchema(const Names& names);

}  // namespace assay::spec
