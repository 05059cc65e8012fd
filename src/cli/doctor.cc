// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/json.h"
#include "base/system_clock.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/host_facts.h"

namespace assay {
namespace {

std::string AsJson(const run::HostFacts& facts, int exit_code) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.doctor/1").Member("fit", facts.unfit.empty());
  json.Member("exit_code", exit_code).Key("host").BeginObject();
  for (const auto& [name, value] : facts.rows) json.Member(name, value);
  json.EndObject();
  json.Key("timer_lateness_ns").BeginObject().Member("waits", facts.lateness.waits);
  json.Member("p50", facts.lateness.p50_ns).Member("p99", facts.lateness.p99_ns);
  json.Member("p999", facts.lateness.p999_ns).Member("max", facts.lateness.max_ns).EndObject();
  for (const auto& [key, list] : {std::pair{"unfit", &facts.unfit}, {"advice", &facts.advice}}) {
    json.Key(key).BeginArray();
    for (const std::string& line : *list) json.Value(line);
    json.EndArray();
  }
  json.EndObject();
  return text + "\n";
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  base::SystemClock clock;
  const run::HostFacts facts = run::ReadHostFacts(clock);
  const int exit_code = !facts.unfit.empty() && arguments.Has("--strict-host") ? cli::kExitHost : cli::kExitPositive;
  if (terminal.json) {
    terminal.Print(AsJson(facts, exit_code));
    return exit_code;
  }
  std::size_t width = 0;
  for (const auto& row : facts.rows) width = std::max(width, row.first.size());
  std::string text = facts.unfit.empty() ? "FIT    to measure\n\n" : "UNFIT  to measure\n\n";
  for (const auto& [name, value] : facts.rows) text += "  " + name + std::string(width - name.size() + 2, ' ') + value + "\n";
  if (!facts.unfit.empty() || !facts.advice.empty()) text += "\n";
  for (const std::string& reason : facts.unfit) text += "  unfit   " + reason + "\n";
  for (const std::string& line : facts.advice) text += "  advice  " + line + "\n";
  terminal.Print(text);
  return exit_code;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--strict-host", "", "", "exit 6 when the host is unfit"},
};

}  // namespace

extern const VerbInfo kVerb_doctor;
const VerbInfo kVerb_doctor{
    .name = "doctor",
    .usage = "",
    .summary = "whether this machine is fit to measure, and why",
    .details = "Clock source, timer lateness, frequency governor, SMT, steal, limits. A run asks the same questions;\n"
               "an unfit host is a warning there, and an error under --strict-host.",
    .examples = {"assay doctor", "assay doctor --strict-host --format json"},
    .flags = kFlags,
    .min_positional = 0,
    .max_positional = 0,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
