// SPDX-License-Identifier: Apache-2.0
// mlperf_log_assay.txt: what the official logs have no place for, beside the four files.
#pragma once

#include <span>
#include <string>

#include "loadgen/config.h"
#include "loadgen/engine.h"

namespace assay::loadgen {

// "user.conf:3:1: there is no key 'tarqet_qps'; LoadGen passes over the line (did you mean 'target_qps'?)"
// Threads  safe, as all here: pure.
std::string TextOf(const ConfigNote& note);

// The lines of a part of a test, under a heading; empty when there is nothing to say. What the detail log has as a
// warning is left out; what stands there several times in a row is counted.
std::string NotesText(std::string_view heading, std::span<const Diagnostic> diagnostics);

}  // namespace assay::loadgen
