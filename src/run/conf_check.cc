// SPDX-License-Identifier: Apache-2.0
#include "run/conf_check.h"

#include <utility>
#include <vector>

#include "base/file.h"
#include "loadgen/conf_lint.h"
#include "record/mlperf_log.h"

namespace assay::run {
namespace {

using loadgen::ConfFile;
using loadgen::ConfigFault;

std::optional<ConfFile> KindOf(std::string_view path, std::string_view as) {
  if (as.empty()) return loadgen::ConfFileOf(path);
  if (as == "conf") return ConfFile::kUser;
  return loadgen::ConfFileOf(as);
}

ErrorCode CodeOf(ConfigFault fault) {
  switch (fault) {
    case ConfigFault::kSyntax: return ErrorCode::kSyntax;
    case ConfigFault::kUnknownKey: return ErrorCode::kUnknownKey;
    case ConfigFault::kOverridden: return ErrorCode::kDuplicateKey;
    case ConfigFault::kNumber: return ErrorCode::kBadQuantity;
    case ConfigFault::kOutOfRange: return ErrorCode::kOutOfRange;
    case ConfigFault::kContradiction: return ErrorCode::kContradiction;
    case ConfigFault::kNoEffect:
    case ConfigFault::kFile: break;
  }
  return ErrorCode::kUnsupported;
}

std::string LineOf(std::string_view text, int number) {
  for (int line = 1; line < number; ++line) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return {};
    text.remove_prefix(end + 1);
  }
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return std::string(line);
}

}  // namespace

bool IsConfFile(std::string_view path, std::string_view as) { return !as.empty() || KindOf(path, as).has_value(); }

Results<ConfCheck> CheckConf(const std::string& path, const ConfCheckOptions& options) {
  const auto fail = [](Error error) { return std::unexpected(Errors{std::move(error)}); };
  const auto kind = KindOf(path, options.as);
  if (!kind) {
    return fail({ErrorCode::kUsage, "expected conf, user.conf, audit.config or mlperf.conf for --as, found '" +
                                        options.as + "'"});
  }
  if (!options.scenario.empty() && !record::ParseMlperfScenario(options.scenario)) {
    return fail({ErrorCode::kUsage, "expected SingleStream, MultiStream, Server or Offline for --scenario, found '" +
                                        options.scenario + "'"});
  }
  const auto official = loadgen::OfficialConf(options.round);
  if (!official) return fail(official.error());
  const auto bytes = base::ReadFile(path);
  if (!bytes) return fail(bytes.error());

  const loadgen::ConfText text = loadgen::ParseConf(*bytes);
  ConfCheck check;
  check.settings = text.entries.size();
  for (loadgen::ConfigNote& note :
       loadgen::LintConf(text, path, *kind, *official, {options.model, options.scenario})) {
    Where where{note.file, note.line, note.column, note.key, LineOf(*bytes, note.line)};
    Error error{CodeOf(note.fault), std::move(note.what), {std::move(where)}, std::move(note.hint)};
    (note.is_error ? check.errors : check.warnings).push_back(std::move(error));
  }
  return check;
}

}  // namespace assay::run
