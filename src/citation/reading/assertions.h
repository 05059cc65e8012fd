// SPDX-License-Identifier: Apache-2.0
// What words assert beyond the number that they carry.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::citation {

// Out of, in this order:
//   accuracy         "most accurate", "production quality", accuracy on someone's own data
//   cost             "cheapest", "cost per token", "TCO"
//   safety           "safe", "hallucination-free", "secure"
//   why              "because of", "thanks to"
//   ours             "for your workload", "in production", "on any model"
//   endorsement      "MLCommons certifies", "recommended by MLCommons"
//   per_accelerator  "per GPU"
//   per_watt         "performance per watt"
//   tdp              "TDP", "nameplate"
//   composite        "average score", "geomean", "overall score"
//   official         "official", "verified"
//   speedup          "3x faster", "outperforms"
//   superlative      "fastest", "leader", "world record"
// Denied words ("not official", "no claim about cost") don't count.
// Errors   none.
// Threads  safe: pure.
std::vector<std::string> ReadAssertions(std::string_view text);

}  // namespace assay::citation
