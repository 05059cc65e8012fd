// SPDX-License-Identifier: Apache-2.0
// Names as a sentence has them: "Llama 2 70B (99.9 %)", "Server", "1,234.5 tokens/s".
#pragma once

#include <string>
#include <string_view>

#include "citation/assess_subject.h"

namespace assay::citation {

// "llama2-70b-99.9" -> "Llama 2 70B (99.9 %)"; a name without a title stands as it is.
std::string BenchmarkTitle(std::string_view benchmark);

// "Server scenario", "Single Stream scenario".
std::string ScenarioTitle(std::string_view scenario);

// "34988.5" -> "34,988.5": the digits as published, in groups of three.
std::string GroupedFigure(std::string_view digits);

// "34,988 tokens/s", "a p90 latency of 0.59 ms"; the row's published digits where one row is known.
std::string FigurePhrase(const Subject& subject);

// "8x NVIDIA H200-SXM-141GB", or the processors of a system without accelerators; empty when nothing is stated.
std::string HardwarePhrase(const Subject& subject);

// "DGX H200 (8x NVIDIA H200-SXM-141GB, TensorRT 10.8; weights fp8)".
std::string SystemPhrase(const Subject& subject);

// "TTFT p99 ≤ 2000 ms and TPOT p99 ≤ 200 ms"; empty without a known bound. `by_rule` as in results::SlaReading.
struct BoundPhrase {
  std::string words;
  bool by_rule = false;
};
BoundPhrase BoundPhraseOf(const Subject& subject);

// A row with what is stated of benchmark, round and scenario, for asking the round's rules when no row is held.
class StatedRow {
 public:
  explicit StatedRow(const Subject& subject);
  StatedRow(const StatedRow&) = delete;
  StatedRow& operator=(const StatedRow&) = delete;
  // Null when round, benchmark or scenario aren't known.
  const results::Row* row() const { return known_ ? &row_ : nullptr; }

 private:
  results::System system_;
  results::Row row_;
  bool known_ = false;
};

}  // namespace assay::citation
