// SPDX-License-Identifier: Apache-2.0
// Which sample of a log has been answered, and whether its later answers are the first one again. The load generator may
// send a sample more than once; the first answer counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::run {

class FirstAnswers {
 public:
  explicit FirstAnswers(std::size_t samples) : hashes_(samples) {}

  // Whether this is the sample's first answer.
  // Range    sample < samples.
  bool Take(std::size_t sample, std::span<const std::byte> bytes);

  std::uint64_t answered() const { return answered_; }
  std::uint64_t repeats() const { return repeats_; }
  std::uint64_t disagreeing() const { return disagreeing_; }  // repeats that differ from the sample's first answer
  // The first samples without an answer, `most` at most.
  std::vector<std::size_t> Missing(std::size_t most) const;

 private:
  std::vector<std::uint64_t> hashes_;  // of the first answer; 0 = none yet
  std::uint64_t answered_ = 0, repeats_ = 0, disagreeing_ = 0;
};

}  // namespace assay::run
