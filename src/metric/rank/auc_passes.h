// SPDX-License-Identifier: Apache-2.0
// ROC-AUC of more cases than memory should hold: exact, from cases that are given in any order, more than once if need be.
//
// AUC depends on the order of the scores alone, and a float is its order: its bits, the sign turned, count up as the float
// does. The first pass counts the cases by the upper half of these bits and keeps the cases themselves as long as there is
// room. If they all fit, it is done. If not, each further pass takes up a range of upper halves that fits, sorts its cases
// and adds its pairs; an upper half with more cases than there is room for is counted by its lower half.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay::metric {

class AucPasses {
 public:
  // `room` is how many cases are held at once, 4 bytes each; 24 M of them are 100 MB.
  explicit AucPasses(std::size_t room = std::size_t{3} << 23);

  // One case; the same cases in every pass, in any order.
  // Range    score finite; fewer than 2^32 cases.
  void Add(float score, bool positive);
  // Ends a pass. True when all cases must be given once more.
  bool EndPass();

  std::uint64_t positives() const { return positives_; }
  std::uint64_t negatives() const { return negatives_; }
  // After the last pass: the probability that a positive's score is above a negative's, ties counting one half.
  // Range    empty without a positive or without a negative.
  // Source   Mann, Whitney, Ann. Math. Stat. 18 (1947) 50-60; as RocAuc of rank_curve.h.
  std::optional<double> Auc() const;

 private:
  struct Count {
    std::uint64_t positive = 0, negative = 0;
    std::uint64_t both() const { return positive + negative; }
  };
  static constexpr std::size_t kHalf = std::size_t{1} << 16;

  void AddGroup(const Count& group);
  void AddHeld();
  bool PlanPass();

  std::size_t room_;
  bool first_ = true, overfull_ = false;
  std::vector<Count> upper_;                 // cases by upper half
  std::vector<Count> lower_;                 // of the one upper half that is counted, not held
  std::size_t from_ = 0, to_ = 0;            // upper halves of this pass
  std::vector<std::uint32_t> held_positive_, held_negative_;
  std::uint64_t positives_ = 0, negatives_ = 0;
  std::uint64_t negatives_below_ = 0;
  std::uint64_t twice_won_ = 0;              // pairs won, a tie being half a pair
};

}  // namespace assay::metric
