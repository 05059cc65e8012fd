// SPDX-License-Identifier: Apache-2.0
// Which rows may stand in one ranking. The key holds everything that must be equal; what differs between two rows is
// named in words, for the sentence that a comparison needs.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "results/row.h"

namespace assay::results {

// Rows with equal keys may be sorted by value.
struct ComparableKey {
  std::string benchmark;       // with its gate: "llama2-70b-99.9"
  round::Scenario scenario;
  Division division;
  std::string rounds;          // compatible run: "v4.1–v6.0"
  std::string category;        // "datacenter", "edge", "datacenter and edge"
  std::string metric;          // "completed tokens per second", by the round's rules
  round::ResultUnit unit;
  bool power;                  // power submissions are a table of their own
  std::string precision;       // class: PrecisionClass
  std::string model;           // what an open row ran instead of the benchmark's model; empty for all others

  auto operator<=>(const ComparableKey&) const = default;
};
ComparableKey KeyOf(const Row& row);
// "llama2-70b-99.9 · Offline · closed · datacenter · v4.1–v6.0 · Tokens/s · fp8"
std::string TextOf(const ComparableKey& key);
// In which members two keys differ: "scenario Server and Offline; precision fp8 and fp4". Empty when they are equal.
std::string DifferenceOf(const ComparableKey& a, const ComparableKey& b);

// KeyOf for many rows: the compatible run of a benchmark is looked up once a round.
// Threads  one maker belongs to one thread.
class KeyMaker {
 public:
  ComparableKey Of(const Row& row);

 private:
  std::map<std::tuple<std::string_view, round::Scenario, std::string_view>, std::string> runs_;
};

// What the round's rules count: "completed tokens per second"; empty where they aren't known.
std::string_view MetricOf(const Row& row);
// "8x NVIDIA H200", "no accelerator", "NVIDIA H200, count not known".
std::string AcceleratorText(const System& system);

// One thing in which two rows differ. `forbids`: no wording makes the comparison legal (other benchmark, other
// scenario, incompatible versions, power against performance, contradicted unit); the others must be stated.
struct Difference {
  std::string_view axis;       // "benchmark", "scenario", "version", "metric", "division", "category", "availability",
                               // "precision", "accelerators", "software", "power", "unit", "inferred", "model",
                               // "accuracy", "submitter"
  std::string a, b;            // both values in words
  bool forbids = false;
  std::string reason;          // a sentence
};
// Shape    two rows, a first; those that forbid come first.
// Threads  safe: pure.
// Source   MLPerf_Results_Messaging_Guidelines.adoc: what is compared, and which differences must be stated.
std::vector<Difference> DifferencesBetween(const Row& a, const Row& b);

}  // namespace assay::results
