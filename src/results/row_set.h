// SPDX-License-Identifier: Apache-2.0
// Many rows and the text that they point into: the rounds held by the program, and what the user imported.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "results/row.h"

namespace assay::results {

// Threads  reading is safe; adding belongs to one thread. Rows never move once added.
class RowSet {
 public:
  RowSet() = default;
  RowSet(RowSet&&) = default;
  RowSet& operator=(RowSet&&) = default;

  const std::deque<Row>& rows() const { return rows_; }
  const std::deque<System>& systems() const { return systems_; }
  // Keeps `text` alive as long as the set, and returns a view of it.
  std::string_view Keep(std::string text);
  System& AddSystem() { return systems_.emplace_back(); }
  Row& AddRow() { return rows_.emplace_back(); }
  // Fills what is read from what is stated: counts, canonical benchmark, unit state, precision, twins. For rows from
  // index `first` on.
  void Normalise(std::size_t first = 0);

  // Adds copies of the other set's rows that `keep` takes, with their systems, and normalises them; the texts move over.
  void Append(RowSet other, const std::function<bool(const Row&)>& keep);

  // Rows that the name fits: RowName, a result id ("5.1-0001" gives all its rows), or id.benchmark.
  std::vector<const Row*> Named(std::string_view name) const;

 private:
  std::deque<Row> rows_;
  std::deque<System> systems_;
  std::deque<std::string> texts_;
  std::deque<std::deque<std::string>> texts_of_others_;  // of sets that were appended: moved whole, so that views hold
  std::size_t systems_read_ = 0;  // systems that Normalise has been over
};

// The rounds that come with the program: v0.5 v0.7 v1.0 v1.1 v2.0 v2.1 v3.0 v4.1 v5.1 v6.0.
std::span<const std::string_view> HeldRounds();
bool IsHeld(std::string_view round);
// All of them, or those named.
// Errors   none: the data are part of the program and tested.
RowSet LoadHeldRounds();
RowSet LoadHeldRounds(std::span<const std::string_view> rounds);
// Day on which the held data were taken from their sources: "2026-11-29".
std::string_view HeldDataDate();

}  // namespace assay::results
