// SPDX-License-Identifier: Apache-2.0
// A reader's service-level bound beside the bound under which a public row was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "results/row.h"

namespace assay::results {

// The reader's service-level bound. What isn't asked stays empty.
struct NeededSla {
  std::optional<double> percentile;            // 0.99
  std::optional<std::int64_t> latency_ns;      // at that percentile
  std::optional<std::int64_t> ttft_ns, tpot_ns;  // at the 99th unless ttft/tpot percentiles are given
  std::optional<double> ttft_percentile, tpot_percentile;
};
// "TTFT p99 ≤ 500 ms, TPOT p99 ≤ 50 ms"; empty when nothing is asked.
std::string TextOf(const NeededSla& needed);

enum class SlaState : std::uint8_t { kMatch, kStricter, kLooser, kOtherPercentile, kNoBound, kNotKnown, kNotAsked };

// How the bound under which a row was measured compares with ours.
struct SlaReading {
  SlaState state = SlaState::kNotAsked;
  std::string theirs;            // "TTFT p99 ≤ 2000 ms, TPOT p99 ≤ 200 ms"
  bool by_rule = false;          // from the round's rules: the row itself doesn't say
  std::string words;             // a sentence
};
std::string_view NameOf(SlaState state);  // "match", "stricter", "looser", "other percentile", "no bound", "not known"

// `kMatch`/`kStricter` are what licenses "meets our bound": the row's bound is at most ours at at least our percentile.
SlaReading ReadSla(const Row& row, const NeededSla& needed);

}  // namespace assay::results
