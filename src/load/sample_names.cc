// SPDX-License-Identifier: Apache-2.0
#include "load/sample_names.h"

#include <algorithm>

#include "load/tracker.h"

namespace assay::load {
namespace {

constexpr std::size_t kMost = 20;

std::string More(std::uint64_t count) {
  return count > kMost ? " and " + std::to_string(count - kMost) + " more" : std::string();
}

std::string WhatIs(const record::StrayCompletion& stray) {
  using Kind = record::StrayCompletion::Kind;
  if (stray.kind == Kind::kForeign) return "not an id of this run";
  const std::string sample = "sample " + std::to_string(Tracker::SlotOf(stray.id));
  return sample + (stray.kind == Kind::kDuplicate ? " was answered before" : " had ended");
}

}  // namespace

std::string NameSamples(std::span<const std::uint64_t> slots, std::span<const QuerySample> samples) {
  std::string text;
  for (const std::uint64_t slot : slots.first(std::min(slots.size(), kMost))) {
    text += (text.empty() ? "sample " : ", sample ") + std::to_string(slot) + " (id " +
            std::to_string(samples[slot].id) + ", dataset index " + std::to_string(samples[slot].index) + ")";
  }
  return text + More(slots.size());
}

std::string NameStrays(std::span<const record::StrayCompletion> strays, std::uint64_t count) {
  std::string text;
  for (const record::StrayCompletion& stray : strays.first(std::min(strays.size(), kMost))) {
    text += (text.empty() ? "id " : ", id ") + std::to_string(stray.id) + " (" + WhatIs(stray) + ")";
  }
  return text + More(count);
}

}  // namespace assay::load
