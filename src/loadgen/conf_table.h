// SPDX-License-Identifier: Apache-2.0
// A configuration file as a table, LoadGen's look-up in it, and what it does to the settings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "loadgen/conf_keys.h"
#include "loadgen/conf_text.h"
#include "loadgen/test_settings.h"
#include "round/round.h"

namespace assay::loadgen {

class ConfTable {
 public:
  ConfTable() = default;
  // Of equal keys the last counts.
  explicit ConfTable(std::vector<ConfEntry> entries);

  // The entry that counts: model.scenario.name, else *.scenario.name, else model.*.name, else *.*.name. A wildcard model
  // beats a wildcard scenario, however odd. Null when there is none.
  const ConfEntry* Find(std::string_view model, std::string_view scenario, std::string_view name) const;
  const ConfEntry* FindExact(const std::string& key) const;
  const std::map<std::string, ConfEntry>& entries() const { return entries_; }

 private:
  std::map<std::string, ConfEntry> entries_;
};

// What was taken for one key.
struct ConfTaken {
  const ConfKey* key;
  const ConfEntry* entry;
};

// Takes all keys for this model and scenario. `built_in` = the table is that of official defaults.
// Threads  safe on different settings.
std::vector<ConfTaken> ApplyConf(const ConfTable& table, std::string_view model, std::string_view scenario,
                                 bool built_in, mlperf::TestSettings& settings);

// The official defaults of a round, as LoadGen has them built in; empty name = those of LoadGen 6.0.17. A round whose
// file isn't known gets its seeds, minimum duration and sample counts from its rules.
// Errors   kUnknownName.
Result<ConfTable> OfficialConf(std::string_view round);
// Whether the whole file of the round is known.
bool HasOfficialConf(const round::Round& round);

}  // namespace assay::loadgen
