// SPDX-License-Identifier: Apache-2.0
// `assay results`: hands over to the word behind it, one file each in cli/results/.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/results/question.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "cli/shell/wrap.h"
#include "spec/near_name.h"

namespace assay {
namespace {

using cli::ResultsSubVerb;

constexpr const ResultsSubVerb* kSubVerbs[] = {&cli::kResultsList,     &cli::kResultsShow,   &cli::kResultsShortlist,
                                               &cli::kResultsSpread,   &cli::kResultsMovement,
                                               &cli::kResultsCoverage, &cli::kResultsImport, &cli::kResultsSql};

// Every flag that one of them takes.
constexpr cli::FlagInfo kFlags[] = {
    {"--benchmark", "", "NAMES", "\"llama2-70b\" (both gates), \"resnet,bert-99.9\""},
    {"--scenario", "", "NAMES", "Offline, Server, Interactive, SingleStream, …"},
    {"--division", "", "NAMES", "closed, open, network"},
    {"--availability", "", "NAMES", "available, preview, rdi"},
    {"--category", "", "NAME", "datacenter or edge"},
    {"--precision", "", "TYPES", "acceptable: \"fp8,fp16\"; not disclosed fails"},
    {"--hardware", "", "TEXT", "part of the accelerator's or processor's name"},
    {"--software", "", "TEXT", "part of the framework's or system's name"},
    {"--submitter", "", "TEXT", "part of the submitter's name"},
    {"--system", "", "TEXT", "part of the system's name"},
    {"--round", "", "NAMES", "\"v5.1,v6.0\"; left out: all that are held"},
    {"--accelerators-at-most", "", "N", "accelerators of the whole system"},
    {"--power", "", "yes|no", "power submissions are a table of their own"},
    {"--store", "", "FILE", "rows that were imported, besides those held"},
    {"--sla", "", "BOUND", "\"p99<=130ms\", \"ttft_p99<=500ms,tpot_p99<=50ms\""},
    {"--rate", "", "RATE", "ours: \"400/s\", \"5000tokens/s\""},
    {"--any-sla", "", "", "rows whose bound is looser or not known too, marked"},
    {"--sort", "", "value", "one ranking of all rows, or why there is none"},
    {"--beside", "", "ROW", "what a comparison of the two would have to say"},
    {"--limit", "", "N", "rows of each ranking that are printed; 0 = all"},
};

bool Takes(const ResultsSubVerb& verb, std::string_view flag) {
  return (" " + std::string(verb.flags) + " ").find(" " + std::string(flag) + " ") != std::string::npos;
}

const ResultsSubVerb* Find(std::string_view name) {
  for (const ResultsSubVerb* verb : kSubVerbs) {
    if (verb->name == name) return verb;
  }
  return nullptr;
}

// The flags that choose rows are a screen of their own: --help names them, the manual says what each takes.
std::string HelpOf(const ResultsSubVerb& verb, bool manual) {
  const std::string row_flags = " " ASSAY_ROW_FLAGS " ";
  const bool has_row_flags = verb.flags.starts_with(ASSAY_ROW_FLAGS);
  std::vector<cli::FlagInfo> flags;
  for (const cli::FlagInfo& flag : kFlags) {
    const bool is_row_flag = has_row_flags && row_flags.find(" " + std::string(flag.name) + " ") != std::string::npos;
    if (Takes(verb, flag.name) && (manual || !is_row_flag)) flags.push_back(flag);
  }
  const std::string name = "results " + std::string(verb.name);
  std::string text = cli::HelpText({.name = name,
                        .usage = verb.usage,
                        .summary = verb.summary,
                        .details = {},
                        .examples = {verb.examples[0], verb.examples[1]},
                        .flags = flags,
                        .min_positional = verb.min_positional,
                        .max_positional = verb.max_positional,
                        .formats = verb.formats,
                        .run = nullptr});
  if (has_row_flags && !manual) {
    const std::string rows = cli::Wrapped("which rows, see `assay help results " + std::string(verb.name) + "`: " ASSAY_ROW_FLAGS, "  ");
    text.insert(text.find(verb.summary) + verb.summary.size() + 2, rows);
  }
  return text;
}

std::string SubHelp(std::span<const std::string> words, bool manual) {
  for (const std::string& word : words) {
    if (const ResultsSubVerb* verb = Find(word)) return HelpOf(*verb, manual);
  }
  std::string text = "assay results WORD …\n\npublic MLPerf rounds, and what may be said of their rows\n\n";
  for (const ResultsSubVerb* verb : kSubVerbs) {
    std::string left = "  " + std::string(verb->name);
    left.resize(14, ' ');
    text += left + std::string(verb->summary) + "\n";
  }
  return text +
         "\n`assay results WORD --help` lists the flags that WORD takes.\n"
         "\nExamples\n"
         "  assay results shortlist --benchmark llama2-70b --division closed \\\n"
         "    --sla \"ttft_p99<=500ms,tpot_p99<=50ms\" --rate 20000tokens/s\n"
         "  assay results show 5.1-0001.llama2-70b-99.Server\n";
}

int Refuse(const cli::Terminal& terminal, std::string what, std::string hint) {
  return terminal.Fail(Error{ErrorCode::kUsage, std::move(what), {}, std::move(hint)});
}

int Run(const cli::Arguments& given, cli::Terminal& terminal) {
  cli::Arguments arguments = given;
  const std::string word = arguments.positional.at(0);
  const ResultsSubVerb* verb = Find(word);
  if (verb == nullptr) {
    std::vector<std::string_view> names;
    for (const ResultsSubVerb* known : kSubVerbs) names.push_back(known->name);
    return Refuse(terminal, "assay results has no '" + word + "'", spec::NameHint(word, names));
  }
  const std::string name = "assay results " + std::string(verb->name);
  for (const cli::FlagInfo& flag : kFlags) {
    if (arguments.Has(flag.name) && !Takes(*verb, flag.name)) {
      return Refuse(terminal, name + " takes no " + std::string(flag.name), "`" + name + " --help` lists its flags");
    }
  }
  const std::string format = arguments.Get("--format").value_or("text");
  if ((" " + std::string(verb->formats) + " ").find(" " + format + " ") == std::string::npos) {
    return Refuse(terminal, name + " has no format '" + format + "'", "it has: " + std::string(verb->formats));
  }
  arguments.positional.erase(arguments.positional.begin());
  const std::size_t words = arguments.positional.size();
  if (words < verb->min_positional || words > verb->max_positional) {
    return Refuse(terminal, name + ": expected " + std::string(verb->usage) + ", found " + std::to_string(words) +
                                (words == 1 ? " word" : " words"),
                  "`" + name + " --help` shows examples");
  }
  return verb->run(arguments, terminal);
}

}  // namespace

extern const VerbInfo kVerb_results;
const VerbInfo kVerb_results{
    .name = "results",
    .usage = "list|show|shortlist|spread|movement|coverage|import|sql …",
    .summary = "public MLPerf rounds: rows, shortlist, spread, movement",
    .details = "Rows of the rounds that come with the program, and of a store that was imported. Sorting happens only "
               "within what may be compared; `assay results WORD --help` lists the flags that WORD takes.",
    .examples = {"assay results shortlist --benchmark llama2-70b --sla \"ttft_p99<=500ms\" --rate 5000tokens/s",
                 "assay results list --help"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1000,
    .formats = "text json csv markdown html",
    .run = &Run,
    .sub_help = &SubHelp,
};

}  // namespace assay
