// SPDX-License-Identifier: Apache-2.0
// Right values: read off the spec text by hand; units by their definition.
#include "spec/read_spec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "spec/check.h"
#include "spec/error_text.h"
#include "spec/json_schema.h"
#include "spec/new_spec.h"
#include "spec/reference_markdown.h"
#include "spec/resolved_yaml.h"

namespace assay::spec {
namespace {

std::string GoldenFile(const std::string& name) {
  return std::string(ASSAY_GOLDEN_DIR) + "/spec/" + name;
}

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Names SomeNames() {
  return Names{{"accuracy", "average_precision", "brier", "confusion", "cost_per_request",
                "flips_broken_on_positives", "latency_p90", "latency_p99", "precision",
                "query_latency_p99", "recall", "recall_at_precision", "roc_auc", "throughput"},
               {"null", "onnxruntime", "synthetic"},
               {"constant", "gamma", "poisson", "replay"},
               {"csv", "idx", "jsonl"}};
}

Spec Example() {
  auto spec = ReadSpec(GoldenFile("rare_class.yaml"), {}, SomeNames());
  if (!spec) {
    ADD_FAILURE() << FormatErrors(spec.error(), false);
    return {};
  }
  return *std::move(spec);
}

TEST(ReadSpec, TheGrammarsExample) {
  const Spec spec = Example();
  EXPECT_EQ(spec.task.name, "rare-class");
  EXPECT_EQ(spec.task.kind, TaskKind::kBinary);
  EXPECT_EQ(spec.task.positive, "1");
  ASSERT_EQ(spec.data.splits.size(), 2u);
  EXPECT_EQ(spec.JudgedSplit()->path, "certify.csv");
  EXPECT_EQ(spec.FindSplit("certify")->disjoint_by,
            (std::vector<std::string>{"id", "person", "content"}));
  EXPECT_EQ(spec.FindSplit("tune")->group, "person");
  EXPECT_EQ(spec.data.base_rate->value, 0.0146);
  EXPECT_EQ(spec.data.base_rate->high, 0.018);
  EXPECT_EQ(spec.data.input.columns.size(), 4u);
  EXPECT_TRUE(spec.data.input.timed);
  EXPECT_EQ(spec.data.output.score, "probabilities[1]");
  ASSERT_EQ(spec.systems.size(), 2u);
  EXPECT_EQ(spec.systems[1].baseline, "mlp-fp32");
  EXPECT_EQ(spec.systems[0].batch.max, 16u);
  EXPECT_EQ(spec.systems[0].batch.wait_ns, 200'000);
  EXPECT_EQ(spec.systems[0].options.at("provider"), "cpu");
  EXPECT_EQ(spec.scoring.report.size(), 5u);
  EXPECT_EQ(spec.operating_point->subject_to[0].value.value, 0.25);
  EXPECT_TRUE(spec.operating_point->at_base_rate);
  EXPECT_EQ(spec.costs->fn->money->amount, 120);
  EXPECT_TRUE(spec.costs->serve_from_serving);
  ASSERT_EQ(spec.traffic.size(), 3u);
  EXPECT_EQ(std::get<Server>(spec.traffic[0].scenario).target_qps, 400);
  EXPECT_EQ(spec.traffic[0].duration_ns, 20'000'000'000);
  EXPECT_EQ(spec.traffic[0].latency->at_most_ns, 10'000'000);
  EXPECT_EQ(spec.traffic[0].shared_cores, SharedCores::kDeclared);
  EXPECT_TRUE(std::holds_alternative<Offline>(spec.traffic[1].scenario));
  const auto& replay = std::get<OwnTraffic>(spec.traffic[2].scenario);
  EXPECT_EQ(replay.arrival, "replay");
  EXPECT_EQ(replay.parameters, (std::vector<std::pair<std::string, std::string>>{
                                   {"file", "monday.csv"}, {"speed", "10"}}));
  EXPECT_EQ(spec.serving->sla.percentile_ns.at("p99"), 10'000'000);
  EXPECT_EQ(spec.serving->sla.max_errors, 0.001);
  EXPECT_EQ(spec.serving->host_price->per, Per::kHour);
  ASSERT_EQ(spec.claims.size(), 5u);
  EXPECT_TRUE(spec.claims[0].given_operating_point);
  EXPECT_TRUE(spec.claims[0].primary);
  EXPECT_EQ(spec.claims[1].bound.gate_system, "mlp-fp32");
  EXPECT_EQ(spec.claims[4].bound.limit.value, 0.01);
  EXPECT_EQ(spec.decision->require, (std::vector<std::string>{"recall", "sla", "cost"}));
  EXPECT_TRUE(spec.decision->prefer_minimize);
  EXPECT_EQ(spec.decision->prefer_metric, "cost_per_request");
  EXPECT_TRUE(spec.warnings.empty()) << FormatErrors(spec.warnings, false, "warning");
}

TEST(ReadSpec, KnowsWhereValuesCameFrom) {
  auto spec = ReadSpec(GoldenFile("rare_class.yaml"), {{"traffic.online.rate", "500/s"}});
  ASSERT_TRUE(spec.has_value());
  EXPECT_EQ(std::get<Server>(spec->traffic[0].scenario).target_qps, 500);
  EXPECT_EQ(OriginOf(*spec, "traffic.online.rate"), "--set");
  EXPECT_EQ(OriginOf(*spec, "traffic.online.duration"), "rare_class.yaml:16");
  EXPECT_EQ(OriginOf(*spec, "stats.level"), "default");
  EXPECT_EQ(spec->Resolve("tune.csv"), GoldenFile("tune.csv"));
}

// A key that stands twice doesn't hide what else is wrong.
TEST(ReadSpec, DuplicateKeysAreToldWithAllOtherErrors) {
  const std::string text =
      "assay: spec/1\n"
      "task: {name: t, kind: multiclass, kind: binari}\n"
      "systems: [{id: s, executor: \"null\", thread: 1}]\n"
      "systems: []\n";
  const auto spec = ReadSpecText(text, "t.yaml", {}, {});
  ASSERT_FALSE(spec.has_value());
  std::vector<std::pair<ErrorCode, int>> found;
  for (const Error& error : spec.error()) found.emplace_back(error.code, error.where.at(0).line);
  const auto has = [&](ErrorCode code, int line) {
    return std::find(found.begin(), found.end(), std::pair(code, line)) != found.end();
  };
  EXPECT_TRUE(has(ErrorCode::kDuplicateKey, 2)) << FormatErrors(spec.error(), false);
  EXPECT_TRUE(has(ErrorCode::kUnknownKey, 3)) << FormatErrors(spec.error(), false);
  EXPECT_TRUE(has(ErrorCode::kDuplicateKey, 4)) << FormatErrors(spec.error(), false);
}

// What isn't given is not written as a value that the reader would refuse.
TEST(ResolvedYaml, OfASpecWithNothingOptionalReadsAgain) {
  const std::string text =
      "assay: spec/1\n"
      "task: {name: t, kind: multiclass}\n"
      "systems: [{id: s, executor: \"null\"}]\n"
      "traffic: [{name: a, scenario: Offline}]\n"
      "claims: [{id: c, metric: throughput, bound: \">= 1/s\"}]\n";
  const auto spec = ReadSpecText(text, "t.yaml", {}, {});
  ASSERT_TRUE(spec.has_value()) << FormatErrors(spec.error(), false);
  const std::string resolved = ResolvedYaml(*spec);
  const auto again = ReadSpecText(resolved, "resolved.yaml", {}, {});
  ASSERT_TRUE(again.has_value()) << FormatErrors(again.error(), false) << resolved;
  EXPECT_EQ(again->claims.at(0).slot, 0);
  EXPECT_EQ(resolved.find("slot"), std::string::npos) << resolved;
}

// resolved.yaml is a spec with the same meaning: reading it and resolving again gives the same
// values.
TEST(ReadSpec, ResolvedReadsBack) {
  const auto values = [](const Spec& spec) {
    std::string text;
    for (const ResolvedLine& line : ResolvedLines(spec))
      text += line.path + "=" + line.value + "\n";
    return text;
  };
  const Spec spec = Example();
  const std::string resolved = ResolvedYaml(spec);
  auto again = ReadSpecText(resolved, "resolved.yaml", {}, SomeNames());
  ASSERT_TRUE(again.has_value()) << FormatErrors(again.error(), false) << resolved;
  EXPECT_EQ(values(spec), values(*again));
  EXPECT_NE(resolved.find("    rate: 400/s  # from rare_class.yaml:16\n"), std::string::npos)
      << resolved;
  EXPECT_NE(resolved.find("    lost_after: 10s  # default\n"), std::string::npos) << resolved;
  EXPECT_EQ(ResolvedYaml(Example()), resolved);
}

// The official seed that exceeds 2^63 and no double holds (MLPerf v6.1: qsl_rng_seed).
TEST(ReadSpec, SeedsAreExact) {
  const auto spec =
      ReadSpec(GoldenFile("rare_class.yaml"), {{"traffic.online.seeds.qsl", "16159082839903944936"},
                                               {"stats.seed", "18446744073709551615"}});
  ASSERT_TRUE(spec.has_value()) << FormatErrors(spec.error(), false);
  EXPECT_EQ(spec->traffic[0].seeds.qsl, 16159082839903944936u);
  EXPECT_EQ(spec->stats.seed, 18446744073709551615u);
  EXPECT_NE(ResolvedYaml(*spec).find("qsl: 16159082839903944936  # from --set"), std::string::npos);
}

TEST(ReadSpec, SetReachesWhatIsThereAndMakesWhatIsNot) {
  const auto spec =
      ReadSpec(GoldenFile("rare_class.yaml"), {{"scoring.report", "[accuracy, brier]"},
                                               {"systems.mlp-int8.options.spin", "off"},
                                               {"stats.repeat", "3"},
                                               {"traffic.monday.arrivals.replay.speed", "2"}});
  ASSERT_TRUE(spec.has_value()) << FormatErrors(spec.error(), false);
  EXPECT_EQ(spec->scoring.report, (std::vector<std::string>{"accuracy", "brier"}));
  EXPECT_EQ(spec->systems[1].options.at("spin"), "off");
  EXPECT_EQ(spec->stats.repeat, 3u);
  EXPECT_EQ(std::get<OwnTraffic>(spec->traffic[2].scenario).parameters[1].second, "2");
}

TEST(ReadSpec, SetSaysWhatIsWrong) {
  const auto error = [](const std::string& path, const std::string& value) {
    const auto spec = ReadSpec(GoldenFile("rare_class.yaml"), {{path, value}});
    EXPECT_FALSE(spec.has_value()) << path;
    return spec ? Error{} : spec.error().front();
  };
  EXPECT_EQ(error("traffic.onlin.rate", "5/s").code, ErrorCode::kBadReference);
  EXPECT_EQ(error("traffic.onlin.rate", "5/s").hint, "did you mean 'online'?");
  EXPECT_EQ(error("traffic.online.rat", "5/s").code, ErrorCode::kUnknownKey);
  EXPECT_EQ(error("traffic.online.rate", "0/s").code, ErrorCode::kOutOfRange);
  EXPECT_EQ(error("traffic.online.rate", "0/s").where.front().file, "--set");
  EXPECT_EQ(error("traffic.online.rate", "0/s").where.front().source, "traffic.online.rate=0/s");
  EXPECT_EQ(error("", "1").code, ErrorCode::kUsage);
  EXPECT_EQ(error("a..b", "1").code, ErrorCode::kUsage);
  EXPECT_EQ(error("scoring.report", "[accuracy").code, ErrorCode::kSyntax);
}

TEST(ReadSpec, ScenariosHaveTheirOwnFields) {
  constexpr std::string_view kText = R"(assay: spec/1
task: {name: t, kind: multiclass}
systems: [{id: a, executor: "null"}]
traffic:
  - {name: single, scenario: SingleStream, expected_latency: 2ms, latency: {percentile: 90%, at_most: 5ms}}
  - {name: multi, scenario: MultiStream}
  - {name: older, scenario: MultiStream, streams: 4, interval: 50ms}
  - {name: inter, scenario: Interactive, rate: 60/min, latency: {at_most: 5ms}}
  - {name: off, scenario: Offline, expected_rate: 5000/s, x-note: free}
  - {name: burst, arrivals: {gamma: {shape: 0.25}}, rate: 10/s}
  - {name: even, arrivals: constant, rate: 10/s, issue: {order: same, same_index: 3}}
  - {name: trace, arrivals: {replay: t.csv, speed: 10}}
)";
  const auto spec = ReadSpecText(kText, "s.yaml", {}, SomeNames());
  ASSERT_TRUE(spec.has_value()) << FormatErrors(spec.error(), false);
  EXPECT_EQ(std::get<SingleStream>(spec->traffic[0].scenario).expected_latency_ns, 2e6);
  EXPECT_EQ(spec->traffic[0].latency->percentile, 0.9);
  EXPECT_EQ(std::get<MultiStream>(spec->traffic[1].scenario).samples_per_query, 8u);
  EXPECT_EQ(std::get<MultiStream>(spec->traffic[1].scenario).expected_latency_ns, 0);
  EXPECT_EQ(std::get<MultiStream>(spec->traffic[2].scenario).interval_ns, 50'000'000);
  EXPECT_EQ(std::get<MultiStream>(spec->traffic[2].scenario).samples_per_query, 4u);
  EXPECT_EQ(std::get<Server>(spec->traffic[3].scenario).label, "Interactive");
  EXPECT_EQ(std::get<Server>(spec->traffic[3].scenario).target_qps, 1);
  EXPECT_EQ(std::get<Offline>(spec->traffic[4].scenario).expected_qps, 5000);
  EXPECT_EQ(std::get<OwnTraffic>(spec->traffic[5].scenario).parameters[0].second, "0.25");
  EXPECT_EQ(spec->traffic[6].order, IssueOrder::kSame);
  EXPECT_EQ(std::get<OwnTraffic>(spec->traffic[7].scenario).parameters.size(), 2u);
  const auto again = ReadSpecText(ResolvedYaml(*spec), "r.yaml", {}, SomeNames());
  ASSERT_TRUE(again.has_value()) << FormatErrors(again.error(), false);
}

TEST(ReadSpec, NewSpecsReadWithoutErrors) {
  for (std::string_view kind : NewSpecKinds()) {
    const std::string text = NewSpec(kind).value();
    EXPECT_TRUE(text.starts_with("# yaml-language-server: $schema=")) << kind;
    const auto spec = ReadSpecText(text, "new.yaml", {}, SomeNames());
    EXPECT_TRUE(spec.has_value()) << kind << ": " << FormatErrors(spec.error(), false);
    if (spec) {
      EXPECT_TRUE(spec->warnings.empty()) << FormatErrors(spec->warnings, false, "warning");
    }
  }
  EXPECT_EQ(NewSpec("sever").error().hint, "did you mean 'server'?");
}

TEST(ReadSpec, JsonReadsTheSame) {
  const auto spec = ReadSpecText(
      "{\"assay\": \"spec/1\", \"task\": {\"name\": \"t\", \"kind\": \"binary\"},\n"
      " \"systems\": [{\"id\": \"a\", \"executor\": \"null\", \"threads\": 2}]}",
      "s.json", {}, SomeNames());
  ASSERT_TRUE(spec.has_value()) << FormatErrors(spec.error(), false);
  EXPECT_EQ(spec->systems[0].threads, 2);
}

TEST(ReadSpec, MissingFile) {
  EXPECT_EQ(ReadSpec(GoldenFile("none.yaml"), {}).error().front().code, ErrorCode::kNotFound);
}

// The same keys in schema and reference page as the reader knows; the schema is JSON (YAML reads
// it).
TEST(ReadSpec, SchemaAndReferenceHaveEveryKey) {
  const std::string schema = JsonSchema(SomeNames()), page = ReferenceMarkdown(SomeNames());
  for (std::string_view key : {"assay",        "include",
                               "task",         "data",
                               "systems",      "standard_stack",
                               "scoring",      "operating_point",
                               "costs",        "traffic",
                               "serving",      "slices",
                               "safety",       "stats",
                               "claims",       "citations",
                               "decision",     "pack",
                               "record",       "report",
                               "threat_model", "disjoint_by",
                               "interval",     "one_hot",
                               "tokenizer",    "urls",
                               "wait",         "stages",
                               "oracle",       "hardware",
                               "unscored",     "subject_to",
                               "review",       "samples_per_query",
                               "at_most",      "ttft",
                               "sample_index", "lost_after",
                               "load_curve",   "cost_bound",
                               "bootstrap",    "interleave",
                               "given",        "slot",
                               "prefer",       "maximize"}) {
    EXPECT_NE(schema.find("\"" + std::string(key) + "\": {"), std::string::npos) << key;
    EXPECT_NE(page.find("| `" + std::string(key) + "`"), std::string::npos) << key;
  }
  EXPECT_NE(schema.find("\"average_precision\""), std::string::npos);
}

// Nothing that a file holds may crash the reader, and no error may be without words.
TEST(ReadSpec, SurvivesBrokenFiles) {
  const std::string good = Bytes(GoldenFile("rare_class.yaml"));
  ASSERT_GT(good.size(), 1000u);
  const auto read = [](const std::string& text) {
    const auto spec = ReadSpecText(text, "s.yaml", {}, SomeNames());
    if (spec) {
      ResolvedYaml(*spec);
      return;
    }
    EXPECT_FALSE(spec.error().empty());
    for (const Error& error : spec.error()) EXPECT_FALSE(error.what.empty());
    EXPECT_FALSE(FormatErrors(spec.error(), true).empty());
  };
  for (std::size_t length = 0; length < good.size(); length += 13) read(good.substr(0, length));
  std::mt19937 random(20261129);
  constexpr std::string_view kBytes = "{}[]:,#&*!|>'\"%@`-? \n\t\r0aZ.~<=\xC3\xA9";
  for (int round = 0; round < 500; ++round) {
    std::string text = good;
    for (int change = 0; change < 3; ++change) {
      const std::size_t at = random() % text.size();
      const char byte = kBytes[random() % kBytes.size()];
      switch (random() % 3) {
        case 0:
          text[at] = byte;
          break;
        case 1:
          text.insert(at, 1, byte);
          break;
        default:
          text.erase(at, 1 + random() % 4);
      }
    }
    read(text);
  }
}

}  // namespace
}  // namespace assay::spec
