// SPDX-License-Identifier: Apache-2.0
// What a comparison of two systems found: values alone, ready to be judged, printed and written as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "stats/paired_rate.h"
#include "verdict/verdict.h"

namespace assay::run {

enum class Change : std::uint8_t {
  kWorse,       // shown
  kBetter,      // shown
  kDiffers,     // shown, of a metric that is neither better nor worse
  kNoneShown,   // the test leaves room for none
  kCannotJudge  // nothing to test by: one run each, undefined, no interval
};

// One metric of both sides. Quality: difference = other - baseline. Load (`relative`): other / baseline - 1.
struct ComparedMetric {
  std::string metric = {};
  Unit unit = Unit::kNumber;
  Better better = Better::kNeither;
  bool relative = false;
  std::optional<double> baseline = {}, other = {}, difference = {};
  std::function<std::optional<Interval>(double level)> interval_at = {};  // of the difference
  std::optional<Interval> interval = {};   // at the level of the comparison
  // Quality under a relative margin: other less the share of the baseline that it may fall to, and its interval.
  std::optional<double> beyond_margin = {};
  std::function<std::optional<Interval>(double level)> beyond_margin_at = {};
  std::optional<double> p = {};            // two-sided, of no difference
  std::optional<double> adjusted_p = {};   // for the other metrics looked at
  std::string test = {};
  std::uint64_t n = 0;
  std::string of = {};                     // what n counts: "cases", "positives", "repeats"
  bool primary = false;               // judged by --fail-if when no metric is named
  bool named = false;                 // asked for by name: confirmed under Holm, the others explored under Benjamini-Hochberg
  Change change = Change::kCannotJudge;
  std::optional<double> detectable = {};   // the difference that would have been seen with 80 % power
  std::optional<std::uint64_t> needed = {};  // cases or repeats that would decide --fail-if with 80 % power
  std::optional<double> discordance = {};  // quality: share of the cases answered differently
  std::optional<double> deviation = {};    // load: of one repeat's logarithmic ratio
  std::optional<double> within_share = {}; // load: share of its variance that the queries within the runs explain
  std::optional<verdict::Outcome> outcome = {};  // of --fail-if
  std::string sentence = {};
  std::string reason = {};                 // why it can't be judged
};

// Answers that changed sides.
struct ComparedFlips {
  std::string of = {};  // "cases", "positives", "answers by squad_f1"
  bool graded = false;  // scores between 0 and 1: lower and higher ones, where others are broken and fixed
  stats::PairedCounts counts = {};  // first = baseline
  double exact = 1, mid_p = 1;
  std::vector<std::string> broken_ids = {}, fixed_ids = {};  // the first few

  std::uint64_t broken() const { return counts.only_first; }
  std::uint64_t fixed() const { return counts.only_second; }
};

struct ComparedPart {
  std::string name = {};      // "quality on certify", "load online · Server"
  bool load = false;
  bool published = false;           // the other side is a row of a public round
  std::vector<ComparedFlips> flips = {};
  std::vector<ComparedMetric> metrics = {};
  std::vector<std::string> limits = {};  // what the comparison can't rule out
  bool incomplete = false;          // runs were left out: it can't be called no worse
};

struct Comparison {
  std::string baseline = {}, other = {};
  std::vector<ComparedPart> parts = {};
  std::vector<std::string> limits = {};
};

// "worse=2%": no worse than the baseline by more than that; relative to the baseline's value, or in the metric's unit.
struct FailRule {
  std::string text = {};
  double margin = 0;
  bool relative = true;
};

// What a relative margin leaves of the baseline's value, which its cases have measured with error, too.
constexpr double ShareLeft(Better better, double margin) { return better == Better::kHigher ? 1 - margin : 1 + margin; }

struct CompareOutcome {
  std::vector<Comparison> comparisons = {};
  double level = 0.95;
  std::optional<FailRule> rule = {};
  std::string word = {};  // PASS, FAIL, UNDECIDED, NOT MEASURED under a rule; else WORSE, BETTER, MIXED, DIFFERENT, NO DIFFERENCE SHOWN, UNDECIDED
  std::string sentence = {};
  int exit_code = 0;  // 0, 1, 7, 8
};

std::string_view ChangeWord(Change change);  // "worse", "better", "differs", "none shown", "cannot judge"

}  // namespace assay::run
