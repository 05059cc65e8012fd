// SPDX-License-Identifier: Apache-2.0
#include "fit/fit_text.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "fit/scenario_fit.h"
#include "fit/traffic_log.h"
#include "fit/traffic_measures.h"
#include "report/page/fit_page.h"
#include "run/program_version.h"

namespace assay {
namespace {

// A number above 0 and below `limit`, behind `prefix`.
Result<double> PositiveNumber(std::string_view flag, std::string_view takes, std::string_view text,
                              std::string_view prefix, double limit) {
  double value = 0;
  if (text.starts_with(prefix)) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + prefix.size(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value > 0 && value < limit) return value;
  }
  return Fail(ErrorCode::kUsage, std::string(flag) + " takes " + std::string(takes) + ", found '" +
                                     std::string(text) + "'");
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  fit::FitQuestion question;
  if (const auto text = arguments.Get("--reference-size")) {
    const auto size = PositiveNumber("--reference-size", "a number above 0", *text, "", HUGE_VAL);
    if (!size) return terminal.Fail(size.error());
    question.reference_size = *size;
  }
  if (const auto text = arguments.Get("--latency")) {
    const auto percent = PositiveNumber("--latency", "a percentile such as p90, p99 or p99.9", *text, "p", 100);
    if (!percent) return terminal.Fail(percent.error());
    question.latency_percentile = *percent / 100;
  }
  const auto log = fit::ReadTrafficLog(arguments.positional.at(0));
  if (!log) return terminal.Fail(log.error());
  const fit::TrafficMeasures measures = fit::MeasureTraffic(*log);
  const fit::ScenarioFit result = fit::FitScenario(measures, question);
  if (arguments.Get("--format").value_or("") == "html") {
    terminal.Print(report::FitPage(*log, measures, result, arguments.positional.at(0), run::ProgramVersion()));
  } else {
    terminal.Print(terminal.json ? fit::FitJson(*log, measures, result) : fit::FitText(*log, measures, result));
  }
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--latency", "", "pNN", "the latency percentile that we need"},
    {"--reference-size", "", "NUMBER", "of the benchmark's inputs, in the log's unit"},
};

}  // namespace

extern const VerbInfo kVerb_fit;
const VerbInfo kVerb_fit{
    .name = "fit",
    .usage = "TRACE | LOG",
    .summary = "which scenario our traffic resembles, and what carries over",
    .details = "Reads CSV (columns t, timestamp or start; end or duration; size; client), JSON lines with these keys,\n"
               "and the common log format. Says what of a public row holds for this traffic: yes, no, or not known.",
    .examples = {"assay fit access.log",
                 "assay fit requests.csv --latency p99 --reference-size 294 --format json"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json html",
    .run = &Run,
};

}  // namespace assay
