// SPDX-License-Identifier: Apache-2.0
// One public result as a typed value: what the round's files state, and beside it what that means once spellings,
// units and counts are read alike. Nothing stated is ever overwritten.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/precision.h"
#include "round/round.h"

namespace assay::results {

enum class Division : std::uint8_t { kClosed, kOpen, kNetwork };
enum class Availability : std::uint8_t { kAvailable, kPreview, kRdi, kUnknown };

std::string_view NameOf(Division division);          // "closed" …
std::string_view NameOf(Availability availability);  // "available", "preview", "rdi", "not stated"
std::optional<Division> ParseDivision(std::string_view text);
std::optional<Availability> ParseAvailability(std::string_view text);  // "on-premise" and "cloud" are available

// How many accelerators the whole system has, and how that is known.
struct AcceleratorCount {
  enum class Source : std::uint8_t { kFields, kName, kNone, kUnknown };  // kNone: a system without accelerators
  std::optional<std::int64_t> total;
  Source source = Source::kUnknown;
  std::string_view note;  // "name says 87, fields say 88"; empty when they agree
};
std::string_view NameOf(AcceleratorCount::Source source);  // "fields", "name", "none", "not known"

// A system under test of one submission. Views point into the row set's text.
struct System {
  std::string_view round, submitter;
  Division division = Division::kClosed;
  Availability availability = Availability::kUnknown;
  std::string_view availability_stated;
  bool datacenter = false, edge = false;  // both false: not stated (v0.5)
  std::string_view id;                    // directory name in the tree
  std::string_view name;
  std::string_view accelerator;           // as stated; "" , "N/A" and "-" mean none
  std::optional<std::int64_t> accelerators_per_node, nodes, total_accelerators;  // as stated; 0 may mean "none"
  AcceleratorCount accelerators;          // as read
  std::string_view host_processor;
  std::optional<std::int64_t> host_processors_per_node;
  std::string_view host_cores;            // text: "4 (big); 4 (LITTLE)"
  std::string_view framework, operating_system;
};

enum class UnitState : std::uint8_t { kAgrees, kContradicts, kNotKnown };  // with the benchmark and scenario of its round
std::string_view NameOf(UnitState state);  // "agrees", "contradicts", "not known"

struct AccuracyValue {
  std::string_view metric;  // "ROUGE1"
  double value;
};

struct Row {
  const System* system = nullptr;
  round::Scenario scenario = round::Scenario::kOffline;
  std::string_view scenario_stated;
  std::string_view model_stated;          // directory or UsedModel: what was run
  std::string_view slot_stated;           // the benchmark that it was entered for; empty = as model_stated
  std::string_view benchmark;             // the round's canonical name of the slot; empty when the round has none such
  bool other_model = false;               // open: what was run isn't the benchmark's model
  std::optional<bool> inferred;           // from another scenario's run (edge)
  bool valid = true;
  std::int64_t runs = 1;                  // v0.5 and v0.7 took the lowest of 5 Server runs
  double value = 0;                       // headline, in `unit`
  std::string_view value_stated;          // its digits as stated
  round::ResultUnit unit = round::ResultUnit::kSamplesPerSecond;
  std::string_view unit_stated;
  UnitState unit_state = UnitState::kNotKnown;
  std::string_view accuracy;              // "ROUGE1: 44.4  ROUGE2: 22.0"; empty = not stated
  Precision weights, inputs;
  std::string_view weights_stated, inputs_stated;
  std::string_view retraining, weight_transformations;
  std::optional<std::int64_t> target_latency_ns, ttft_p99_ns, tpot_p99_ns;  // bound set, and what was measured
  std::string_view loadgen_version;
  bool has_power = false;
  std::optional<double> power_value;
  std::optional<round::ResultUnit> power_unit;
  std::string_view result_id;             // "5.1-0001"; empty = the source has none. Never made up
  const Row* twin = nullptr;              // same system, scenario and value under the other of -99 and -99.9
  bool withdrawn = false;
  std::string_view source;                // public address or file that it was read from

  const round::Round* rules() const { return round::FindRound(system->round); }
};

// The rules that a row is read by: its round's; for a round that isn't known, those of the newest known one that has its
// benchmark. Null when there is none.
const round::Round* RulesReadBy(const Row& row);

// "ROUGE1: 44.4532  ROUGE2: 22.0365" -> pairs in order.
// Errors   none: what isn't NAME: NUMBER is left out.
std::vector<AccuracyValue> AccuracyOf(const Row& row);

// Reads each of the round's gates of the row's benchmark against the row's accuracy: one missed is missed; else one
// that can't be read (no such metric stated) is not known. An open row's gate is to be shown, not applied.
enum class GateState : std::uint8_t { kMet, kMissed, kNotKnown };  // kNotKnown: no accuracy stated, or no gate known
std::string_view NameOf(GateState state);  // "met", "missed", "not known"
struct GateReading {
  GateState state = GateState::kNotKnown;
  std::string words;  // "ROUGE1 39.10 below 44.3868; TOKENS_PER_SAMPLE 210 outside 265.005–323.895"
};
GateReading ReadGates(const Row& row);

// A name for people: "NVIDIA, DGX H200 (8x NVIDIA H200-SXM-141GB), TensorRT 10.8".
std::string DescribeSystem(const System& system);
// How a row is named on the command line: its result id with benchmark and scenario where it has one, else
// "v4.1/AMD/1xMI300X_2xEPYC-9374F/llama2-70b-99/Offline" (division in front where not closed).
std::string RowName(const Row& row);
// Where a row lies in its round's results tree: "closed/AMD/results/1xMI300X/llama2-70b-99/Offline".
std::string LocationOf(const Row& row);
// The row's way to say its benchmark: the round's name of it, or what was stated when the round has none such.
std::string_view BenchmarkText(const Row& row);

}  // namespace assay::results
