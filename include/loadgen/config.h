// SPDX-License-Identifier: Apache-2.0
// Configuration files with what FromConfig keeps to itself: what was ignored, cut short or overridden, and the defaults
// of other rounds. C++14, the standard library only.
#pragma once

#include <string>
#include <vector>

#include "test_settings.h"

namespace assay {
namespace loadgen {

enum class ConfigFault {
  kFile,           // it can't be opened, or what is known of a round isn't all
  kSyntax,         // LoadGen refuses the file, or passes over the line
  kUnknownKey,     // no such key, scenario, or form of key
  kNumber,         // the number is read otherwise than it is written
  kOutOfRange,     // the value can't be used
  kOverridden,     // another line counts
  kNoEffect,       // the key isn't looked at
  kContradiction,  // no run could be VALID
};

// Something about one place of a configuration file.
struct ConfigNote {
  ConfigFault fault = ConfigFault::kFile;
  bool is_error = false;  // LoadGen refuses the file, or the run could never be VALID
  std::string file;       // as given; empty for the built-in defaults
  int line = 0;           // 1-based; 0 when no line is at fault
  int column = 0;         // 1-based, in bytes
  std::string key;        // "*.Server.target_qps"; empty when there is none
  std::string what;       // one sentence
  std::string hint;       // what to write instead; may be empty
  std::string logged;     // the sentence that LoadGen logs as an error of the next test; empty when it says nothing
};

struct ConfigOutcome {
  int code = 0;  // as FromConfig returns it
  std::vector<ConfigNote> notes;
};

// FromConfig of `settings`, with notes about this file for this model and scenario.
//   round   the official defaults of another round ("v5.1"); empty = those of LoadGen 6.0.17 (v6.1). For v0.5, v1.1 and
//           v6.0 only seeds, durations and sample counts are known, and a note says so.
// An unknown round is an error note and code -EINVAL; nothing is taken then.
// Threads  safe on different settings: there is no state between calls.
MLPERF_LOADGEN_API ConfigOutcome ReadConfig(mlperf::TestSettings& settings, const std::string& path,
                                            const std::string& model, const std::string& scenario, int conf_type = 1,
                                            const std::string& round = std::string());

}  // namespace loadgen
}  // namespace assay
