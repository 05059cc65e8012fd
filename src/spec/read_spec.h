// SPDX-License-Identifier: Apache-2.0
// Reads a spec file: bytes, YAML, `--set`, values, checks.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "spec/names.h"
#include "spec/spec.h"

namespace assay::spec {

using Sets = std::vector<std::pair<std::string, std::string>>;  // {"traffic.online.rate", "500/s"}

// The spec with `sets` put over it. A set's value is one scalar, or a YAML list or mapping in
// brackets. Errors   all of the file at once, by place: what ReadYaml and ParseSpec say, and
// kNotFound, kUnreadable, kUsage. Threads  safe: no shared state.
Results<Spec> ReadSpec(const std::string& path, const Sets& sets);
// The same for text that is already here; `path` is its name.
Results<Spec> ReadSpecText(std::string_view text, const std::string& path, const Sets& sets);

// ReadSpec and CheckSpec together, so that a file's errors of both kinds come at once.
Results<Spec> ReadSpec(const std::string& path, const Sets& sets, const Names& names);
Results<Spec> ReadSpecText(std::string_view text, const std::string& path, const Sets& sets,
                           const Names& names);

}  // namespace assay::spec
