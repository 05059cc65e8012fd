// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "cli/results/question.h"
#include "cli/score/result_flags.h"
#include "cli/shell/verb.h"
#include "run/compare/accuracy_drift.h"
#include "run/compare/compare.h"
#include "run/compare/comparison_text.h"
#include "run/compare/judge_comparison.h"
#include "run/compare/ranking.h"
#include "run/worst_required.h"
#include "spec/quantity.h"

namespace assay {
namespace {

Result<double> NumberFlag(const cli::Arguments& arguments, std::string_view flag, double otherwise) {
  const auto text = arguments.Get(flag);
  if (!text) return otherwise;
  double value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error == std::errc() && end == text->data() + text->size() && std::isfinite(value)) return value;
  return Fail(ErrorCode::kUsage, std::string(flag) + " takes a number, found '" + *text + "'");
}

Result<run::CompareRequest> RequestOf(const cli::Arguments& arguments) {
  run::CompareRequest request{.places = arguments.positional};
  request.baseline = arguments.Get("--baseline").value_or("");
  if (const auto found = arguments.flags.find("--metric"); found != arguments.flags.end()) request.metrics = found->second;
  if (const auto rule = arguments.Get("--fail-if")) {
    ASSAY_TRY(parsed, run::ParseFailRule(*rule));
    request.rule = parsed;
  }
  ASSAY_TRY(level, NumberFlag(arguments, "--level", 0.95));
  if (!(level > 0.5 && level < 1)) return Fail(ErrorCode::kUsage, "--level takes a share between 0.5 and 1, such as 0.95");
  request.level = level;
  request.columns.id = arguments.Get("--id").value_or("");
  request.columns.label = arguments.Get("--label").value_or("label");
  request.columns.score = arguments.Get("--score").value_or("");
  request.columns.predicted = arguments.Get("--predicted").value_or("");
  request.columns.positive = arguments.Get("--positive").value_or("1");
  ASSAY_TRY(threshold, NumberFlag(arguments, "--threshold", 0.5));
  request.columns.threshold = threshold;
  request.by_columns = arguments.Has("--score") || arguments.Has("--predicted");
  ASSAY_TRY(results, cli::ResultOptionsOf(arguments));
  request.results = std::move(results);
  return request;
}

Result<run::DriftRequest> DriftRequestOf(const cli::Arguments& arguments) {
  if (arguments.positional.size() != 2) {
    return Fail(ErrorCode::kUsage, "expected two accuracy.txt, of a run and of its audit run");
  }
  run::DriftRequest request{.run = arguments.positional[0], .audit = arguments.positional[1],
                            .round = arguments.Get("--round").value_or(""),
                            .benchmark = arguments.Get("--benchmark").value_or(""), .within = {}};
  const auto found = arguments.flags.find("--within");
  if (found == arguments.flags.end()) return request;
  for (const std::string& text : found->second) {
    const std::size_t equals = text.find('=');
    const auto share = equals == text.npos ? std::nullopt : std::optional(spec::ParseShare(text.substr(equals + 1)));
    if (!share || !*share) return Fail(ErrorCode::kUsage, "--within takes METRIC=SHARE, such as FID_SCORE=2%, found '" + text + "'");
    request.within.emplace_back(text.substr(0, equals), **share);
  }
  return request;
}

int CompareAudit(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto request = DriftRequestOf(arguments);
  if (!request) return terminal.Fail(request.error());
  const auto drift = run::CompareAccuracyTxt(*request);
  if (!drift) return terminal.Fail(drift.error());
  terminal.Print(terminal.json ? run::DriftJson(*drift) : run::DriftText(*drift));
  return run::ExitCodeOfOutcome(drift->outcome);
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto is_accuracy_txt = [](const std::string& place) { return place.ends_with("accuracy.txt"); };
  if (arguments.Has("--within") || std::ranges::all_of(arguments.positional, is_accuracy_txt)) return CompareAudit(arguments, terminal);
  auto request = RequestOf(arguments);
  if (!request) return terminal.Fail(request.error());
  if (const auto metric = arguments.Get("--rank")) {
    request->metrics.push_back(*metric);
    const auto ranking = run::RankSides(*request);
    if (!ranking) return terminal.Fail(ranking.error());
    terminal.Print(terminal.json ? run::RankingJson(*ranking) : run::RankingText(*ranking));
    return 0;
  }
  // The rows live as long as they are looked at.
  std::optional<results::RowSet> rows;
  for (const std::string& place : arguments.positional) {
    constexpr std::string_view kPublished = "results:";
    if (!place.starts_with(kPublished)) continue;
    auto loaded = cli::LoadRows(arguments);
    if (!loaded) return terminal.Fail(loaded.error());
    rows.emplace(*std::move(loaded));
    const auto row = cli::FindRow(*rows, std::string_view(place).substr(kPublished.size()));
    if (!row) return terminal.Fail(row.error());
    request->row = *row;
    break;
  }
  const auto outcome = run::Compare(*request);
  if (!outcome) return terminal.Fail(outcome.error());
  terminal.Print(terminal.json ? run::ComparisonJson(*outcome) : run::ComparisonText(*outcome));
  return outcome->exit_code;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--baseline", "", "NAME", "a system of the run, or one of the places"},
    {"--metric", "", "NAME", "only this metric, confirmed; may be given often"},
    {"--rank", "", "METRIC", "all in order, and which aren't shown to differ"},
    {"--fail-if", "", "worse=SHARE", "a verdict: 2% of the baseline, 0.02 absolute"},
    {"--level", "", "SHARE", "of intervals and tests (default: 0.95)"},
    {"--label", "", "COLUMN", "the right answer (default: label)"},
    {"--score", "", "COLUMN", "score of the positive class"},
    {"--predicted", "", "COLUMN", "the class that was answered"},
    {"--id", "", "COLUMN", "names of the cases"},
    {"--positive", "", "TEXT", "label of the positive class (default: 1)"},
    {"--threshold", "", "NUMBER", "decision: score >= NUMBER (default: 0.5)"},
    {"--answer", "", "KEY", "what was answered, in words; or the ranked documents"},
    {"--reference", "", "KEY", "the right answer or answers; may be given often"},
    {"--question", "", "KEY", "answers with one value answer one question"},
    {"--filter", "", "NAME", "of the samples of lm-evaluation-harness"},
    {"--truth", "", "FILE", "right answers of boxes, trec runs, SQuAD"},
    {"--k", "", "NUMBER", "for recall_at_k, pass_at_k"},
    {"--within", "", "METRIC=SHARE", "how far apart they may be; may be given often"},
    {"--round", "", "NAME", "with --benchmark, whose table says it"},
    {"--benchmark", "", "NAME", "see --round"},
};
constexpr std::span kAllFlags(kFlags);

constexpr cli::HelpPage kPages[] = {
    {"labels", "tables of labels with scores or answered classes", "Cases are paired by id; other cases or labels are refused (exit 4).",
     kAllFlags.subspan(5, 6), "assay compare old.csv new.csv --score p --label y --metric recall"},
    {"texts", "answers in words, boxes, rankings, tries",
     "Files as `assay score` reads them, paired item by item; other items, or answered by one side alone, are refused (exit 4).",
     kAllFlags.subspan(11, 6), "assay compare old.jsonl new.jsonl --answer said --reference right"},
    {"audits", "two accuracy.txt, of a run and its audit run",
     "Exit 0: within the tolerance; 1: not; 8: a number is missing.", kAllFlags.subspan(17),
     "assay compare accuracy.txt audit/accuracy.txt --within acc=0.1%"},
};

}  // namespace

extern const VerbInfo kVerb_compare;
const VerbInfo kVerb_compare{
    .name = "compare",
    .usage = "RUN | A B … | RUN results:ROW [--fail-if worse=2%]",
    .summary = "paired differences with intervals, in sentences",
    .details = "RUN may be RUN/SYSTEM. Exit 0: not worse; 1: worse; 7: open; 8: not measured.",
    .examples = {"assay compare runs/20261129-165502-flchain --fail-if worse=2%",
                 "assay compare old.csv new.csv --score p --label y --metric recall"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 64,
    .formats = "text json",
    .run = &Run,
    .pages = kPages,
};

}  // namespace assay
