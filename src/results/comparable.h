// SPDX-License-Identifier: Apache-2.0
// Which rows may stand in one ranking. The key holds everything that must be equal; what differs between two rows is
// named in words, for the sentence that a comparison needs.
#pragma once

#include <compare>
#include <string>
#include <string_view>
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

  auto operator<=>(const ComparableKey&) const = default;
};
ComparableKey KeyOf(const Row& row);

// One thing in which two rows differ. `forbids`: no wording makes the comparison legal (other benchmark, other
// scenario, incompatible versions, power against performance, contradicted unit); the others must be stated.
struct Difference {
  std::string_view axis;       // "benchmark", "scenario", "version", "metric", "division", "category", "availability",
                               // "precision", "accelerators", "software", "power", "unit", "inferred", "model"
  std::string a, b;            // both values in words
  bool forbids = false;
  std::string reason;          // a sentence
};
std::vector<Difference> DifferencesBetween(const Row& a, const Row& b);

}  // namespace assay::results
