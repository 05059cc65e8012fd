// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/catalogue.h"
#include "run/schemas.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const std::string& name = arguments.positional.at(0);
  const auto text = run::SchemaOrReference(name);
  if (!text) return terminal.Fail(text.error());
  terminal.Print(*text);
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_schema;
const VerbInfo kVerb_schema{
    .name = "schema",
    .usage = "spec|report|fit|distance|reference-spec|…",
    .summary = "JSON Schemas of what is read and printed, and the reference pages",
    .details = "spec is the JSON Schema (Draft 2020-12) for editors; report, fit and distance are those of\n"
               "what --format json prints. reference-spec, reference-metrics,\n"
               "reference-executors, reference-arrivals, reference-datasets and reference-errors are the pages\n"
               "under docs/reference/.",
    .examples = {"assay schema spec > schemas/spec.schema.json", "assay schema reference-metrics"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1,
    .formats = "json",
    .run = &Run,
};

}  // namespace assay
