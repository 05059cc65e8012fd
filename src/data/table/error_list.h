// SPDX-License-Identifier: Apache-2.0
// The errors of one file: all are counted, the first 20 kept.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "assay/result.h"

namespace assay::data {

class ErrorList {
 public:
  static constexpr std::size_t kMost = 20;

  void Add(ErrorCode code, std::string what, Where where, std::string hint = {}) {
    if (errors_.size() < kMost) errors_.push_back({code, std::move(what), {std::move(where)}, std::move(hint)});
    ++count_;
  }
  bool empty() const { return count_ == 0; }

  // The list, with a last entry that counts what was left out.
  Errors Take() && {
    if (count_ > kMost) {
      const Error& last = errors_.back();
      errors_.push_back({last.code, "and " + std::to_string(count_ - kMost) + " more", {{.file = last.where[0].file}}});
    }
    return std::move(errors_);
  }

 private:
  Errors errors_;
  std::size_t count_ = 0;
};

}  // namespace assay::data
