// SPDX-License-Identifier: Apache-2.0
#include "loadgen/pending_notes.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay::loadgen {

void PendingNotes::Add(const mlperf::TestSettings* settings, bool fresh, std::vector<ConfigNote> notes) {
  const std::lock_guard lock(mutex_);
  auto found = std::ranges::find(waiting_, settings, &Waiting::settings);
  if (found == waiting_.end()) {
    if (waiting_.size() == kMostSettings) waiting_.pop_front();
    waiting_.push_back({settings, {}});
    found = std::prev(waiting_.end());
  }
  if (fresh) found->notes.clear();
  found->notes.insert(found->notes.end(), std::make_move_iterator(notes.begin()), std::make_move_iterator(notes.end()));
  if (found->notes.size() > kMostNotes) found->notes.resize(kMostNotes);
}

std::vector<ConfigNote> PendingNotes::Take(const mlperf::TestSettings* settings) {
  const std::lock_guard lock(mutex_);
  std::vector<ConfigNote> notes;
  if (const auto own = std::ranges::find(waiting_, settings, &Waiting::settings); own != waiting_.end()) {
    notes = std::move(own->notes);
    waiting_.erase(own);
    return notes;
  }
  for (Waiting& one : waiting_) {
    notes.insert(notes.end(), std::make_move_iterator(one.notes.begin()), std::make_move_iterator(one.notes.end()));
  }
  waiting_.clear();
  return notes;
}

}  // namespace assay::loadgen
