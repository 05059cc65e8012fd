// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/file.h"
#include "cli/results/question.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "decision/shortlist_spec.h"
#include "spec/new_spec.h"

namespace assay {
namespace {

// A shortlist in JSON when a file has the name, else row names with commas between.
Result<std::vector<std::string>> RowNames(const std::string& text) {
  if (base::FileExists(text)) {
    ASSAY_TRY(json, base::ReadFile(text));
    return decision::ReadShortlistRows(json, text);
  }
  if (text.ends_with(".json")) return Fail(ErrorCode::kNotFound, "there is no file '" + text + "'");
  std::vector<std::string> names;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    names.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  return names;
}

Result<std::string> FromShortlist(const cli::Arguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& text : arguments.flags.at("--from-shortlist")) {
    ASSAY_TRY(more, RowNames(text));
    names.insert(names.end(), more.begin(), more.end());
  }
  ASSAY_TRY(rows, cli::LoadRows(arguments));
  std::vector<const results::Row*> chosen;
  for (const std::string& name : names) {
    ASSAY_TRY(row, cli::FindRow(rows, name));
    chosen.push_back(row);
  }
  return decision::ShortlistSpec(chosen);
}

Result<std::string> TextOf(const cli::Arguments& arguments) {
  const bool from_shortlist = arguments.Has("--from-shortlist");
  if (from_shortlist == !arguments.positional.empty()) {
    return Fail(ErrorCode::kUsage, "assay new takes a kind or --from-shortlist, one of the two",
                "for example: assay new server");
  }
  return from_shortlist ? FromShortlist(arguments) : spec::NewSpec(arguments.positional[0]);
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto text = TextOf(arguments);
  if (!text) return terminal.Fail(text.error());
  const auto path = arguments.Get("--output");
  if (!path) {
    terminal.Print(*text);
    return cli::kExitPositive;
  }
  if (base::FileExists(*path)) {
    return terminal.Fail(Error{ErrorCode::kUnwritable, *path + " is there already", {}, "name another file with -o"});
  }
  if (const auto written = base::WriteFileAtomically(*path, *text); !written) return terminal.Fail(written.error());
  terminal.Note("wrote " + *path + "; next: assay check " + *path);
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--from-shortlist", "", "ROWS", "public rows, or a shortlist's JSON: one system each"},
    {"--store", "", "FILE", "with --from-shortlist: rows that were imported"},
};

}  // namespace

extern const VerbInfo kVerb_new;
const VerbInfo kVerb_new{
    .name = "new",
    .usage = "server|offline|single-stream|multi-stream|rare-class|own-traffic",
    .summary = "a commented spec to start from",
    .details = "Prints it, or writes it to the file that -o names; never overwrites. --from-shortlist makes it of public "
               "rows: what each is assumed to say is an open claim.",
    .examples = {"assay new rare-class -o spec.yaml",
                 "assay new --from-shortlist 5.1-0001.llama2-70b-99.Server -o try.yaml"},
    .flags = kFlags,
    .min_positional = 0,
    .max_positional = 1,
    .formats = "text",
    .run = &Run,
    .takes_output = true,
};

}  // namespace assay
