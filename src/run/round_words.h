// SPDX-License-Identifier: Apache-2.0
// What a round's rules say, in words: one gate, one scenario's bounds.
#pragma once

#include <string>
#include <string_view>

#include "round/round.h"

namespace assay::run {

// "ROUGE1 at least 44.3867688 (0.999 of 44.4312)"; "TOKENS_PER_SAMPLE 265.005 to 323.895 (0.9 of
// 294.45)".
std::string GateWords(const round::Gate& gate);
// All gates of a benchmark, joined by "; ".
std::string GatesWords(const round::Benchmark& benchmark);
// "TTFT p99 at most 2000 ms, TPOT p99 at most 200 ms", "p99 latency at most 15 ms"; empty = no
// bound.
std::string BoundWords(const round::ScenarioRule& rule);
// "required", "optional", "" (not run).
std::string_view StateWord(const round::ScenarioRule& rule, round::Category category);
// "Server+Offline (Interactive)": what a category requires, and in brackets what it allows.
std::string ScenariosWords(const round::Benchmark& benchmark, round::Category category);

}  // namespace assay::run
