// SPDX-License-Identifier: Apache-2.0
// The facts that words name, each with its place among the tokens.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "citation/citation.h"
#include "citation/reading/token.h"
#include "citation/reading/vocabulary.h"

namespace assay::citation {

struct Mention {
  std::string_view field;  // of kFields
  std::string value;
  std::size_t begin = 0, end = 0;  // tokens
  Suite suite = Suite::kNotStated;  // for field "suite"
  bool explicitly = false;          // "submitted by Dell" beats a mere "Dell"
};

// All mentions in the order of the text. A company that only qualifies a product ("NVIDIA H200") names no submitter.
// Benchmarks are families ("llama2-70b") or carry their gate ("llama2-70b-99.9") as the words do.
// Threads  safe: pure.
std::vector<Mention> FindMentions(std::span<const Token> tokens, std::string_view source,
                                  const Vocabulary& vocabulary);

// The benchmark family at token `at`, and the token behind it; empty when none.
struct FamilyHit {
  std::string_view family;
  std::size_t end = 0;
};
FamilyHit FamilyAt(std::span<const Token> tokens, std::size_t at);

// "Sep 9, 2025", "9 September 2025", "2025-09-09" -> "2025-09-09". Empty when there is no date at `at`.
struct DateHit {
  std::string date;
  std::size_t end = 0;
};
DateHit DateAt(std::span<const Token> tokens, std::size_t at);

}  // namespace assay::citation
