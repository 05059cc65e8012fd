// SPDX-License-Identifier: Apache-2.0
// The keys that LoadGen takes from configuration files: where it looks for each, how it reads it, which setting it sets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "loadgen/conf_number.h"
#include "loadgen/test_settings.h"

namespace assay::loadgen {

// How the value is read. The flags differ: one kind takes 1 alone for true, the other anything but 0.
enum class ConfForm : std::uint8_t { kInteger, kReal, kFlagOne, kFlagNonZero };

struct ConfKey {
  std::string_view name;
  std::string_view scenario;  // looked up under this scenario whatever runs; empty = the one that runs
  ConfForm form;
  bool built_in_only;         // taken from the official defaults alone
  void (*set)(mlperf::TestSettings& settings, const ConfNumber& number);
  // When it is false the key isn't looked at; null = always. The keys before it in the table have been read by then.
  bool (*wanted)(const mlperf::TestSettings& settings);
};

// In the order in which they are read.
// Source   MLPerf LoadGen 6.0.17 by observed behaviour.
std::span<const ConfKey> ConfKeys();

// The keys of this name: target_latency is one under SingleStream, MultiStream and Server each.
bool IsConfKeyName(std::string_view name);
// Whether it is looked up under a scenario of its own.
bool IsScenarioConfKey(std::string_view name);

// In official files, and read by no release since: not a typing error.
bool IsRetiredConfKey(std::string_view name);

// Model, scenario and name of "model.scenario.name"; models may hold dots.
struct ConfKeyParts {
  std::string_view model, scenario, name;
};
std::optional<ConfKeyParts> SplitConfKey(std::string_view key);

}  // namespace assay::loadgen
