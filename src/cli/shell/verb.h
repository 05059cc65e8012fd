// SPDX-License-Identifier: Apache-2.0
// The verb table: one file src/cli/<verb>.cc defines kVerb_<verb>. Help, usage errors and `assay help` read it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "cli/shell/terminal.h"

namespace assay::cli {

struct FlagInfo {
  std::string_view name;     // "--format"
  std::string_view letter;   // "-f"; empty = none
  std::string_view metavar;  // "NAME"; empty = a switch
  std::string_view doc;      // one line
};

// What the user gave. Switches that were given map to one empty text.
class Arguments {
 public:
  std::vector<std::string> positional;
  std::map<std::string, std::vector<std::string>, std::less<>> flags;  // by name, with the dashes

  bool Has(std::string_view flag) const { return flags.contains(flag); }
  // The last value given; empty when the flag wasn't.
  std::optional<std::string> Get(std::string_view flag) const {
    const auto found = flags.find(flag);
    if (found == flags.end() || found->second.empty()) return std::nullopt;
    return found->second.back();
  }
  // All "KEY=VALUE" of --set, cut at the first '='.
  Result<std::vector<std::pair<std::string, std::string>>> Sets() const;
};

// A part of a verb's help, for verbs with more flags than a screen has lines: `assay help VERB PAGE`.
struct HelpPage {
  std::string_view name;     // "texts"
  std::string_view title;    // one line
  std::string_view details;  // a paragraph; may be empty
  std::span<const FlagInfo> flags;  // these stand on this page and no other
  std::string_view example;
};

struct VerbInfo {
  std::string_view name;
  std::string_view usage;    // "SPEC [FLAGS]"
  std::string_view summary;  // one line
  std::string_view details;  // a paragraph for `assay help VERB`
  std::string_view examples[2];
  std::span<const FlagInfo> flags;  // besides those that every verb has
  std::size_t min_positional, max_positional;
  std::string_view formats;  // "text json": what --format takes
  int (*run)(const Arguments& arguments, Terminal& terminal);
  bool takes_output = false;  // reads --output itself; for the others the shell writes the result there
  // A verb of verbs: the help of the one that a word names; empty = the verb's own. `manual`: for `assay help`, every flag
  // with what it takes. Null for all others.
  std::string (*sub_help)(std::span<const std::string> words, bool manual) = nullptr;
  std::span<const HelpPage> pages = {};
};

// Flags that every verb takes.
std::span<const FlagInfo> SharedFlags();

// Errors   kUsage with what was expected, found and a did-you-mean.
Result<Arguments> ParseArguments(const VerbInfo& verb, std::span<const std::string> words);

// At most one screen: usage, summary, pages, the flags that are on none of them, two examples.
std::string HelpText(const VerbInfo& verb);
// HelpText and the details, or the page that a word names.
std::string ManualText(const VerbInfo& verb, std::span<const std::string> words);
// The page that a word names; null when none does.
const HelpPage* FindPage(const VerbInfo& verb, std::span<const std::string> words);
std::string PageText(const VerbInfo& verb, const HelpPage& page);

}  // namespace assay::cli

namespace assay {
using cli::VerbInfo;
// Sorted by name. Generated.
std::span<const VerbInfo* const> AllVerbs();
}  // namespace assay
