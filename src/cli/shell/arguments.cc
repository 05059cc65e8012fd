// SPDX-License-Identifier: Apache-2.0
// Turns words into Arguments with CLI11; the only file that knows the library.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "cli/shell/verb.h"
#include "spec/near_name.h"

namespace assay::cli {
namespace {

constexpr FlagInfo kShared[] = {
    {"--format", "", "NAME", "how it is printed"},
    {"--output", "-o", "PATH", "where the result is written"},
    {"--quiet", "-q", "", "no progress, no notes"},
    {"--verbose", "-v", "", "every figure, not only the summary"},
    {"--progress", "", "HOW", "auto, plain, json or none (stderr)"},
    {"--color", "", "WHEN", "auto, always or never; NO_COLOR is honoured"},
};

// --format -> ASSAY_FORMAT
std::string EnvironmentName(std::string_view flag) {
  std::string name = "ASSAY_";
  for (const char c : flag.substr(2)) {
    name.push_back(c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
  }
  return name;
}

void AddFlag(CLI::App& app, const FlagInfo& flag, Arguments& arguments) {
  const std::string names = std::string(flag.letter) + (flag.letter.empty() ? "" : ",") + std::string(flag.name);
  const std::string key(flag.name);
  if (flag.metavar.empty()) {
    app.add_flag_callback(names, [&arguments, key] { arguments.flags[key] = {""}; }, std::string(flag.doc))
        ->envname(EnvironmentName(flag.name));
    return;
  }
  app.add_option_function<std::vector<std::string>>(
         names, [&arguments, key](const std::vector<std::string>& values) { arguments.flags[key] = values; },
         std::string(flag.doc))
      ->envname(EnvironmentName(flag.name))
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

// A near name for the first flag that the verb doesn't have.
std::string UnknownFlagHint(const VerbInfo& verb, std::span<const std::string> words) {
  std::vector<std::string_view> names;
  for (const auto& list : {SharedFlags(), verb.flags}) {
    for (const FlagInfo& flag : list) names.push_back(flag.name);
  }
  for (const std::string& word : words) {
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    if (!name.starts_with("--") || std::ranges::find(names, name) != names.end()) continue;
    const std::string_view near = spec::NearName(name, names);
    if (!near.empty()) return "did you mean '" + std::string(near) + "'?";
    break;
  }
  return "`assay " + std::string(verb.name) + " --help` lists the flags";
}

}  // namespace

std::span<const FlagInfo> SharedFlags() { return kShared; }

Result<Arguments> ParseArguments(const VerbInfo& verb, std::span<const std::string> words) {
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  for (const FlagInfo& flag : kShared) AddFlag(app, flag, arguments);
  for (const FlagInfo& flag : verb.flags) AddFlag(app, flag, arguments);
  app.add_option("words", arguments.positional)->expected(0, 1000);
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes the last word first
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return Fail(ErrorCode::kUsage, "assay " + std::string(verb.name) + ": " + error.what(),
                UnknownFlagHint(verb, words));
  }
  const std::size_t given = arguments.positional.size();
  if (given < verb.min_positional || given > verb.max_positional) {
    return Fail(ErrorCode::kUsage,
                "assay " + std::string(verb.name) + ": expected " + std::string(verb.usage) + ", found " +
                    std::to_string(given) + (given == 1 ? " word" : " words"),
                "for example: " + std::string(verb.examples[0]));
  }
  if (const auto format = arguments.Get("--format")) {
    const std::string list = " " + std::string(verb.formats) + " ";
    if (format->empty() || list.find(" " + *format + " ") == std::string::npos) {
      return Fail(ErrorCode::kUsage, "assay " + std::string(verb.name) + " has no format '" + *format + "'",
                  "it has: " + std::string(verb.formats));
    }
  }
  return arguments;
}

Result<std::vector<std::pair<std::string, std::string>>> Arguments::Sets() const {
  std::vector<std::pair<std::string, std::string>> sets;
  const auto found = flags.find("--set");
  if (found == flags.end()) return sets;
  for (const std::string& text : found->second) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Fail(ErrorCode::kUsage, "--set takes KEY=VALUE, found '" + text + "'",
                  "for example: --set traffic.online.rate=120/s");
    }
    sets.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return sets;
}

}  // namespace assay::cli
