// SPDX-License-Identifier: Apache-2.0
// Checks LoadGen's configuration files: what LoadGen refuses, and what it passes over in silence.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::run {

struct ConfCheckOptions {
  std::string as;               // "conf" (a user file), "user.conf", "audit.config", "mlperf.conf"; empty = by the name
  std::string model, scenario;  // for whom; empty = for all
  std::string round;            // whose defaults; empty = LoadGen's own
};

// True when the path or `as` says that this is such a file.
bool IsConfFile(std::string_view path, std::string_view as);

struct ConfCheck {
  std::size_t settings = 0;  // lines that set something
  // In order of lines, each with file, line, column and the line's text.
  Errors errors;    // kSyntax where LoadGen refuses the file, kOutOfRange, kContradiction
  Errors warnings;
};

// Errors   kUsage for an `as` or scenario that there isn't; kUnknownName for a round; those of reading files.
Results<ConfCheck> CheckConf(const std::string& path, const ConfCheckOptions& options);

}  // namespace assay::run
