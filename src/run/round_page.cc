// SPDX-License-Identifier: Apache-2.0
#include "run/round_page.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "report/display_text.h"
#include "report/text_table.h"
#include "results/row_set.h"
#include "run/round_words.h"

namespace assay::run {
namespace {

using base::JsonWriter;
using report::TextTable;

std::string Text(std::string_view text) { return std::string(text); }

std::string_view HeldWord(const round::Round& round) {
  if (results::IsHeld(round.name)) return "held";
  return round.published.empty() ? "not held (not known to be published)" : "not held";
}

// "Published   2025-09-09", continued below its own start.
std::string Paragraph(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kName = 18;
  std::string out, start = "  " + Text(name);
  start.resize(std::max(start.size() + 2, kName), ' ');
  for (const std::string& line : report::Wrap(text, width > kName + 20 ? width - kName : 20)) {
    out += std::exchange(start, std::string(kName, ' ')) + line + "\n";
  }
  return out;
}

std::string ConflictWords(const round::Conflict& conflict) {
  std::string text;
  for (const auto& [who, says] : {std::pair{"rules", conflict.rules},
                                  {"mlperf.conf", conflict.conf},
                                  {"checker (used here)", conflict.checker}}) {
    if (!says.empty()) text += (text.empty() ? "" : "; ") + std::string(who) + ": " + Text(says);
  }
  return text;
}

void WriteBenchmark(const round::Benchmark& benchmark, JsonWriter& json) {
  json.Member("task", benchmark.task)
      .Member("dataset", benchmark.dataset)
      .Member("sample", benchmark.sample);
  json.Member("performance_sample_count", benchmark.performance_sample_count);
  json.Member("dataset_size", benchmark.dataset_size).Member("where", benchmark.where);
  json.Key("audit_tests").BeginArray();
  for (const std::string_view test : benchmark.audit_tests) json.Value(test);
  json.EndArray().Key("gates").BeginArray();
  for (const round::Gate& gate : benchmark.gates) {
    json.BeginObject()
        .Member("metric", gate.metric)
        .Member("reference", gate.reference)
        .Member("share", gate.share);
    json.Member("at_least", gate.target).Member("at_most", gate.upper).Key("scenario");
    gate.scenario ? json.Value(NameOf(*gate.scenario)) : json.Null();
    json.EndObject();
  }
  json.EndArray().Key("scenarios").BeginArray();
  for (const round::ScenarioRule& rule : benchmark.scenarios) {
    json.BeginObject().Member("scenario", NameOf(rule.scenario)).Member("unit", TextOf(rule.unit));
    json.Member("metric", rule.metric).Key("percentile");
    rule.percentile > 0 ? json.Value(rule.percentile) : json.Null();
    json.Member("latency_bound_ns", rule.latency_bound_ns).Member("ttft_p99_ns", rule.ttft_p99_ns);
    json.Member("tpot_p99_ns", rule.tpot_p99_ns).Member("min_queries", rule.min_queries);
    for (const auto category : {round::Category::kDatacenter, round::Category::kEdge}) {
      const std::string_view state = StateWord(rule, category);
      json.Key(NameOf(category));
      state.empty() ? json.Null() : json.Value(state);
    }
    json.EndObject();
  }
  json.EndArray();
}

// The rounds that have the benchmark, newest first.
std::vector<std::pair<const round::Round*, const round::Benchmark*>> RoundsOf(
    std::string_view name) {
  std::vector<std::pair<const round::Round*, const round::Benchmark*>> found;
  for (const round::Round& round : round::AllRounds()) {
    if (const round::Benchmark* benchmark = round.Find(name)) found.emplace_back(&round, benchmark);
  }
  std::ranges::reverse(found);
  return found;
}

// What `words` says of each round that has the benchmark, newest first, runs of equal words once:
// "v4.1 to v6.0" -> …
template <class Words>
std::vector<std::pair<std::string, std::string>> RunsOf(std::string_view name, Words words) {
  std::vector<std::pair<std::string, std::string>> runs;
  std::string last, newest;
  for (const auto& [round, benchmark] : RoundsOf(name)) {
    std::string text = words(*benchmark);
    if (!runs.empty() && text == last) {
      runs.back().first = Text(round->name) + " to " + newest;
      continue;
    }
    newest = round->name;
    last = text;
    runs.emplace_back(newest, std::move(text));
  }
  return runs;
}

std::string ScenarioWords(const round::Benchmark& benchmark, round::Scenario scenario) {
  const round::ScenarioRule* const rule = benchmark.Find(scenario);
  if (!rule) return "";
  std::string text = Text(TextOf(rule->unit)) + " (" + Text(rule->metric) + ")";
  if (const std::string bound = BoundWords(*rule); !bound.empty()) text += "; " + bound;
  for (const auto category : {round::Category::kDatacenter, round::Category::kEdge}) {
    const std::string_view state = StateWord(*rule, category);
    if (!state.empty()) text += "; " + Text(NameOf(category)) + " " + Text(state);
  }
  return text;
}

}  // namespace

std::string RoundsText(std::size_t width) {
  TextTable table({"round", "<published", "benchmarks", "<results"});
  for (const round::Round& round : round::AllRounds()) {
    table.AddRow("",
                 {Text(round.name), round.published.empty() ? "not known" : Text(round.published),
                  std::to_string(round.benchmarks.size()), Text(HeldWord(round))});
  }
  return table.Render(width);
}

std::string RoundsJson() {
  std::string text;
  JsonWriter json(text, 1);
  json.BeginObject()
      .Member("schema", "assay.list/1")
      .Member("kind", "rounds")
      .Key("entries")
      .BeginArray();
  for (const round::Round& round : round::AllRounds()) {
    json.BeginObject().Member("name", round.name).Key("published");
    round.published.empty() ? json.Null() : json.Value(round.published);
    json.Member("benchmarks", round.benchmarks.size())
        .Member("held", results::IsHeld(round.name))
        .EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string BenchmarksText(std::size_t width) {
  TextTable table({"benchmark", "<rounds", "<task"});
  for (const std::string_view name : BenchmarkNames()) {
    const auto rounds = RoundsOf(name);
    const std::string first(rounds.back().first->name), last(rounds.front().first->name);
    table.AddRow("", {Text(name), first == last ? first : first + " to " + last,
                      Text(rounds.front().second->task)});
  }
  return table.Render(width);
}

std::string BenchmarksJson() {
  std::string text;
  JsonWriter json(text, 1);
  json.BeginObject()
      .Member("schema", "assay.list/1")
      .Member("kind", "benchmarks")
      .Key("entries")
      .BeginArray();
  for (const std::string_view name : BenchmarkNames()) {
    const auto rounds = RoundsOf(name);
    json.BeginObject()
        .Member("name", name)
        .Member("task", rounds.front().second->task)
        .Key("rounds")
        .BeginArray();
    for (auto each = rounds.rbegin(); each != rounds.rend(); ++each) json.Value(each->first->name);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string RoundText(const round::Round& round, std::size_t width) {
  std::string text = Text(round.name) + "  round\n\n";
  text += Paragraph("published",
                    round.published.empty()
                        ? "not known"
                        : Text(round.published) + "; " + Text(round.published_source),
                    width);
  text += Paragraph("results",
                    Text(HeldWord(round)) +
                        (round.results_source.empty() ? "" : "; " + Text(round.results_source)),
                    width);
  text += Paragraph("rules from", round.source, width);
  text += Paragraph("run length",
                    "at least " + std::to_string(round.min_duration_ms / 1000) +
                        " s; Offline at least " + std::to_string(round.offline_min_samples) +
                        " samples, or the whole data set",
                    width);
  text += Paragraph("seeds",
                    "qsl " + std::to_string(round.qsl_seed) + ", sample index " +
                        std::to_string(round.sample_index_seed) + ", schedule " +
                        std::to_string(round.schedule_seed),
                    width) +
          "\n";
  TextTable table({"benchmark", "<datacenter", "<edge"});
  for (const round::Benchmark& benchmark : round.benchmarks) {
    table.AddRow("", {Text(benchmark.name), ScenariosWords(benchmark, round::Category::kDatacenter),
                      ScenariosWords(benchmark, round::Category::kEdge)});
  }
  text += table.Render(width) + "\n  Scenarios required, in brackets optional. `assay explain " +
          Text(round.benchmarks.front().name) + "` shows gates and bounds.\n";
  if (round.conflicts.empty()) return text;
  text += "\n  Where rules text, mlperf.conf and the official checker disagree\n";
  for (const round::Conflict& conflict : round.conflicts) {
    for (const std::string& line :
         report::Wrap(Text(conflict.item) + " — " + ConflictWords(conflict), width - 6)) {
      text += "    " + line + "\n";
    }
  }
  return text;
}

std::string RoundJson(const round::Round& round) {
  std::string text;
  JsonWriter json(text, 1);
  json.BeginObject()
      .Member("schema", "assay.explain/1")
      .Member("kind", "round")
      .Member("name", round.name);
  json.Key("published");
  round.published.empty() ? json.Null() : json.Value(round.published);
  json.Member("published_source", round.published_source).Member("source", round.source);
  json.Member("results_source", round.results_source).Member("held", results::IsHeld(round.name));
  json.Member("qsl_seed", round.qsl_seed).Member("sample_index_seed", round.sample_index_seed);
  json.Member("schedule_seed", round.schedule_seed)
      .Member("min_duration_ms", round.min_duration_ms);
  json.Member("offline_min_samples", round.offline_min_samples).Key("benchmarks").BeginArray();
  for (const round::Benchmark& benchmark : round.benchmarks) {
    json.BeginObject().Member("name", benchmark.name);
    WriteBenchmark(benchmark, json);
    json.EndObject();
  }
  json.EndArray().Key("conflicts").BeginArray();
  for (const round::Conflict& conflict : round.conflicts) {
    json.BeginObject()
        .Member("item", conflict.item)
        .Member("rules", conflict.rules)
        .Member("conf", conflict.conf);
    json.Member("checker", conflict.checker).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string_view BenchmarkCalled(std::string_view text) {
  const auto rounds = round::AllRounds();
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
    const auto named = round::BenchmarksNamed(*round, text);
    if (named.size() == 1) return named.front();
  }
  return "";
}

std::string BenchmarkText(std::string_view benchmark, std::size_t width) {
  const round::Benchmark& newest = *RoundsOf(benchmark).front().second;
  std::string text = Text(benchmark) + "  benchmark\n\n" + Paragraph("task", newest.task, width);
  const auto section = [&](std::string_view title, const auto& words) {
    const auto runs = RunsOf(benchmark, words);
    if (std::ranges::all_of(runs, [](const auto& run) { return run.second.empty(); })) return;
    text += "\n  " + Text(title) + "\n";
    for (const auto& [rounds, says] : runs) {
      text += Paragraph("  " + rounds, says.empty() ? "none" : says, width);
    }
  };
  section("Data", [](const round::Benchmark& each) {
    return Text(each.dataset) + "; performance runs load " +
           std::to_string(each.performance_sample_count) + " samples";
  });
  section("Accuracy gate", &GatesWords);
  for (const auto scenario :
       {round::Scenario::kSingleStream, round::Scenario::kMultiStream, round::Scenario::kServer,
        round::Scenario::kInteractive, round::Scenario::kOffline}) {
    section(NameOf(scenario),
            [&](const round::Benchmark& each) { return ScenarioWords(each, scenario); });
  }
  return text + "\n" +
         Paragraph("source", Text(newest.where) + " and the older rounds' files", width);
}

std::string BenchmarkJson(std::string_view benchmark) {
  std::string text;
  JsonWriter json(text, 1);
  json.BeginObject()
      .Member("schema", "assay.explain/1")
      .Member("kind", "benchmark")
      .Member("name", benchmark);
  json.Key("rounds").BeginArray();
  for (const auto& [round, rules] : RoundsOf(benchmark)) {
    json.BeginObject().Member("round", round->name);
    WriteBenchmark(*rules, json);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::vector<std::string_view> RoundNames() {
  std::vector<std::string_view> names;
  for (const round::Round& round : round::AllRounds()) names.push_back(round.name);
  return names;
}

std::vector<std::string_view> BenchmarkNames() {
  std::vector<std::string_view> names;
  for (const round::Round& round : round::AllRounds()) {
    for (const round::Benchmark& benchmark : round.benchmarks) names.push_back(benchmark.name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace assay::run
