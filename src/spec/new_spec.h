// SPDX-License-Identifier: Apache-2.0
// `assay new`: a commented spec to start from, one per kind of question.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::spec {

// Text of a spec that reads without an error; paths and numbers in it are placeholders to change.
// Errors   kUnknownName, with the kinds there are.
Result<std::string> NewSpec(std::string_view kind);

// server, offline, single-stream, multi-stream, rare-class, own-traffic.
std::vector<std::string_view> NewSpecKinds();

}  // namespace assay::spec
