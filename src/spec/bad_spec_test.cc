// SPDX-License-Identifier: Apache-2.0
// One case per way to get a spec wrong. Lines and columns were counted by hand in the text beside
// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "spec/error_text.h"
#include "spec/read_spec.h"

namespace assay::spec {
namespace {

// Three good lines, so that the first line of a case is line 4.
constexpr std::string_view kGood =
    "assay: spec/1\n"
    "task: {name: t, kind: multiclass}\n"
    "systems: [{id: a, executor: \"null\"}]\n";

// The same with data, for what hangs on data.
constexpr std::string_view kGoodBinary =
    "assay: spec/1\n"
    "task: {name: t, kind: binary, positive: \"1\"}\n"
    "systems: [{id: a, executor: \"null\"}]\n"
    "data: {tune: {path: t.csv}, certify: {path: c.csv}}\n";

Names FewNames() {
  return Names{{"accuracy", "average_precision_at_base_rate", "cost_per_request", "latency_p99", "precision", "precision_at_base_rate", "recall", "throughput"},
               {"null", "onnxruntime", "synthetic"},
               {"constant", "gamma", "poisson", "replay"},
               {"csv", "idx", "jsonl"}};
}

struct Bad {
  std::string_view start, text;
  ErrorCode code;
  int line, column;
  std::string_view path, hint;
};

constexpr std::string_view kNone = "";

// clang-format off: one case a line
constexpr Bad kBad[] = {
    // Keys.
    {kGood, "trafic: []\n", ErrorCode::kUnknownKey, 4, 1, "trafic", "did you mean 'traffic'?"},
    {kGood, "stats: {sed: 1}\n", ErrorCode::kUnknownKey, 4, 9, "stats.sed", "did you mean 'seed'?"},
    {kGood, "stats:\n  level: 0.9\n  lev: 0.9\n", ErrorCode::kUnknownKey, 6, 3, "stats.lev", "did you mean 'level'?"},
    {kGood, "stats: {seed: 1, seed: 2}\n", ErrorCode::kDuplicateKey, 4, 18, "stats", "the first is in line 4; take one of them out"},
    {kGood, "traffic: [{name: b, scenario: Offline, Duration: 4s}]\n", ErrorCode::kUnknownKey, 4, 40, "traffic.b.Duration", "did you mean 'duration'?"},
    {kNone, "task: {name: t, kind: binary}\nsystems: [{id: a, executor: \"null\"}]\n", ErrorCode::kMissingKey, 1, 1, "assay", "for example assay: spec/1"},
    {kNone, "assay: spec/2\ntask: {name: t, kind: binary}\nsystems: [{id: a, executor: \"null\"}]\n", ErrorCode::kOutOfRange, 1, 8, "assay", "this release reads the grammar spec/1"},
    {kNone, "assay: spec/1\ntask: {name: t}\nsystems: [{id: a, executor: \"null\"}]\n", ErrorCode::kMissingKey, 2, 1, "task.kind", "for example kind: binary"},
    {kNone, "[1, 2]\n", ErrorCode::kWrongType, 1, 1, "", ""},
    {kNone, "just text\n", ErrorCode::kWrongType, 1, 1, "", ""},
    {kNone, "", ErrorCode::kSyntax, 1, 1, "", ""},
    {kNone, "assay: spec/1\ntask: {name: t, kind: multiclass}\nsystems: []\n", ErrorCode::kMissingKey, 3, 10, "systems", ""},
    // Known and not built.
    {kGood, "safety: {attacks: []}\n", ErrorCode::kUnsupported, 4, 1, "safety", "take it out, or write it as x-safety to keep it"},
    {kGood, "slices: {declared: [\"age >=\"]}\n", ErrorCode::kBadBound, 4, 21, "slices.declared", "join conditions by \"and\""},
    {kGood, "slices: {search: {depth: 4}}\n", ErrorCode::kOutOfRange, 4, 26, "slices.search.depth", ""},
    {kGood, "slices: {search: {fdr: 1}}\n", ErrorCode::kOutOfRange, 4, 24, "slices.search.fdr", ""},
    {kGood, "include: base.yaml\n", ErrorCode::kUnsupported, 4, 1, "include", "take it out, or write it as x-include to keep it"},
    {kGood, "traffic: [{name: b, arrivals: {burst: {on: 1s}}, rate: 4/s}]\n", ErrorCode::kUnsupported, 4, 32, "traffic.b.arrivals", "built: constant, poisson, gamma, replay"},
    {kNone, "assay: spec/1\ntask: {name: t, kind: qa}\nsystems: [{id: a, executor: \"null\"}]\n", ErrorCode::kUnsupported, 2, 23, "task.kind", "built: binary, multiclass"},
    {kNone, "assay: spec/1\ntask: {name: t, kind: binary}\nsystems: [{id: a, executor: openvino}]\n", ErrorCode::kUnsupported, 3, 29, "systems.a.executor", "known: null, onnxruntime, synthetic"},
    {kGood, "costs: {review: {factor: 2}}\n", ErrorCode::kMissingKey, 4, 9, "costs.review.column", "for example column: funded_amnt"},
    {kGood, "costs: {fn: {column: c, factor: -1}}\n", ErrorCode::kOutOfRange, 4, 33, "costs.fn.factor", ""},
    {kGood, "costs: {fn: {column: c, faktor: 2}}\n", ErrorCode::kUnknownKey, 4, 25, "costs.fn.faktor", "did you mean 'factor'?"},
    // Types.
    {kGood, "stats: 5\n", ErrorCode::kWrongType, 4, 8, "stats", ""},
    {kGood, "stats: {repeat: many}\n", ErrorCode::kWrongType, 4, 17, "stats.repeat", ""},
    {kGood, "stats: {repeat: \"3\"}\n", ErrorCode::kWrongType, 4, 17, "stats.repeat", "write it without quotes"},
    {kGood, "stats: {interleave: yes}\n", ErrorCode::kWrongType, 4, 21, "stats.interleave", ""},
    {kGood, "scoring: {report: accuracy}\n", ErrorCode::kWrongType, 4, 19, "scoring.report", "one entry is a list of one: [accuracy]"},
    {kGood, "traffic: {name: b, scenario: Offline}\n", ErrorCode::kWrongType, 4, 10, "traffic", "one entry is a list of one: start it with \"- \""},
    {kGood, "scoring: {primary: }\n", ErrorCode::kWrongType, 4, 20, "scoring.primary", ""},
    {kGood, "data: {main: {path: [a]}}\n", ErrorCode::kWrongType, 4, 21, "data.main.path", ""},
    // Quantities and ranges.
    {kGood, "traffic: [{name: b, scenario: Server, rate: 0/s}]\n", ErrorCode::kOutOfRange, 4, 45, "traffic.b.rate", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: -5/s}]\n", ErrorCode::kOutOfRange, 4, 45, "traffic.b.rate", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: NaN/s}]\n", ErrorCode::kOutOfRange, 4, 45, "traffic.b.rate", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: +Inf/s}]\n", ErrorCode::kBadQuantity, 4, 45, "traffic.b.rate", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: inf/s}]\n", ErrorCode::kOutOfRange, 4, 45, "traffic.b.rate", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: 400}]\n", ErrorCode::kBadQuantity, 4, 45, "traffic.b.rate", ""},
    {kGood, "traffic:\n  - {name: b, scenario: Offline, duration: 10}\n", ErrorCode::kBadQuantity, 5, 44, "traffic.b.duration", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: 4/s, latency: {at_most: 0ms}}]\n", ErrorCode::kOutOfRange, 4, 69, "traffic.b.latency.at_most", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: 4/s, latency: {percentile: 1, at_most: 1ms}}]\n", ErrorCode::kOutOfRange, 4, 72, "traffic.b.latency.percentile", ""},
    {kGood, "traffic: [{name: b, arrivals: {gamma: {shape: nan}}, rate: 4/s}]\n", ErrorCode::kOutOfRange, 4, 47, "traffic.b.arrivals.gamma.shape", ""},
    {kGood, "stats: {seed: 18446744073709551616}\n", ErrorCode::kOutOfRange, 4, 15, "stats.seed", ""},
    {kGood, "stats: {seed: -1}\n", ErrorCode::kOutOfRange, 4, 15, "stats.seed", ""},
    {kGood, "stats: {repeat: 2.5}\n", ErrorCode::kOutOfRange, 4, 17, "stats.repeat", ""},
    {kGood, "stats: {level: 1}\n", ErrorCode::kOutOfRange, 4, 16, "stats.level", ""},
    {kGood, "costs: {fn: 120}\n", ErrorCode::kBadQuantity, 4, 13, "costs.fn", ""},
    {kGood, "serving: {price: {host: 1.84EUR, source: 2026}}\n", ErrorCode::kBadQuantity, 4, 25, "serving.price.host", ""},
    {kGood, "traffic: [{name: a/b, scenario: Offline}]\n", ErrorCode::kOutOfRange, 4, 18, "traffic.a/b.name", ""},
    {kGood, "data: {base_rate: {value: 0.01, interval: [0.02, 0.03]}}\n", ErrorCode::kContradiction, 4, 43, "data.base_rate.interval", ""},
    // Names.
    {kNone, "assay: spec/1\ntask: {name: t, kind: binray}\nsystems: [{id: a, executor: \"null\"}]\n", ErrorCode::kUnknownName, 2, 23, "task.kind", "did you mean 'binary'?"},
    {kGood, "traffic: [{name: b, scenario: server, rate: 4/s}]\n", ErrorCode::kUnknownName, 4, 31, "traffic.b.scenario", "did you mean 'Server'?"},
    {kGood, "traffic: [{name: b, arrivals: poison, rate: 4/s}]\n", ErrorCode::kUnknownName, 4, 31, "traffic.b.arrivals", "did you mean 'poisson'?"},
    {kGood, "scoring: {primary: acuracy}\n", ErrorCode::kUnknownName, 4, 20, "scoring.primary", "did you mean 'accuracy'?"},
    {kNone, "assay: spec/1\ntask: {name: t, kind: binary}\nsystems: [{id: a, executor: onnx_runtime}]\n", ErrorCode::kUnknownName, 3, 29, "systems.a.executor", "did you mean 'onnxruntime'?"},
    {kGood, "data: {main: {path: a.csv, format: cvs}}\n", ErrorCode::kUnknownName, 4, 36, "data.main.format", "did you mean 'csv'?"},
    // References.
    {kNone, "assay: spec/1\ntask: {name: t, kind: binary}\nsystems:\n  - {id: fp32, executor: \"null\"}\n  - {id: int8, executor: \"null\", baseline: fp23}\n", ErrorCode::kBadReference, 5, 44, "systems.int8.baseline", "did you mean 'fp32'?"},
    {kGood, "claims: [{id: c, metric: accuracy, bound: \">= 99% of b\"}]\n", ErrorCode::kBadReference, 4, 43, "claims.c.bound", "known: a"},
    {kGood, "claims: [{id: c, metric: accuracy, bound: \">= 1%\", for: {system: b}}]\n", ErrorCode::kBadReference, 4, 66, "claims.c.for.system", "known: a"},
    {kGood, "claims: [{id: c, metric: accuracy, bound: \">= 1%\", for: {traffic: b}}]\n", ErrorCode::kBadReference, 4, 67, "claims.c.for.traffic", "it defines none at all"},
    {kGood, "decision: {require: [sla]}\n", ErrorCode::kBadReference, 4, 21, "decision.require", "it defines none at all"},
    {kGood, "claims: [{id: c, metric: recall, bound: \">= 0.7\", given: operating_point}]\n", ErrorCode::kBadReference, 4, 58, "claims.c.given", "add the block, or leave 'given' out"},
    {kNone, "assay: spec/1\ntask: {name: t, kind: multiclass}\nsystems: [{id: a, executor: \"null\"}, {id: a, executor: \"null\"}]\n", ErrorCode::kDuplicateKey, 3, 43, "systems.a.id", "the first is in line 3"},
    // Bounds and conditions.
    {kGood, "claims: [{id: c, metric: accuracy, bound: 0.7}]\n", ErrorCode::kBadBound, 4, 43, "claims.c.bound", "OP is one of <= >= < > =="},
    {kGood, "claims: [{id: c, metric: accuracy}]\n", ErrorCode::kMissingKey, 4, 10, "claims.c.bound", "for example bound: \">= 0.70\""},
    {kGood, "claims: [{id: c, metric: accuracy, bound: \">= nan\"}]\n", ErrorCode::kOutOfRange, 4, 43, "claims.c.bound", ""},
    {kGood, "claims: [{id: c, metric: accuracy, bound: \">= 1\", slot: 8}]\n", ErrorCode::kOutOfRange, 4, 57, "claims.c.slot", ""},
    {kGood, "claims: [{id: c, metric: cost_per_request, bound: \"<= 5%\"}]\nserving: {price: {host: 1EUR/h, source: \"2026\"}}\n", ErrorCode::kBadBound, 4, 51, "claims.c.bound", "for example \"<= 0.02EUR/1000\""},
    {kGoodBinary, "operating_point: {subject_to: \"precision\"}\n", ErrorCode::kBadBound, 5, 31, "operating_point.subject_to", ""},
    // Contradictions.
    {kGood, "traffic: [{name: b, scenario: Server, arrivals: poisson, rate: 4/s}]\n", ErrorCode::kContradiction, 4, 39, "traffic.b.arrivals", "Server is Poisson by itself; take one of them out"},
    {kGood, "traffic: [{name: b}]\n", ErrorCode::kMissingKey, 4, 11, "traffic.b", "for example scenario: Server"},
    {kGood, "traffic: [{name: b, scenario: Server}]\n", ErrorCode::kMissingKey, 4, 11, "traffic.b.rate", "for example rate: 400/s"},
    {kGood, "traffic: [{name: b, scenario: Offline, rate: 4/s}]\n", ErrorCode::kContradiction, 4, 40, "traffic.b.rate", "it belongs to Server, Interactive, constant, poisson, gamma; take it out"},
    {kGood, "traffic: [{name: b, scenario: MultiStream, interval: 50ms}]\n", ErrorCode::kContradiction, 4, 44, "traffic.b", "for the current rule take samples_per_query alone"},
    {kGood, "traffic: [{name: b, arrivals: replay}]\n", ErrorCode::kMissingKey, 4, 21, "traffic.b.arrivals.replay", "for example {replay: {file: monday.csv}}"},
    {kGood, "traffic: [{name: b, scenario: Offline, mode: find-peak}]\n", ErrorCode::kContradiction, 4, 46, "traffic.b.mode", ""},
    {kGood, "traffic: [{name: b, scenario: Server, rate: 4/s, min_queries: 458, latency: {at_most: 5ms}}]\n", ErrorCode::kUndecidable, 4, 63, "traffic.b.min_queries", "set min_queries to at least 459, or leave it out"},
    {kGood, "traffic: [{name: b, scenario: SingleStream, min_queries: 63, latency: {percentile: 0.9, at_most: 5ms}}]\n", ErrorCode::kUndecidable, 4, 58, "traffic.b.min_queries", "set min_queries to at least 64, or leave it out"},
    {kGood, "claims: [{id: c, metric: precision, bound: \">= 0.9\"}]\n", ErrorCode::kMissingKey, 4, 26, "claims.c.metric", "add data.base_rate: {value: …, source: …}"},
    {kGood, "claims: [{id: c, metric: precision_at_base_rate, bound: \">= 0.9\"}]\n", ErrorCode::kMissingKey, 4, 26, "claims.c.metric", "add data.base_rate: {value: …, source: …}"},
    {kGood, "claims: [{id: c, metric: average_precision_at_base_rate, bound: \">= 0.9\"}]\n", ErrorCode::kMissingKey, 4, 26, "claims.c.metric", "add data.base_rate: {value: …, source: …}"},
    {kGood, "claims: [{id: c, metric: cost_per_request, bound: \"<= 1EUR\"}]\n", ErrorCode::kMissingKey, 4, 26, "claims.c.metric", "add serving.price: {host: 1.84EUR/h, source: \"quote 2026-11-03\"}"},
    {kGood, "serving: {price: {host: 1EUR/h, source: quote}, cost_bound: \"<= 1EUR\"}\n", ErrorCode::kMissingKey, 4, 41, "serving.price.source", "for example source: \"quote 2026-11-03\""},
    {kGood, "costs: {fn: 1EUR, fp: 1USD}\n", ErrorCode::kContradiction, 4, 23, "costs.fp", ""},
    {kNone, "assay: spec/1\ntask: {name: t, kind: binary, positive: 1}\nsystems: [{id: a, executor: \"null\"}]\ndata: {tune: {path: a.csv}, certify: {path: ./a.csv}}\n", ErrorCode::kContradiction, 4, 45, "data.certify.path", "name another file, or part it by the key split"},
    {kNone, "assay: spec/1\ntask: {name: t, kind: binary}\nsystems: [{id: a, executor: \"null\"}]\ndata: {main: {path: a.csv}}\n", ErrorCode::kMissingKey, 2, 7, "task.positive", "for example positive: \"1\""},
    {kGoodBinary, "operating_point: {subject_to: \"precision >= 0.2\", at: base_rate}\n", ErrorCode::kMissingKey, 5, 55, "operating_point.at", "add data.base_rate: {value: …, source: …}"},
};
// clang-format on

