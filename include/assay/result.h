// SPDX-License-Identifier: Apache-2.0
// The one error type: an error is a value that says where, what was expected, what was found, and what to do.
//
// Functions that can fail return Result<T>; functions that read a whole file and find all its errors at once return
// Results<T>. No exception leaves a module. An error of the system under test is not an Error: it is data (a status in
// the record).
#pragma once

#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "assay/error_code.h"

namespace assay {

// A place in the user's own input. Unknown parts stay empty or 0.
struct Where {
  std::string file = {};    // as the user named it
  int line = 0;        // 1-based
  int column = 0;      // 1-based, in bytes
  std::string path = {};    // dotted key ("traffic.online.rate"), row or sample id
  std::string source = {};  // the line's text, for the caret
};

struct Error {
  ErrorCode code;
  std::string what;  // one line for people: what was expected, what was found
  std::vector<Where> where = {};
  std::string hint = {};  // one line: what to do, e.g. "did you mean 'latency'?"
};

using Errors = std::vector<Error>;

template <class T>
using Result = std::expected<T, Error>;

template <class T>
using Results = std::expected<T, Errors>;

// Shorthand for a failed Result: return Fail(ErrorCode::kEmpty, "expected at least 1 row, found none");
inline std::unexpected<Error> Fail(ErrorCode code, std::string what, std::string hint = {}) {
  return std::unexpected(Error{code, std::move(what), {}, std::move(hint)});
}

inline std::unexpected<Error> FailAt(Where where, ErrorCode code, std::string what, std::string hint = {}) {
  return std::unexpected(Error{code, std::move(what), {std::move(where)}, std::move(hint)});
}

}  // namespace assay

// ASSAY_TRY(var, expr): evaluates a Result; returns its error from the enclosing function, or names its value `var`.
// ASSAY_CHECK_OK(expr): the same for a Result<void>.
#define ASSAY_TRY_JOIN2(a, b) a##b
#define ASSAY_TRY_JOIN(a, b) ASSAY_TRY_JOIN2(a, b)
#define ASSAY_TRY_AS(tmp, var, expr)                                  \
  auto tmp = (expr);                                                  \
  if (!tmp.has_value()) return std::unexpected(std::move(tmp).error()); \
  auto var = *std::move(tmp)
#define ASSAY_TRY(var, expr) ASSAY_TRY_AS(ASSAY_TRY_JOIN(assay_try_, __COUNTER__), var, expr)
#define ASSAY_CHECK_OK_AS(tmp, expr) \
  if (auto tmp = (expr); !tmp.has_value()) return std::unexpected(std::move(tmp).error())
#define ASSAY_CHECK_OK(expr) ASSAY_CHECK_OK_AS(ASSAY_TRY_JOIN(assay_ok_, __COUNTER__), expr)
