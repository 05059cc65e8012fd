// SPDX-License-Identifier: Apache-2.0
// Errors that are found after the spec was read, put at the key of the spec that they are about.
#pragma once

#include <string>

#include "assay/result.h"
#include "spec/spec.h"

namespace assay::run {

// Gives each place of the error that names no file the spec's file, and the line of its path or, where that wasn't
// written, of the nearest block around it. An error without a place is about `fallback`, a dotted path.
// Threads  safe: pure.
void PlaceInSpec(const spec::Spec& spec, const std::string& fallback, Error& error);

}  // namespace assay::run