TEST(BadSpec, EveryWayToGetItWrong) {
  ASSERT_GE(std::size(kBad), 40u);
  for (const Bad& bad : kBad) {
    const std::string text = std::string(bad.start) + std::string(bad.text);
    const auto spec = ReadSpecText(text, "s.yaml", {}, FewNames());
    ASSERT_FALSE(spec.has_value()) << text;
    ASSERT_EQ(spec.error().size(), 1u) << FormatErrors(spec.error(), false);
    const Error& error = spec.error().front();
    const std::string shown = FormatErrors(spec.error(), false);
    EXPECT_EQ(CodeText(error.code), CodeText(bad.code)) << shown;
    ASSERT_FALSE(error.where.empty()) << shown;
    EXPECT_EQ(error.where.front().line, bad.line) << shown;
    EXPECT_EQ(error.where.front().column, bad.column) << shown;
    EXPECT_EQ(error.where.front().path, bad.path) << shown;
    EXPECT_EQ(error.hint, bad.hint) << shown;
  }
}

TEST(BadSpec, AllErrorsOfAFileAtOnce) {
  constexpr std::string_view kText =
      "assay: spec/1\n"
      "task: {name: t, kind: binray}\n"
      "systems:\n"
      "  - {id: a, executor: nul, threads: many}\n"
      "traffic:\n"
      "  - {name: online, scenario: Server, rate: 0/s, latncy: {at_most: 10ms}}\n";
  const auto spec = ReadSpecText(kText, "s.yaml", {}, FewNames());
  ASSERT_FALSE(spec.has_value());
  EXPECT_EQ(
      FormatErrors(spec.error(), false),
      "s.yaml:2:23: error: task.kind: expected one of binary, multiclass, found 'binray' [E0102]\n"
      "      2 | task: {name: t, kind: binray}\n"
      "        |                       ^\n"
      "  help: did you mean 'binary'?\n"
      "\n"
      "s.yaml:4:23: error: systems.a.executor: no executor is named 'nul' [E0102]\n"
      "      4 |   - {id: a, executor: nul, threads: many}\n"
      "        |                       ^\n"
      "  help: did you mean 'null'?\n"
      "\n"
      "s.yaml:4:37: error: systems.a.threads: expected a whole number from 1 to 4096, found 'many' "
      "[E0304]\n"
      "      4 |   - {id: a, executor: nul, threads: many}\n"
      "        |                                     ^\n"
      "\n"
      "s.yaml:6:44: error: traffic.online.rate: expected a rate above 0, found '0/s' [E0306]\n"
      "      6 |   - {name: online, scenario: Server, rate: 0/s, latncy: {at_most: 10ms}}\n"
      "        |                                            ^\n"
      "\n"
      "s.yaml:6:49: error: traffic.online.latncy: unknown key 'latncy' in traffic[] [E0302]\n"
      "      6 |   - {name: online, scenario: Server, rate: 0/s, latncy: {at_most: 10ms}}\n"
      "        |                                                 ^\n"
      "  help: did you mean 'latency'?\n");
}

