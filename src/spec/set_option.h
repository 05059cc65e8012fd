// SPDX-License-Identifier: Apache-2.0
// `--set traffic.online.rate=500/s`: replaces one value of a spec before anything is made of it.
#pragma once

#include <optional>
#include <string_view>

#include "assay/result.h"
#include "spec/node.h"

namespace assay::spec {

// Puts `value` at the dotted path. Members of a list are addressed by their id or name; mappings on
// the way are made where they are missing, a list's member isn't. Whether the key exists at all is
// found when the spec is read. Errors   kUsage for an empty path or part; kBadReference for a
// member that the list doesn't have.
Result<void> ApplySet(Node& root, std::string_view path, Node value);

}  // namespace assay::spec
