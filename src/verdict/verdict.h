// SPDX-License-Identifier: Apache-2.0
// Two questions, two words: can this measurement be trusted (VALID, INVALID), and does a trusted measurement satisfy
// the bound (PASS, FAIL, UNDECIDED, NOT MEASURED)?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"

namespace assay::verdict {

enum class Outcome : std::uint8_t { kPass, kFail, kUndecided, kNotMeasured };
std::string_view OutcomeWord(Outcome outcome);  // "PASS", "FAIL", "UNDECIDED", "NOT MEASURED"

// One thing that a load run must meet, with what it measured.
struct Constraint {
  std::string name;      // "duration", "queries", "latency_p99", "early_stopping", "generator", "lost"
  Outcome outcome = Outcome::kNotMeasured;
  std::optional<double> measured;
  std::optional<double> limit;
  Unit unit = Unit::kNumber;
  std::optional<Interval> interval;
  std::optional<double> margin;  // share of the limit by which it is met (+) or missed (-)
  std::string reason;            // one sentence
  std::uint64_t n = 0;
  std::optional<std::uint64_t> n_needed;  // for UNDECIDED: how many in all would decide it
};

// The verdict on one load run (one cell).
struct RunVerdict {
  bool valid = false;
  std::vector<std::string> invalid_reasons;  // every one, in words, with ids where ids are at fault
  std::vector<Constraint> constraints;       // bounds of the traffic entry: latency, …
  std::string mlperf_validity;               // "VALID", "INVALID", empty for own traffic: LoadGen's "Result is"
  std::string mlperf_reason;
  std::vector<std::string> notes;
};

// The verdict on one claim for one system (and traffic or split).
struct ClaimVerdict {
  std::string claim, metric, system, traffic, split;
  std::string slice;             // the part of the data that it is about, as written; empty: all cases
  int slot = 0;
  bool primary = false;
  bool required = false;
  Outcome outcome = Outcome::kNotMeasured;
  std::optional<double> measured;
  std::optional<Interval> interval;
  std::string bound_text;        // as written
  std::optional<double> limit;   // the bound's value in the metric's unit (a gate resolved)
  Unit unit = Unit::kNumber;
  std::optional<double> margin;
  std::uint64_t n = 0;
  std::optional<std::uint64_t> n_needed;
  std::string n_unit;            // "positives", "queries", "cases"
  std::string reason;            // one sentence
  std::string qualification;     // "unqualified: accuracy not shown" or empty
  std::string correction;        // how it was corrected for other claims, and what it would be alone; or empty
};

}  // namespace assay::verdict
