// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "spec/new_spec.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto text = spec::NewSpec(arguments.positional.at(0));
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

}  // namespace

extern const VerbInfo kVerb_new;
const VerbInfo kVerb_new{
    .name = "new",
    .usage = "server|offline|single-stream|multi-stream|rare-class|own-traffic",
    .summary = "a commented spec to start from",
    .details = "Prints it, or writes it to the file that -o names; never overwrites.",
    .examples = {"assay new rare-class -o spec.yaml", "assay new server"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text",
    .run = &Run,
    .takes_output = true,
};

}  // namespace assay
