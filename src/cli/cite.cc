// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"
#include "citation/ask_form.h"
#include "citation/citation_json.h"
#include "cli/results/question.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "report/page/citation_page.h"
#include "run/cite.h"
#include "run/cite_text.h"
#include "run/program_version.h"

namespace assay {
namespace {

std::string Rendered(const run::CiteAnswer& answer, std::string_view format, const std::string& source,
                     const RenderOptions& options) {
  if (format == "json") return citation::CitationJson(answer.assessments, answer.not_read);
  if (format == "sarif") return citation::CitationSarif(answer.assessments, answer.not_read, run::ProgramVersion());
  if (format == "markdown") return run::CiteMarkdown(answer);
  if (format == "html") {
    std::vector<std::string> not_read;
    for (const citation::NotRead& each : answer.not_read) {
      not_read.push_back(each.file + (each.part.empty() ? "" : ", " + each.part) + ": " + each.reason);
    }
    return report::CitationPage(answer.assessments, not_read, source, run::ProgramVersion());
  }
  return run::CiteText(answer, options);
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  if (arguments.Has("--spec") && arguments.Has("--needs")) {
    return terminal.Fail(Error{ErrorCode::kUsage, "--spec and --needs both say what is needed", {}, "give one of them"});
  }
  auto rows = cli::LoadRows(arguments);
  if (!rows) return terminal.Fail(rows.error());
  const run::CiteRequest request{.inputs = arguments.positional,
                                 .needs_file = arguments.Get("--needs").value_or(""),
                                 .spec_file = arguments.Get("--spec").value_or(""),
                                 .today = arguments.Get("--today").value_or("")};
  const auto answer = run::Cite(request, std::move(*rows));
  if (!answer) return terminal.Fail(answer.error());
  if (const auto form = arguments.Get("--ask")) {
    if (const auto written = base::WriteFileAtomically(*form, citation::AskForm(answer->assessments)); !written) {
      return terminal.Fail(written.error());
    }
    terminal.Note("wrote " + *form);
  }
  terminal.Print(Rendered(*answer, arguments.Get("--format").value_or("text"), request.inputs.front(), terminal.render));
  return citation::ExitCodeOf(answer->assessments, arguments.Has("--strict"));
}

constexpr cli::FlagInfo kFlags[] = {
    {"--needs", "", "FILE", "our scenario, sla, rate, precision, hardware, …"},
    {"--spec", "", "SPEC", "the same, out of a spec"},
    {"--ask", "", "FILE", "writes a form with the questions for the vendor"},
    {"--strict", "", "", "limited evidence is exit code 1"},
    {"--store", "", "FILE", "rows that were imported, besides those held"},
    {"--today", "", "DATE", "the day on which it is judged (default: today)"},
};

}  // namespace

extern const VerbInfo kVerb_cite;
const VerbInfo kVerb_cite{
    .name = "cite",
    .usage = "\"CLAIM\" | FILE | FOLDER | RESULT-ID …",
    .summary = "what a quoted benchmark number licenses you to claim",
    .details = "Reads a sentence, YAML or JSON fields, a result id, or documents (PPTX, PDF, HTML, Markdown, CSV).\n"
               "Exit 0: EVIDENCE, EVIDENCE-LIMITED. 8: NOT-YET-A-CLAIM, DECORATIVE. 1: VIOLATION,\n"
               "OVERCLAIM, CONTRADICTED.",
    .examples = {"assay cite \"H200 reaches 34,988 tokens/s in MLPerf\"",
                 "assay cite deck.pptx --needs needs.yaml --format html -o citation.html"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 64,
    .formats = "text json sarif markdown html",
    .run = &Run,
};

}  // namespace assay
