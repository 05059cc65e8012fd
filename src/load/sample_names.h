// SPDX-License-Identifier: Apache-2.0
// Samples and stray answers by name, for the reasons and notes of a record.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/query.h"
#include "record/run_record.h"

namespace assay::load {

// "sample 3 (id 123, dataset index 7), …": at most 20, then how many more.
// Shape    slots number the entries of `samples`.
// Threads  safe: pure.
std::string NameSamples(std::span<const std::uint64_t> slots, std::span<const QuerySample> samples);

// "id 123 (sample 3 was answered before), id 9 (not an id of this run), …"; `count` strays there were in all.
std::string NameStrays(std::span<const record::StrayCompletion> strays, std::uint64_t count);

}  // namespace assay::load
