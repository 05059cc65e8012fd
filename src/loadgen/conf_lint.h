// SPDX-License-Identifier: Apache-2.0
// What LoadGen swallows of a configuration file: unknown keys, numbers cut short, lines that others override, keys
// without effect, and settings that could never be VALID.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loadgen/conf_table.h"
#include "loadgen/conf_text.h"
#include "loadgen/config.h"

namespace assay::loadgen {

// Numbers as FromConfig's conf_type.
enum class ConfFile : std::uint8_t { kOfficial = 0, kUser = 1, kAudit = 2 };

// "mlperf.conf", "user.conf", "audit.config" and "audit.conf" by the end of the path; empty for other names.
std::optional<ConfFile> ConfFileOf(std::string_view path);

// For whom the file is read; empty = for all models that it names and any other, and all four scenarios.
struct ConfReader {
  std::string model, scenario;
};

// Notes in order of lines.
// Shape    `official` are the defaults that are taken before a user file.
// Threads  safe: pure.
std::vector<ConfigNote> LintConf(const ConfText& text, const std::string& file, ConfFile kind,
                                 const ConfTable& official, const ConfReader& reader = {});

}  // namespace assay::loadgen
