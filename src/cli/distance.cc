// SPDX-License-Identifier: Apache-2.0
#include "fit/distance.h"

#include <charconv>
#include <cmath>
#include <string>

#include "cli/results/question.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "fit/distance_text.h"
#include "report/page/distance_page.h"
#include "run/distance_sides.h"
#include "run/program_version.h"
#include "run/run_spec.h"

namespace assay {
namespace {

Result<std::optional<double>> SizeOf(const cli::Arguments& arguments, std::string_view flag) {
  const auto text = arguments.Get(flag);
  if (!text) return std::nullopt;
  double value = 0;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, value);
  if (read.ec == std::errc() && read.ptr == end && value > 0 && std::isfinite(value)) return value;
  return Fail(ErrorCode::kUsage,
              std::string(flag) + " takes a number above 0, found '" + *text + "'");
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto input = SizeOf(arguments, "--input-size");
  if (!input) return terminal.Fail(input.error());
  const auto output = SizeOf(arguments, "--output-size");
  if (!output) return terminal.Fail(output.error());
  const std::string& path = arguments.positional.at(1);
  const auto sets = arguments.Sets();
  if (!sets) return terminal.Fail(sets.error());
  const auto spec = run::ReadAndCheck(path, *sets);
  if (!spec) return terminal.Fail(spec.error());
  const auto rows = cli::LoadRows(arguments);
  if (!rows) return terminal.Fail(rows.error());
  const auto row = cli::FindRow(*rows, arguments.positional.at(0));
  if (!row) return terminal.Fail(row.error());
  const auto axes = fit::MeasureDistance(run::DistanceSidesOf(**row, *spec, {*input, *output}));
  const std::string name = results::RowName(**row);
  if (arguments.Get("--format").value_or("") == "html") {
    terminal.Print(report::DistancePage(axes, name, path, run::ProgramVersion()));
  } else {
    terminal.Print(terminal.json ? fit::DistanceJson(axes, name, path)
                                 : fit::DistanceText(axes, name, path));
  }
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", "overrides a spec key; may be given often"},
    {"--input-size", "", "NUMBER", "mean size of our inputs, in the benchmark's unit"},
    {"--output-size", "", "NUMBER", "mean size of our answers, in the benchmark's unit"},
    {"--store", "", "FILE", "rows of a store as well"},
};

}  // namespace

extern const VerbInfo kVerb_distance;
const VerbInfo kVerb_distance{
    .name = "distance",
    .usage = "ROW SPEC",
    .summary = "how far a public row's task is from ours, axis by axis",
    .details =
        "ROW is a name as `assay results list` shows it. Twelve axes, each with an effect size "
        "where there is one,\n"
        "and what it lets one carry over. There is no total: axes don't add up.",
    .examples =
        {"assay distance 5.1-0005.llama2-70b-99.9.Server spec.yaml",
         "assay distance 5.1-0005.llama2-70b-99.9.Server spec.yaml --format html"},
    .flags = kFlags,
    .min_positional = 2,
    .max_positional = 2,
    .formats = "text json html",
    .run = &Run,
};

}  // namespace assay
