// SPDX-License-Identifier: Apache-2.0
// What to do about a verdict: one command that can be copied, and what it would bring.
#pragma once

#include <string>

#include "run/evaluation.h"

namespace assay::run {

struct NextStep {
  std::string command, reason;
};

// By what stands in the way first: loads that weren't run, a generator that was late, a required claim that more
// queries or labels would decide, a latency bound that was missed; else a look at every figure.
// Threads  any; pure
NextStep NextStepOf(const Evaluation& evaluation);

}  // namespace assay::run
