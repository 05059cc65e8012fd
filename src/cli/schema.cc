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
    .usage = "spec|report|scores|plan|compare|slices|why|…",
    .summary = "JSON Schemas of what is read and printed, and the reference pages",
    .details = "spec is the JSON Schema (Draft 2020-12) for editors. The others are those of what --format json prints: "
               "report; scores, judged, judge-scores, groups, mlperf-accuracy of score, and threshold, the file of --save-threshold; plan and labels "
               "of plan; compare, ranking, mlperf-compliance of compare; slices, flips; why; citation of cite; fit; distance.\n"
               "reference-spec, reference-metrics, reference-executors, reference-arrivals, reference-datasets and "
               "reference-errors are the pages under docs/reference/.",
    .examples = {"assay schema spec > schemas/spec.schema.json", "assay schema reference-metrics"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1,
    .formats = "json",
    .run = &Run,
};

}  // namespace assay
