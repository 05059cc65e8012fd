// SPDX-License-Identifier: Apache-2.0
#include "cli/score/result_flags.h"

#include <algorithm>
#include <charconv>
#include <fstream>

#include "cli/shell/slow_work.h"
#include "run/grouped/grouped_score.h"
#include "run/result_file/result_score.h"

namespace assay::cli {
namespace {

constexpr double kTotalsLevel = 0.95;

std::vector<std::string> All(const Arguments& arguments, const char* flag) {
  const auto found = arguments.flags.find(flag);
  return found == arguments.flags.end() ? std::vector<std::string>() : found->second;
}

Result<std::vector<std::uint64_t>> Ranks(const Arguments& arguments) {
  std::vector<std::uint64_t> ranks;
  for (const std::string& text : All(arguments, "--k")) {
    std::uint64_t rank = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    if (error != std::errc() || end != text.data() + text.size() || rank == 0) {
      return Fail(ErrorCode::kUsage, "--k takes a whole number from 1 on, found '" + text + "'");
    }
    if (std::ranges::find(ranks, rank) == ranks.end()) ranks.push_back(rank);
  }
  return ranks;
}

// An object, where an accuracy log is a list.
bool IsJsonObject(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  return path.ends_with(".json") && file >> first && first == '{';
}

}  // namespace

bool IsAboutResults(const Arguments& arguments) {
  const auto has = [&](const FlagInfo& flag) { return arguments.Has(flag.name); };
  if (std::ranges::any_of(kResultFlags, has)) return true;
  if (arguments.Has("--benchmark") || arguments.Has("--score") || arguments.Has("--predicted")) return false;
  const std::string& path = arguments.positional.at(0);
  return run::IsResultFile(path) || (arguments.Has("--truth") && IsJsonObject(path));
}

Result<run::ResultFileOptions> ResultOptionsOf(const Arguments& arguments) {
  run::ResultFileOptions options;
  options.keys = {.id = arguments.Get("--id").value_or(""), .answer = arguments.Get("--answer").value_or(""),
                  .references = All(arguments, "--reference"), .tokens = arguments.Get("--tokens").value_or(""),
                  .question = arguments.Get("--question").value_or("")};
  if (const auto label = arguments.Get("--label"); label && options.keys.references.empty()) options.keys.references = {*label};
  options.truth = arguments.Get("--truth").value_or("");
  options.filter = arguments.Get("--filter").value_or("");
  ASSAY_TRY(ranks, Ranks(arguments));
  options.k = std::move(ranks);
  return options;
}

int ScoreResults(const Arguments& arguments, Terminal& terminal) {
  if (run::IsTotalsFile(arguments.positional.at(0))) {
    if (arguments.Has("--require")) {
      return terminal.Fail(Error{ErrorCode::kUsage, "totals of tasks aren't judged: their samples are", {},
                                 "score samples_TASK_DATE.jsonl beside it, which --log_samples writes"});
    }
    const auto totals = run::ScoreTaskTotals(arguments.positional.at(0), kTotalsLevel);
    if (!totals) return terminal.Fail(totals.error());
    terminal.Print(terminal.json ? run::GroupedJson(*totals) : run::GroupedText(*totals));
    return 0;
  }
  auto options = ResultOptionsOf(arguments);
  if (!options) return terminal.Fail(options.error());
  options->path = arguments.positional.at(0);
  options->metrics = All(arguments, "--metric");
  options->require = All(arguments, "--require");
  const auto score = [&] {
    SlowWork work(terminal, "scored " + options->path);
    options->progress = [&](std::string_view doing) { work.Says(doing); };
    return run::ScoreResultFile(*options);
  }();
  if (!score) return terminal.Fail(score.error());
  terminal.Print(terminal.json ? run::ResultScoreJson(*score) : run::ResultScoreText(*score));
  return score->exit_code();
}

}  // namespace assay::cli
