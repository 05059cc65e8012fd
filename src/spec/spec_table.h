// SPDX-License-Identifier: Apache-2.0
// The table of the whole spec, and those of its larger blocks.
#pragma once

#include "spec/field_table.h"
#include "spec/spec.h"

namespace assay::spec {

// Fills a Spec. All other tables hang below it.
const Table& SpecTable();

// data_table.cc, traffic_table.cc, judging_table.cc, slices_table.cc
TypeOf<Data> DataBlock();
TypeOf<std::vector<Traffic>> TrafficBlock();
TypeOf<Serving> ServingBlock();
TypeOf<Costs> CostsBlock();
TypeOf<std::vector<Claim>> ClaimsBlock();
TypeOf<Decision> DecisionBlock();
TypeOf<Slices> SlicesBlock();

}  // namespace assay::spec
