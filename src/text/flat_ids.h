// SPDX-License-Identifier: Apache-2.0
// Small numbers for 64-bit keys, in order of first sight: a hash table in one array, because texts ask it per word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace assay::text {

// One table belongs to one thread.
class FlatIds {
 public:
  // `expected` keys fit without growing.
  explicit FlatIds(std::size_t expected = 8) : slots_(std::bit_ceil(2 * expected + 1)) {}

  std::size_t size() const { return size_; }

  // The key's number, and whether it is new.
  std::pair<std::uint32_t, bool> Of(std::uint64_t key) {
    if (2 * (size_ + 1) > slots_.size()) Grow();
    Slot& slot = slots_[Place(key)];
    if (slot.number != 0) return {slot.number - 1, false};
    slot = {key, static_cast<std::uint32_t>(++size_)};
    return {slot.number - 1, true};
  }

  std::optional<std::uint32_t> Find(std::uint64_t key) const {
    const Slot& slot = slots_[Place(key)];
    return slot.number == 0 ? std::nullopt : std::optional(slot.number - 1);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;  // from 1; 0 = free
  };

  // Where the key is, or where it would go.
  std::size_t Place(std::uint64_t key) const {
    const std::uint64_t mixed = (key ^ (key >> 32)) * 0x9E3779B97F4A7C15u;
    std::size_t at = static_cast<std::size_t>(mixed >> 32) & (slots_.size() - 1);
    while (slots_[at].number != 0 && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void Grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : old) {
      if (slot.number != 0) slots_[Place(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace assay::text
