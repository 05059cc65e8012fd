// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "base/file.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "report/report_format.h"
#include "run/build_report.h"
#include "run/evaluation.h"

namespace assay {
namespace {

// By --format, else by the output file's extension, else text.
Result<const ReportFormatInfo*> FormatFor(const cli::Arguments& arguments) {
  if (const auto name = arguments.Get("--format")) return FindReportFormat(*name);
  const auto path = arguments.Get("--output");
  if (!path) return FindReportFormat("text");
  const std::string extension = std::filesystem::path(*path).extension().string();
  for (const ReportFormatInfo* format : AllReportFormats()) {
    if (format->extension == extension) return format;
  }
  return Fail(ErrorCode::kUsage, "no report format has the extension '" + extension + "'", "name one with --format");
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto directory = run::FindRunDirectory(arguments.positional.at(0));
  if (!directory) return terminal.Fail(directory.error());
  const auto format = FormatFor(arguments);
  if (!format) return terminal.Fail(format.error());
  const auto evaluation = run::EvaluateRun(*directory);
  if (!evaluation) return terminal.Fail(evaluation.error());
  const std::string text = (*format)->render(run::BuildReport(*evaluation), terminal.render);
  if (const auto path = arguments.Get("--output")) {
    if (const auto written = base::WriteFileAtomically(*path, text); !written) return terminal.Fail(written.error());
    terminal.Note("wrote " + *path);
  } else {
    terminal.Print(text);
  }
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_report;
const VerbInfo kVerb_report{
    .name = "report",
    .usage = "RUN [-o FILE]",
    .summary = "a run's report: text, JSON, Markdown, or one HTML file",
    .details = "The format follows --format or the extension of -o.",
    .examples = {"assay report runs/20261129-165502-flchain -o report.html", "assay report RUN --format json"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json html markdown",
    .run = &Run,
    .takes_output = true,
};

}  // namespace assay
