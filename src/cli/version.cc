// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/program_version.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  if (arguments.Get("--format") == "json") {
    std::string text;
    base::JsonWriter json(text, 1);
    json.BeginObject().Member("schema", "assay.version/1").Member("version", run::ProgramVersion());
    json.Key("formats").BeginObject().Member("spec", 1).Member("record", 1).Member("report", 1);
    json.Member("executor_abi", 1).EndObject().EndObject();
    terminal.Print(text + "\n");
  } else {
    terminal.Print("assay " + std::string(run::ProgramVersion()) + "  spec/1 record/1 report/1 executor ABI v1\n");
  }
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_version;
const VerbInfo kVerb_version{
    .name = "version",
    .usage = "",
    .summary = "the program's version and the versions of its formats",
    .details = "",
    .examples = {"assay version", "assay version --format json"},
    .flags = {},
    .min_positional = 0,
    .max_positional = 0,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
