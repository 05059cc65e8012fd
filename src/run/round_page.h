// SPDX-License-Identifier: Apache-2.0
// What `assay list rounds`, `assay list benchmarks` and `assay explain v5.1`, `assay explain
// llama2-70b-99.9` print.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "round/round.h"

namespace assay::run {

std::string RoundsText(std::size_t width);
std::string RoundsJson();
std::string BenchmarksText(std::size_t width);
std::string BenchmarksJson();

std::string RoundText(const round::Round& round, std::size_t width);
std::string RoundJson(const round::Round& round);

// The name under which rounds have this benchmark, in any spelling; the newest round decides. Empty
// = none, or several.
std::string_view BenchmarkCalled(std::string_view text);
// `benchmark`: a name as BenchmarkCalled gives it.
std::string BenchmarkText(std::string_view benchmark, std::size_t width);
std::string BenchmarkJson(std::string_view benchmark);

// All names of rounds and benchmarks, for "did you mean".
std::vector<std::string_view> RoundNames();
std::vector<std::string_view> BenchmarkNames();

}  // namespace assay::run
