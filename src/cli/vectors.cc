// SPDX-License-Identifier: Apache-2.0
#include "run/vectors.h"

#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto cases = run::ReadVectors(arguments.positional);
  if (!cases) return terminal.Fail(cases.error());
  const run::VectorsOutcome outcome = run::RunVectors(*cases);
  terminal.Print(terminal.json ? run::VectorsJson(outcome) : run::VectorsText(outcome));
  if (!outcome.unknown.empty()) return terminal.Fail(outcome.unknown);
  return outcome.different.empty() ? cli::kExitPositive : cli::kExitNegative;
}

}  // namespace

extern const VerbInfo kVerb_vectors;
const VerbInfo kVerb_vectors{
    .name = "vectors",
    .usage = "FILE.jsonl…",
    .summary = "hold this program's metrics against values of their references",
    .details = "A line is {\"id\", \"fn\", \"in\", \"params\", \"expected\"}. Prints id, function, expected\n"
               "and computed value of each line that differs, and a total. Exits 1 if one\n"
               "differs, 3 if a function isn't known. Functions compute as their reference\n"
               "does, also where assay itself says undefined.",
    .examples = {"assay vectors text.jsonl",
                 "assay vectors binary_rank.jsonl confusion.jsonl --format json"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1000,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
