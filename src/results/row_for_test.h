// SPDX-License-Identifier: Apache-2.0
// Rows made by hand, for tests.
#pragma once

#include "results/row_set.h"

namespace assay::results {

// A closed, available, datacenter row of `round` with 8 accelerators. Tests change what they are about.
inline Row& AddTestRow(RowSet& rows, std::string_view round, std::string_view benchmark, round::Scenario scenario,
                       double value, round::ResultUnit unit) {
  System& system = rows.AddSystem();
  system.round = round;
  system.submitter = "Northwind";
  system.availability = Availability::kAvailable;
  system.datacenter = true;
  system.id = "sysA";
  system.name = "Northwind One";
  system.accelerator = "Chip-A";
  system.accelerators = {8, AcceleratorCount::Source::kFields, {}};
  system.framework = "TensorRT 10.8";
  Row& row = rows.AddRow();
  row.system = &system;
  row.scenario = scenario;
  row.model_stated = benchmark;
  row.benchmark = benchmark;
  row.value = value;
  row.unit = unit;
  row.unit_stated = round::TextOf(unit);
  row.unit_state = UnitState::kAgrees;
  row.weights = ParsePrecision("fp8");
  row.weights_stated = "fp8";
  return row;
}

inline std::vector<const Row*> AllRows(const RowSet& rows) {
  std::vector<const Row*> all;
  for (const Row& row : rows.rows()) all.push_back(&row);
  return all;
}

// The system of a row that AddTestRow made, to be changed.
inline System& SystemOf(const Row& row) { return const_cast<System&>(*row.system); }

}  // namespace assay::results
