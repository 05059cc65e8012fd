// SPDX-License-Identifier: Apache-2.0
#include "run/convert.h"

#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"

namespace assay {
namespace {

std::string AsJson(const run::Conversion& conversion) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.convert/1").Member("to", conversion.to_record ? "record" : "logs");
  json.Key("written").BeginArray();
  for (const std::string& path : conversion.written) json.Value(path);
  json.EndArray().Key("left_out").BeginArray();
  for (const std::string& what : conversion.left_out) json.Value(what);
  json.EndArray().EndObject();
  return text + "\n";
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto conversion = run::Convert(arguments.positional.at(0), arguments.positional.at(1));
  if (!conversion) return terminal.Fail(conversion.error());
  if (terminal.json) {
    terminal.Print(AsJson(*conversion));
    return cli::kExitPositive;
  }
  std::string text;
  for (const std::string& path : conversion->written) text += path + "\n";
  for (const std::string& what : conversion->left_out) text += "left out: " + what + "\n";
  terminal.Print(text);
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_convert;
const VerbInfo kVerb_convert{
    .name = "convert",
    .usage = "IN OUT",
    .summary = "turns LoadGen's logs into a record, and a record into logs",
    .details = "IN is a folder with mlperf_log_* files, or a record.assay or its folder.\n"
               "What the target has no place for is listed; nothing is made up. Only\n"
               "the trace has the times of single samples: without one a performance\n"
               "run can't be a record, and that of an accuracy run has no times.",
    .examples = {"assay convert results/server converted",
                 "assay convert runs/2026-11-29T12-00-00-task/mlp/online/1 logs"},
    .flags = {},
    .min_positional = 2,
    .max_positional = 2,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
