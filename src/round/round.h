// SPDX-License-Identifier: Apache-2.0
// What each MLPerf Inference round fixed: benchmarks, accuracy gates, latency bounds, seeds, durations, and between
// which rounds a benchmark's numbers may be compared.
//
// The data are rounds/*.toml, compiled in when the program is built (tools/round_tables.py), so that reading them costs
// nothing and links nothing. A round's rules are known for more rounds than results are held of (src/results).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay::round {

enum class Scenario : std::uint8_t { kSingleStream, kMultiStream, kServer, kInteractive, kOffline };
enum class Category : std::uint8_t { kDatacenter, kEdge };

// What a row's headline number is. Its text is UnitText.
enum class ResultUnit : std::uint8_t { kSamplesPerSecond, kQueriesPerSecond, kTokensPerSecond, kLatencyMs, kLatencyS,
                                       kStreams, kWatts, kMillijoules };

// "SingleStream" … ; ParseScenario takes any case, blanks, '-' and '_' ("single stream", "offline").
std::string_view NameOf(Scenario scenario);
std::optional<Scenario> ParseScenario(std::string_view text);
std::string_view NameOf(Category category);  // "datacenter", "edge"
std::string_view TextOf(ResultUnit unit);    // "Tokens/s", "Latency (ms)", … as the public tables write it
std::optional<ResultUnit> ParseUnit(std::string_view text);  // any case, "tokens/sec", "tok/s", "qps", "ms", …
bool LowerIsBetter(ResultUnit unit);

// One accuracy metric of a benchmark: target = reference · share where both are known.
struct Gate {
  std::string_view metric;            // "ROUGE1", "acc", "mAP", …
  std::optional<double> reference;    // of the FP32 (or stated) reference model
  std::optional<double> share;        // 0.99, 0.999
  std::optional<double> target;       // at least this; empty for a metric with an upper limit only
  std::optional<double> upper;        // at most this
  std::optional<Scenario> scenario;   // empty = all
  // How far, as a share of the audit run's value, a run's value may lie from its audit run's (TEST01); empty = not tabled.
  std::optional<double> drift = {};
};

// What the rules fix for a scenario of a benchmark in this round. Empty = the rules fix none, or it isn't known. A rule
// without a category isn't run in this round, although the checker still holds a bound for it (v0.5: had no categories).
// Where TTFT and TPOT are set they bind; latency_bound_ns is then the checker's constant for the whole answer, which
// LoadGen is told not to apply (target_latency = 0).
struct ScenarioRule {
  Scenario scenario;
  ResultUnit unit;                    // of the headline number
  std::string_view metric;            // "completed tokens per second", "90th percentile latency", …: what it measures
  double percentile;                  // of the latency that the scenario binds: 0.99; 0.90 SingleStream; 0 = none
  std::optional<std::int64_t> latency_bound_ns;
  std::optional<std::int64_t> ttft_p99_ns, tpot_p99_ns;
  std::optional<std::uint64_t> min_queries;
  bool required_datacenter, optional_datacenter, required_edge, optional_edge;
  bool required_both, optional_both;  // of a system in both categories, which may have more to run
  std::optional<std::uint64_t> accuracy_samples;  // where the accuracy run covers less than the data set
};

struct Benchmark {
  std::string_view name;              // "llama2-70b-99.9", "resnet"
  std::string_view task, dataset, sample, metric_kind;  // in words; empty = not known
  std::span<const Gate> gates;
  std::span<const ScenarioRule> scenarios;
  std::uint64_t performance_sample_count;
  std::optional<std::uint64_t> dataset_size;
  std::span<const std::string_view> audit_tests;
  std::string_view where;             // "rounds/v5.1.toml:88"
  std::optional<std::uint64_t> offline_min_samples;  // of the one query; the round's own number where empty

  const ScenarioRule* Find(Scenario scenario) const;
};

// A name that a submission or a table may use, and the benchmark that it means in this round.
struct Alias {
  std::string_view spelling, benchmark;
};

struct ConfKey {
  std::string_view key, value;  // "*.Server.target_latency_percentile", "99"
};

struct Seeds {
  std::uint64_t qsl, sample_index, schedule;
};

