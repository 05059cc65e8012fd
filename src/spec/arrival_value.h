// SPDX-License-Identifier: Apache-2.0
// The value of `arrivals`: WORD, {WORD: {parameters}}, or {replay: file, speed: 10}.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spec/field_table.h"

namespace assay::spec {

// An arrival shape with its parameters as written.
struct Arrival {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters;
};

// Knows the grammar's words and their parameters; those without an engine are refused by name.
TypeOf<Arrival> ArrivalValue();

}  // namespace assay::spec