TEST(BadSpec, ErrorsOfByteOrderMarkAndLineEndsStandWhereTheyAre) {
  const auto spec = ReadSpecText(
      "\xEF\xBB\xBF"
      "asay: spec/1\r\ntask: {name: t, kind: binary}\r\nsystems: 3\r\n",
      "s.yaml", {});
  ASSERT_FALSE(spec.has_value());
  ASSERT_EQ(spec.error().size(), 3u);
  EXPECT_EQ(spec.error()[1].where[0].source, "asay: spec/1");
  EXPECT_EQ(spec.error()[1].where[0].column, 1);
  EXPECT_EQ(spec.error()[2].where[0].line, 3);
  EXPECT_EQ(spec.error()[2].where[0].source, "systems: 3");
}

TEST(BadSpec, ManyErrorsAreCounted) {
  std::string text(kGood);
  for (int i = 0; i < 250; ++i) text += "wrong" + std::to_string(i) + ": 1\n";
  const auto spec = ReadSpecText(text, "s.yaml", {});
  ASSERT_FALSE(spec.has_value());
  ASSERT_EQ(spec.error().size(), 101u);
  EXPECT_EQ(spec.error().back().what, "and 150 more errors");
}

TEST(BadSpec, LongLinesAreCutAroundTheCaret) {
  Error error{ErrorCode::kWrongType,
              "expected x",
              {Where{"s.json", 1, 301, "a", std::string(300, 'u') + "é!" + std::string(300, 'v')}},
              {}};
  const std::string text = FormatErrors({error}, false);
  EXPECT_LT(text.size(), 400u);
  EXPECT_NE(text.find("…" + std::string(60, 'u') + "é!"), std::string::npos) << text;
  EXPECT_NE(text.find("\n        | " + std::string(61, ' ') + "^\n"), std::string::npos) << text;
}

