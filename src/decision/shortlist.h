// SPDX-License-Identifier: Apache-2.0
// Public rows that could meet the reader's needs, best first within what is comparable; and every row that was dropped
// with its reason. A shortlist says what to try, never what to buy.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/comparable.h"
#include "results/filter.h"
#include "results/row_set.h"
#include "results/sla.h"

namespace assay::decision {

struct ShortlistQuestion {
  results::Filter filter;
  results::NeededSla sla;
  std::optional<double> rate_per_second;  // ours, in the row's unit
  std::optional<round::ResultUnit> rate_unit;  // tokens, samples or queries; empty = the row's own
  bool any_sla = false;                   // also list rows whose bound is looser or unknown, marked
};

struct ShortlistEntry {
  const results::Row* row;
  results::SlaReading sla;
  std::vector<std::string> by_rule;       // facts that came from the round's rules: "bound: TTFT …"
  std::optional<std::uint64_t> replicas;  // derived: ceil(our rate / row's); 1 when the row suffices. Never an MLPerf metric
  std::optional<double> per_accelerator;  // derived
  std::vector<std::string> notes;         // "preview", "unit as published contradicts …", "twin of …-99.9"
};

struct ShortlistGroup {                   // one ranking
  results::ComparableKey key;
  std::vector<ShortlistEntry> entries;    // best first
};

struct Dropped {
  const results::Row* row;
  std::string reason;                     // "misses the gate: ROUGE1 39.10 below 44.3868"
};

struct Shortlist {
  std::vector<ShortlistGroup> groups;
  std::vector<Dropped> dropped;           // matched the filter, but can't stand: invalid, gate missed, withdrawn,
                                          // accuracy unknown, unit contradicts, SLA looser or not known
  std::size_t considered = 0;             // rows that the filter let through
  std::size_t filtered = 0;               // rows that it didn't
};

// Threads  safe: pure.
Shortlist MakeShortlist(const results::RowSet& rows, const ShortlistQuestion& question);

}  // namespace assay::decision
