// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>
#include <vector>

#include "cli/shell/exit_code.h"
#include "cli/shell/terminal.h"
#include "cli/shell/verb.h"
#include "spec/near_name.h"

namespace assay::cli {
namespace {

std::string Overview() {
  std::string text =
      "assay VERB …   from a benchmark number to a defensible verdict\n\n";
  for (const VerbInfo* verb : AllVerbs()) {
    std::string left = "  " + std::string(verb->name);
    left.resize(12, ' ');
    text += left + std::string(verb->summary) + "\n";
  }
  return text +
         "\nExamples\n"
         "  assay run examples/rare-class/flchain.yaml\n"
         "  assay help run\n\n"
         "Exit codes  0 positive  1 negative  2 usage  3 spec  4 input\n"
         "            5 system under test  6 host  7 UNDECIDED  8 NOT MEASURED\n"
         "            70 a bug of ours  130/143 interrupted\n";
}

const VerbInfo* FindVerb(const std::string& name) {
  for (const VerbInfo* verb : AllVerbs()) {
    if (verb->name == name) return verb;
  }
  return nullptr;
}

int Main(const std::vector<std::string>& words) {
  Terminal terminal;
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || (words[0] == "help" && words.size() == 1)) {
    terminal.Print(Overview());
    return words.empty() ? kExitUsage : kExitPositive;
  }
  const bool help = words[0] == "help";
  const std::string name = help ? words[1] : words[0] == "--version" ? "version" : words[0];
  const VerbInfo* verb = FindVerb(name);
  if (verb == nullptr) {
    std::vector<std::string_view> names;
    for (const VerbInfo* known : AllVerbs()) names.push_back(known->name);
    const std::string_view near = spec::NearName(name, names);
    return terminal.Fail(Error{ErrorCode::kUsage, "assay has no verb '" + name + "'", {},
                               near.empty() ? "`assay help` lists them" : "did you mean '" + std::string(near) + "'?"});
  }
  const std::vector<std::string> rest(words.begin() + (help ? 2 : 1), words.end());
  const std::string sub_help = verb->sub_help != nullptr ? verb->sub_help(rest, help) : std::string();
  if (help) {
    terminal.Print(sub_help.empty() ? ManualText(*verb, rest) : sub_help);
    return kExitPositive;
  }
  for (const std::string& word : rest) {
    if (word == "--help" || word == "-h") {
      const HelpPage* page = FindPage(*verb, rest);
      terminal.Print(!sub_help.empty() ? sub_help : page != nullptr ? PageText(*verb, *page) : HelpText(*verb));
      return kExitPositive;
    }
  }
  const auto arguments = ParseArguments(*verb, rest);
  if (!arguments) return terminal.Fail(arguments.error());
  if (const auto configured = terminal.Configure(*arguments); !configured) {
    return terminal.Fail(configured.error());
  }
  if (!verb->takes_output) terminal.output = arguments->Get("--output").value_or("");
  const int exit_code = verb->run(*arguments, terminal);
  return terminal.unwritten ? terminal.Fail(*terminal.unwritten) : exit_code;
}

}  // namespace
}  // namespace assay::cli

int main(int argc, char** argv) {
  try {
    const int exit_code = assay::cli::Main({argv + 1, argv + argc});
    if (std::ferror(stdout) == 0) return exit_code;
    std::fputs("error: can't write the result to the standard output [E0202]\n", stderr);
    return exit_code == assay::cli::kExitPositive ? assay::cli::kExitInput : exit_code;
  } catch (const std::exception& bug) {
    std::fprintf(stderr, "assay: a bug of ours: %s\nPlease report it with the command, the spec and this message.\n",
                 bug.what());
    return assay::cli::kExitBug;
  }
}
