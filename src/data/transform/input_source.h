// SPDX-License-Identifier: Apache-2.0
// From a case to the tensor that a model takes: columns to numbers, pixels to scaled floats.
#pragma once

#include <memory>

#include "assay/dataset.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "spec/spec.h"

namespace assay::data {

// Table: one float32 per column in the order of spec.columns ("*" alone = all features in file order); a one-hot column
// takes the places of its values; `standard` gives (x - mean) / std. Image: float32 (x / scale - mean) / std, laid out
// as {height * width * channels} (flat), {channels, height, width} (nchw) or {height, width, channels} (nhwc).
// Load reads the texts (untimed). With spec.timed the arithmetic falls into Read, else Load does that too.
// Shape    `data` outlives the source. Load adds to what was loaded before.
// Errors   of this call: kBadReference for a column that isn't there, kContradiction for image settings on a table and
//          the reverse, kOutOfRange for mean and std that don't fit. Of Load: kNotFinite for NaN, infinity, what isn't
//          a number and what float32 can't hold, kBadRow for a value that one_hot doesn't list; with ids and places.
// Threads  Read is safe from any thread once Load has returned.
Results<std::unique_ptr<InputSource>> MakeInputSource(const Dataset& data, const spec::InputSpec& spec);

}  // namespace assay::data
