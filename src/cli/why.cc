// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "base/system_clock.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/cell_path.h"
#include "run/why/case_story.h"
#include "spec/quantity.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  run::CaseStoryOptions options{.system = arguments.Get("--system").value_or(""), .spec_path = arguments.Get("--spec").value_or("")};
  options.ask_model = !arguments.Has("--no-model");
  if (const auto text = arguments.Get("--neighbours")) {
    const char* const end = text->data() + text->size();
    const auto read = std::from_chars(text->data(), end, options.neighbours);
    if (read.ec != std::errc() || read.ptr != end || options.neighbours < 1 || options.neighbours > 100) {
      return terminal.Fail(Error{ErrorCode::kUsage, "--neighbours takes a number from 1 to 100, found '" + *text + "'"});
    }
  }
  if (const auto text = arguments.Get("--threshold")) {
    const auto number = spec::ParseNumber(*text);
    if (!number) return terminal.Fail(Error{ErrorCode::kUsage, "--threshold takes a number, found '" + *text + "'"});
    options.threshold = *number;
  }
  const auto directory = run::FindRunDirectory(arguments.positional.at(0));
  if (!directory) return terminal.Fail(directory.error());
  base::SystemClock clock(base::SystemClock::kMinLeadNs);
  const auto story = run::TellCase(*directory, arguments.positional.at(1), options, clock);
  if (!story) return terminal.Fail(story.error());
  terminal.Print(terminal.json ? run::CaseJson(*story) : run::CaseText(*story, terminal.render));
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--system", "", "ID", "whose errors and inputs (default: the first)"},
    {"--neighbours", "-k", "N", "like cases shown of each kind (default: 3)"},
    {"--threshold", "", "NUMBER", "decide at this score instead"},
    {"--spec", "", "FILE", "where the run's spec lies now, if it moved"},
    {"--no-model", "", "", "don't ask the system again"},
};

}  // namespace

extern const VerbInfo kVerb_why;
const VerbInfo kVerb_why{
    .name = "why",
    .usage = "RUN CASE",
    .summary = "everything about one case of a run",
    .details = "Its input, every answer, its slices, the cases most like it, and what the system answers when its inputs are\n"
               "changed one at a time. Local: says what this model did near this case, not why in general.",
    .examples = {"assay why runs/20261129-165502-flchain flchain-4687", "assay why RUN CASE --system mlp-int8 --format json"},
    .flags = kFlags,
    .min_positional = 2,
    .max_positional = 2,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
