// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/auc_passes.h"

#include <algorithm>
#include <bit>

namespace assay::metric {
namespace {

// Greater for a greater score, equal for equal ones (-0 and 0 too).
std::uint32_t OrderOf(float score) {
  const auto bits = std::bit_cast<std::uint32_t>(score + 0.0F);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

}  // namespace

AucPasses::AucPasses(std::size_t room) : room_(std::max<std::size_t>(room, 1)), upper_(kHalf), to_(kHalf) {
  // Room that isn't used costs nothing; growing step by step would hold the cases twice.
  held_positive_.reserve(room_);
  held_negative_.reserve(room_);
}

void AucPasses::Add(float score, bool positive) {
  const std::uint32_t order = OrderOf(score);
  const std::size_t half = order >> 16;
  if (first_) {
    ++(positive ? upper_[half].positive : upper_[half].negative);
    ++(positive ? positives_ : negatives_);
    if (overfull_) return;
    overfull_ = held_positive_.size() + held_negative_.size() == room_;
    if (overfull_) return;
  } else if (half < from_ || half >= to_) {
    return;
  } else if (!lower_.empty()) {
    Count& count = lower_[order & 0xFFFF];
    ++(positive ? count.positive : count.negative);
    return;
  }
  (positive ? held_positive_ : held_negative_).push_back(order);
}

void AucPasses::AddGroup(const Count& group) {
  twice_won_ += group.positive * (2 * negatives_below_ + group.negative);
  negatives_below_ += group.negative;
}

// Groups of equal scores in ascending order: a merge of the two sorted lists.
void AucPasses::AddHeld() {
  std::ranges::sort(held_positive_);
  std::ranges::sort(held_negative_);
  std::size_t p = 0, n = 0;
  while (p < held_positive_.size() || n < held_negative_.size()) {
    const std::uint32_t order = n == held_negative_.size()   ? held_positive_[p]
                                : p == held_positive_.size() ? held_negative_[n]
                                                             : std::min(held_positive_[p], held_negative_[n]);
    Count group;
    for (; p < held_positive_.size() && held_positive_[p] == order; ++p) ++group.positive;
    for (; n < held_negative_.size() && held_negative_[n] == order; ++n) ++group.negative;
    AddGroup(group);
  }
  held_positive_.clear();
  held_negative_.clear();
}

// The next range of upper halves with a case in it; false when there is none.
bool AucPasses::PlanPass() {
  while (to_ < kHalf && upper_[to_].both() == 0) ++to_;
  if (to_ == kHalf) return false;
  from_ = to_;
  std::uint64_t held = 0;
  while (to_ < kHalf && held + upper_[to_].both() <= room_) held += upper_[to_++].both();
  lower_.clear();
  if (to_ == from_) {
    ++to_;
    lower_.resize(kHalf);
  }
  return true;
}

bool AucPasses::EndPass() {
  if (first_) {
    first_ = false;
    if (!overfull_) {
      AddHeld();
      return false;
    }
    held_positive_.clear();
    held_negative_.clear();
    to_ = 0;
    return PlanPass();
  }
  for (const Count& group : lower_) AddGroup(group);
  AddHeld();
  return PlanPass();
}

std::optional<double> AucPasses::Auc() const {
  if (positives_ == 0 || negatives_ == 0) return std::nullopt;
  return static_cast<double>(twice_won_) / (2 * static_cast<double>(positives_) * static_cast<double>(negatives_));
}

}  // namespace assay::metric
