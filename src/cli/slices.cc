// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_report.h"

#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/cell_path.h"
#include "run/slices/flip_report.h"
#include "spec/quantity.h"

namespace assay {
namespace {

Result<std::optional<std::uint64_t>> CountFlag(const cli::Arguments& arguments, std::string_view flag, std::uint64_t low,
                                               std::uint64_t high) {
  const auto text = arguments.Get(flag);
  if (!text) return std::nullopt;
  std::uint64_t value = 0;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, value);
  if (read.ec == std::errc() && read.ptr == end && value >= low && value <= high) return value;
  return Fail(ErrorCode::kUsage, std::string(flag) + " takes a number from " + std::to_string(low) + " to " +
                                     std::to_string(high) + ", found '" + *text + "'");
}

std::vector<std::string> Listed(const cli::Arguments& arguments, std::string_view flag, bool cut_at_comma) {
  std::vector<std::string> list;
  const auto found = arguments.flags.find(flag);
  if (found == arguments.flags.end()) return list;
  for (const std::string& text : found->second) {
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t to = cut_at_comma ? std::min(text.find(',', from), text.size()) : text.size();
      if (to > from) list.push_back(text.substr(from, to - from));
      from = to + 1;
    }
  }
  return list;
}

Result<run::SliceReportOptions> OptionsFrom(const cli::Arguments& arguments) {
  run::SliceReportOptions options{.system = arguments.Get("--system").value_or("")};
  options.by = Listed(arguments, "--by", true);
  options.declared = Listed(arguments, "--slice", false);
  options.spec_path = arguments.Get("--spec").value_or("");
  ASSAY_TRY(depth, CountFlag(arguments, "--depth", 1, 3));
  ASSAY_TRY(min, CountFlag(arguments, "--min", 1, 1'000'000'000));
  ASSAY_TRY(seed, CountFlag(arguments, "--seed", 0, UINT64_MAX));
  options.depth = depth, options.min = min, options.seed = seed.value_or(0);
  if (const auto text = arguments.Get("--fdr")) {
    const auto share = spec::ParseShare(*text);
    if (!share || *share <= 0 || *share >= 1) return Fail(ErrorCode::kUsage, "--fdr takes a share between 0 and 1, found '" + *text + "'");
    options.fdr = *share;
  }
  if (const auto text = arguments.Get("--threshold")) {
    const auto number = spec::ParseNumber(*text);
    if (!number) return Fail(ErrorCode::kUsage, "--threshold takes a number, found '" + *text + "'");
    options.threshold = *number;
  }
  const std::string measure = arguments.Get("--measure").value_or("error");
  if (measure == "squared_error") options.measure = run::ErrorMeasure::kSquaredError;
  else if (measure != "error") return Fail(ErrorCode::kUsage, "--measure takes error or squared_error, found '" + measure + "'");
  return options;
}

int OfFile(const cli::Arguments& arguments, const run::SliceReportOptions& options, cli::Terminal& terminal) {
  run::PredictionColumns columns{.path = arguments.positional.at(0), .id = arguments.Get("--id").value_or("")};
  columns.label = arguments.Get("--label").value_or("label");
  columns.score = arguments.Get("--score").value_or("");
  columns.predicted = arguments.Get("--predicted").value_or("");
  columns.positive = arguments.Get("--positive").value_or("1");
  columns.loss = arguments.Get("--loss").value_or("");
  const auto report = run::SlicesOfFile(columns, options);
  if (!report) return terminal.Fail(report.error());
  terminal.Print(terminal.json ? run::SlicesJson(*report) : run::SlicesText(*report, terminal.render));
  return cli::kExitPositive;
}

int OfFlips(const std::string& directory, const std::string& systems, const run::SliceReportOptions& options,
            cli::Terminal& terminal) {
  const std::size_t comma = systems.find(',');
  if (comma == 0 || comma == systems.npos || comma + 1 == systems.size()) {
    return terminal.Fail(Error{ErrorCode::kUsage, "--flips takes two systems, the baseline first: --flips fp32,int8"});
  }
  const auto report = run::FlipsOfRun(directory, systems.substr(0, comma), systems.substr(comma + 1), options);
  if (!report) return terminal.Fail(report.error());
  terminal.Print(terminal.json ? run::FlipsJson(*report) : run::FlipsText(*report, terminal.render));
  return cli::kExitPositive;
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto options = OptionsFrom(arguments);
  if (!options) return terminal.Fail(options.error());
  if (arguments.Has("--score") || arguments.Has("--predicted") || arguments.Has("--loss")) {
    return OfFile(arguments, *options, terminal);
  }
  const auto directory = run::FindRunDirectory(arguments.positional.at(0));
  if (!directory) {
    Error error = directory.error();
    error.hint = "for a file of predictions name its columns: --label COLUMN and --score, --predicted or --loss COLUMN";
    return terminal.Fail(error);
  }
  if (const auto systems = arguments.Get("--flips")) return OfFlips(*directory, *systems, *options, terminal);
  const auto report = run::SlicesOfRun(*directory, *options);
  if (!report) return terminal.Fail(report.error());
  terminal.Print(terminal.json ? run::SlicesJson(*report) : run::SlicesText(*report, terminal.render));
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--system", "", "ID", "one system of a run (default: all)"},
    {"--flips", "", "A,B", "answers that changed from system A to B instead"},
    {"--by", "", "COLUMN,…", "columns to search (default: all)"},
    {"--slice", "", "TEXT", "named beforehand: a column or a condition; often"},
    {"--depth", "", "N", "columns that a slice may combine, 1 to 3"},
    {"--min", "", "N", "cases of the smallest slice"},
    {"--fdr", "", "SHARE", "false share of the finds, on average (default: 10%)"},
    {"--measure", "", "NAME", "error (default) or squared_error"},
    {"--threshold", "", "NUMBER", "decide at this score instead"},
    {"--spec", "", "FILE", "where the run's spec lies now, if it moved"},
    {"--label", "", "COLUMN", "the right answer (default: label)"},
    {"--score", "", "COLUMN", "score of the positive class"},
    {"--predicted", "", "COLUMN", "the answered class"},
    {"--loss", "", "COLUMN", "a loss of each case"},
    {"--id", "", "COLUMN", "names of the cases"},
    {"--positive", "", "TEXT", "the positive label (default: 1)"},
};

constexpr cli::HelpPage kPages[] = {
    {"file", "the errors of a file of predictions", "A CSV table or JSON lines, a case a row, as `assay score` reads it.",
     std::span(kFlags).last(6), "assay slices preds.csv --label y --score p --slice \"age >= 70\""},
    {"search", "which slices are looked at, and how they are tested",
     "Declared slices are tested first, by Holm. A search over the columns then looks at half of the cases, and what it "
     "suspects is tested on the other half. That no slice is found is a result.",
     std::span(kFlags).subspan(2, 6), "assay slices runs/20261129-165502-flchain --by age,sex --depth 2 --fdr 5%"},
};

}  // namespace

extern const VerbInfo kVerb_slices;
const VerbInfo kVerb_slices{
    .name = "slices",
    .usage = "RUN | FILE --label COLUMN --score COLUMN",
    .summary = "where the errors are; which answers flipped between two systems",
    .details = {},
    .examples = {"assay slices runs/20261129-165502-flchain --flips mlp-fp32,mlp-int8",
                 "assay slices preds.csv --label y --score p --slice \"age >= 70\""},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
    .pages = kPages,
};

}  // namespace assay
