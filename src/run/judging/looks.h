// SPDX-License-Identifier: Apache-2.0
// How often a set of labels was looked at. A set that is looked at again and again has had a part in what was chosen, and
// certifies less each time.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/result.h"

namespace assay::run {

// From this look on a set is no longer fresh.
inline constexpr std::uint64_t kStaleLook = 3;

struct Looks {
  std::string set;             // hash of the labels; empty: nobody counts
  std::uint64_t count = 0;     // this look among them
  std::uint64_t questions = 0; // different ones among them
  std::string note;            // why it wasn't counted
  bool counted() const { return count > 0; }
  bool fresh() const { return count < kStaleLook; }
};

// Where looks are kept: ASSAY_LOOKS, else looks.log under XDG_STATE_HOME/assay, else under HOME/.local/state/assay; "off" in
// ASSAY_LOOKS, or no place at all, gives "". A flag's value goes before all. Empty texts count as not given.
std::string LooksPath(const std::string* flag, const char* assay_looks, const char* xdg_state_home, const char* home);

// Name of a set of labels, whatever file they come in and whoever answered: a hash of the pairs of id and label, in any
// order.
std::string LabelSetHash(std::span<const std::string> ids, std::span<const std::int32_t> labels);

// Adds a look at `set`, asked `question`, and counts those there are. One line is appended under a lock, so that looks at
// the same time are all counted; a line that a crash has torn counts as none.
// Errors   none: what can't be written is a note, and nothing else stops.
// Threads  safe, also between processes.
Looks CountLook(const std::string& path, const std::string& set, const std::string& question);

// "look 3 at these labels (2 different questions): no longer fresh"; "" when nothing was counted and nothing is to say.
std::string LooksText(const Looks& looks);

}  // namespace assay::run
