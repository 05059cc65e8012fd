// SPDX-License-Identifier: Apache-2.0
// Turns words into Arguments with CLI11; the only file that knows the library.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "cli/shell/verb.h"

namespace assay::cli {
namespace {

constexpr FlagInfo kShared[] = {
    {"--format", "", "NAME", "how the result is printed"},
    {"--output", "-o", "PATH", "where the result is written"},
    {"--quiet", "-q", "", "no progress, no notes"},
    {"--verbose", "-v", "", "more about what is done"},
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

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string UnknownFlagHint(const VerbInfo& verb, std::span<const std::string> words) {
  for (const std::string& word : words) {
    if (!word.starts_with("-")) continue;
    const std::string name = word.substr(0, word.find('='));
    std::string_view best;
    std::size_t distance = 3;
    for (const auto& list : {SharedFlags(), verb.flags}) {
      for (const FlagInfo& flag : list) {
        const std::size_t d = EditDistance(name, flag.name);
        if (d > 0 && d < distance) distance = d, best = flag.name;
      }
    }
    if (!best.empty()) return "did you mean '" + std::string(best) + "'?";
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

std::string HelpText(const VerbInfo& verb) {
  std::string text = "assay " + std::string(verb.name) + " " + std::string(verb.usage) + "\n\n" +
                     std::string(verb.summary) + "\n\n";
  for (const auto& list : {verb.flags, SharedFlags()}) {
    for (const FlagInfo& flag : list) {
      std::string left = "  " + (flag.letter.empty() ? "    " : std::string(flag.letter) + ", ") +
                         std::string(flag.name) + (flag.metavar.empty() ? "" : " " + std::string(flag.metavar));
      left.resize(std::max<std::size_t>(left.size() + 2, 28), ' ');
      text += left + std::string(flag.doc);
      if (flag.name == "--format") text += ": " + std::string(verb.formats);
      text += "\n";
    }
  }
  text += "\nExamples\n  " + std::string(verb.examples[0]) + "\n";
  if (!verb.examples[1].empty()) text += "  " + std::string(verb.examples[1]) + "\n";
  return text;
}

}  // namespace assay::cli
