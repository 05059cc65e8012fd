// SPDX-License-Identifier: Apache-2.0
// A verb's help, a screen at a time.
#include <algorithm>
#include <string>

#include "cli/shell/verb.h"
#include "cli/shell/wrap.h"

namespace assay::cli {
namespace {

constexpr std::size_t kFlagWidth = 28, kPageWidth = 12;

std::string FlagLine(const FlagInfo& flag, std::string_view more = {}) {
  std::string left = "  " + (flag.letter.empty() ? "    " : std::string(flag.letter) + ", ") + std::string(flag.name) +
                     (flag.metavar.empty() ? "" : " " + std::string(flag.metavar));
  left.resize(std::max<std::size_t>(left.size() + 2, kFlagWidth), ' ');
  return left + std::string(flag.doc) + std::string(more) + "\n";
}

// Flags that every verb takes, in as few lines as they can be told apart.
std::string SharedLines(const VerbInfo& verb) {
  return FlagLine({"--format", "", "NAME", "how it is printed: "}, verb.formats) +
         FlagLine({"--output", "-o", "PATH", "where the result is written"}) +
         FlagLine({"--quiet", "-q", "", "no progress, no notes; -v, --verbose: every figure"}) +
         FlagLine({"--progress", "", "HOW", "auto, plain, json, none; --color auto, always, never"});
}

bool OnAPage(const VerbInfo& verb, const FlagInfo& flag) {
  return std::ranges::any_of(verb.pages, [&](const HelpPage& page) {
    return std::ranges::find(page.flags, flag.name, &FlagInfo::name) != page.flags.end();
  });
}

}  // namespace

std::string HelpText(const VerbInfo& verb) {
  std::string text = "assay " + std::string(verb.name) + " " + std::string(verb.usage) + "\n\n" +
                     std::string(verb.summary) + "\n\n";
  if (!verb.pages.empty()) text += "More: assay help " + std::string(verb.name) + " PAGE\n";
  for (const HelpPage& page : verb.pages) {
    std::string left = "  " + std::string(page.name);
    left.resize(std::max<std::size_t>(left.size() + 2, kPageWidth), ' ');
    text += left + std::string(page.title) + "\n";
  }
  if (!verb.pages.empty()) text += "\n";
  for (const FlagInfo& flag : verb.flags) {
    if (!OnAPage(verb, flag)) text += FlagLine(flag);
  }
  text += SharedLines(verb);
  text += "\nExamples\n  " + std::string(verb.examples[0]) + "\n";
  if (!verb.examples[1].empty()) text += "  " + std::string(verb.examples[1]) + "\n";
  return text;
}

const HelpPage* FindPage(const VerbInfo& verb, std::span<const std::string> words) {
  for (const HelpPage& page : verb.pages) {
    if (std::ranges::find(words, page.name) != words.end()) return &page;
  }
  return nullptr;
}

std::string PageText(const VerbInfo& verb, const HelpPage& page) {
  std::string text = "assay " + std::string(verb.name) + ": " + std::string(page.title) + "\n\n";
  if (!page.details.empty()) text += Wrapped(page.details, "") + "\n";
  for (const FlagInfo& flag : page.flags) text += FlagLine(flag);
  if (!page.example.empty()) text += "\nExample\n  " + std::string(page.example) + "\n";
  return text;
}

std::string ManualText(const VerbInfo& verb, std::span<const std::string> words) {
  if (const HelpPage* page = FindPage(verb, words)) return PageText(verb, *page);
  return HelpText(verb) + (verb.details.empty() ? "" : "\n" + Wrapped(verb.details, ""));
}

}  // namespace assay::cli
