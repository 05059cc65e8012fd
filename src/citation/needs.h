// SPDX-License-Identifier: Apache-2.0
// What a reader needs a benchmark number for: from a small file, or from an evaluation's spec.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"
#include "citation/citation.h"
#include "spec/node.h"
#include "spec/source_text.h"
#include "spec/spec.h"

namespace assay::citation {

// YAML or JSON with any of: scenario, sla ("p99<=130ms", or {p99: 130ms, ttft_p99: 500ms, tpot_p99: 50ms}), rate
// ("400/s"), precision ([fp8, fp16] or a text), hardware, model, data, traffic.
// Errors   all at once with their place: kSyntax, kUnknownKey, kWrongType, kBadQuantity, kOutOfRange.
// Threads  safe: pure.
Results<Needs> ReadNeeds(std::string_view text, const std::string& file);
// The same for a mapping inside another file.
Results<Needs> ReadNeeds(const spec::Node& node, const spec::SourceText& source);

// "p99<=130ms", "ttft p99 <= 500ms, tpot p99 <= 50ms".
// Errors   kBadBound.
Result<results::NeededSla> ParseSla(std::string_view text);

// What a spec says of its own operation: the scenario, bound and rate of its first traffic (own traffic has no MLPerf
// scenario; its arrivals go into `traffic`), the SLA of its serving block, precision and hardware of its standard
// stack, model and data of its task.
// Threads  safe: pure.
Needs NeedsOfSpec(const spec::Spec& spec);

}  // namespace assay::citation