// Where the rules text, mlperf.conf and the official checker disagree; the tables hold the checker's value.
struct Conflict {
  std::string_view item, rules, conf, checker;  // empty = says nothing
};

// A spelling without case, blanks and punctuation, and what it can mean in the round.
struct Spelling {
  std::string_view key;               // "llama270b"
  std::span<const std::string_view> benchmarks;
};

struct Round {
  std::string_view name;              // "v5.1"
  std::string_view published;         // "2025-09-09"; empty = not known
  std::string_view published_source;
  std::string_view source;            // of the rules
  std::string_view results_source;    // public address of the results; empty = none public as a tree
  std::uint64_t qsl_seed, sample_index_seed, schedule_seed;
  std::uint64_t min_duration_ms;
  std::uint64_t offline_min_samples;
  std::span<const Benchmark> benchmarks;
  std::span<const Alias> aliases;
  std::span<const ConfKey> conf;
  std::optional<Seeds> test05_seeds;  // of the audit test that runs with other seeds; empty = none, or not known
  std::span<const Conflict> conflicts;
  std::span<const Spelling> spellings;  // sorted by key

  const Benchmark* Find(std::string_view benchmark) const;
};

// All rounds, oldest first.
std::span<const Round> AllRounds();
// "v5.1", "5.1", "V5.1"; null when there is no such round.
const Round* FindRound(std::string_view name);
// -1, 0, 1 as a is older than b. Range: names of known rounds; an unknown one is newer than all.
int CompareRounds(std::string_view a, std::string_view b);

// The benchmark's name as this round's rules write it: "resnet50" -> "resnet", "llama3_1-8b" -> "llama3.1-8b",
// "ssd-resnet34" -> "ssd-large" up to v2.0, "retinanet" from v2.1 … Spelling as free as BenchmarksNamed's. Empty when
// the round has no such benchmark, and for "llama2-70b" without a gate where it is two. BenchmarksNamed gives both.
std::string_view CanonicalBenchmark(const Round& round, std::string_view text);
// All benchmarks of the round that the text can mean: "Llama 2 70B" -> {llama2-70b-99, llama2-70b-99.9}.
// Shape    spelling free in case, blanks, '-', '_', '.'; "BERT-Large", "GPT-J", "SDXL", "Stable Diffusion XL" known.
std::span<const std::string_view> BenchmarksNamed(const Round& round, std::string_view text);

// A stretch of rounds within which a benchmark's numbers may be compared (MLPerf_Compatibility_Table), and where they
// may not although the table shows no break (a metric or a data set changed: our finding, with its reason).
struct Compatibility {
  std::string_view benchmark;         // family without gate suffix: "llama2-70b"
  std::string_view first, last;       // rounds; last empty = still open
  std::string_view source;
};
struct MetricBreak {
  std::string_view benchmark;         // family; empty = all
  std::optional<Scenario> scenario;   // empty = all
  std::string_view before, from;      // last round of the old meaning, first of the new: "v4.0", "v4.1"
  std::string_view reason;            // "Server counted scheduled queries up to v4.0, completed ones from v4.1"
  std::string_view source;
};
std::span<const Compatibility> AllCompatibilities();
std::span<const MetricBreak> AllMetricBreaks();

// Whether a number of `benchmark` in `scenario` of round a may be set beside one of round b.
struct Comparable {
  bool yes;
  std::string_view reason;            // why not; empty when yes
  std::string_view source;
};
Comparable MayCompare(std::string_view benchmark, Scenario scenario, std::string_view round_a, std::string_view round_b);

// The family of a benchmark: its name without "-99", "-99.9" or "-95"; and that gate, 0.99, 0.999 or 0.95, where the name
// has one.
std::string_view FamilyOf(std::string_view benchmark);
std::optional<double> GateOf(std::string_view benchmark);

// What is known of the reference task, axis by axis, for `assay distance`. Empty = not known.
struct ReferenceFact {
  std::string_view benchmark;         // family
  std::string_view axis;              // model, data, class_balance, input_size, output_size, quality_bar, pipeline …
  std::string_view value;             // in words
  std::optional<double> number;       // mean tokens, pixels, share …
  std::string_view unit;              // "tokens", "pixels", …
  std::string_view source;
};
std::span<const ReferenceFact> AllReferenceFacts();

}  // namespace assay::round
