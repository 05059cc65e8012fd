// SPDX-License-Identifier: Apache-2.0
// What several parts of a spec say together: references, names, contradictions, bounds that no run
// could decide.
//
// All that can be known without the data, the models and the host. It is said before a run, not
// after.
#pragma once

#include "assay/result.h"
#include "spec/names.h"
#include "spec/spec.h"

namespace assay::spec {

// Everything that is wrong, with its place in the file; empty when nothing is. An empty list in
// `names` isn't checked. Errors   kMissingKey, kBadReference, kUnknownName, kUnsupported,
// kContradiction, kMissingKey, kOutOfRange, kBadBound, kUndecidable. Threads  safe: pure.
Errors CheckSpec(const Spec& spec, const Names& names);

// Allowed, and probably not meant.
Errors WarnSpec(const Spec& spec);

}  // namespace assay::spec