TEST(BadSpec, ColourOnlyComesOnTop) {
  Error error{ErrorCode::kWrongType, "expected x", {Where{"s.yaml", 1, 1, "a", "a: 1"}}, "do y"};
  std::string colored = FormatErrors({error}, true);
  EXPECT_NE(colored.find("\x1b["), std::string::npos);
  for (std::size_t at; (at = colored.find('\x1b')) != std::string::npos;)
    colored.erase(at, colored.find('m', at) - at + 1);
  EXPECT_EQ(colored, FormatErrors({error}, false));
}

TEST(BadSpec, TerminalCodesInAFileDontReachTheTerminal) {
  Error error{ErrorCode::kWrongType, "expected x", {Where{"s.yaml", 1, 3, "a", "a\x1b[2Jb"}}, {}};
  EXPECT_EQ(FormatErrors({error}, false).find('\x1b'), std::string::npos);
}

TEST(BadSpec, Warnings) {
  const std::string text =
      std::string(kGood) +
      "traffic: [{name: b, scenario: Server, rate: 4/s, duration: 10s},\n"
      "  {name: c, scenario: Server, rate: 4/s, duration: 10s, latency: {at_most: 5ms}}]\n"
      "claims: [{id: c, metric: throughput, bound: \">= 1/s\"}]\n";
  const auto spec = ReadSpecText(text, "s.yaml", {}, FewNames());
  ASSERT_TRUE(spec.has_value()) << FormatErrors(spec.error(), false);
  ASSERT_EQ(spec->warnings.size(), 2u) << FormatErrors(spec->warnings, false, "warning");
  EXPECT_EQ(spec->warnings[0].where[0].path, "traffic.b");
  EXPECT_EQ(
      spec->warnings[1].what,
      "the duration holds 40 queries; the percentile needs at least 459, so the run takes longer");
}

}  // namespace
}  // namespace assay::spec
