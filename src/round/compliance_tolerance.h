// SPDX-License-Identifier: Apache-2.0
// How far the accuracy of a compliance run may lie from that of the submission's own run.
#pragma once

#include <string_view>

#include "assay/result.h"
#include "round/round.h"

namespace assay::round {

// A share of the compliance run's value: what the round tables for the gate, else 1 %, of benchmarks with the gate 99.9 0.1 %.
// Errors   kUnknownName for a metric that the benchmark has no gate on: it has no tolerance, and none is taken instead.
// Threads  safe: pure.
// Source   the submission checker's compliance check of TEST01 where results aren't deterministic: |1 - base / compliance|.
Result<double> ComplianceTolerance(const Benchmark& benchmark, std::string_view metric);

}  // namespace assay::round
