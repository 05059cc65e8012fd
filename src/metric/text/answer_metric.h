// SPDX-License-Identifier: Apache-2.0
// A metric of answers in words: a mean of each answer's score, or a score of counts that add over all.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/text/rouge.h"

namespace assay::metric {

using Measurements = std::vector<Measurement>;
using References = std::span<const std::string>;

// Which cases a metric is about.
enum class Asks : std::uint8_t {
  kReference,  // those with a right answer; others are left out and counted
  kAll,       // all: what a case without a right answer means is the metric's own
};

// Answers whose score may surprise: counted in the note.
struct OddAnswers {
  bool (*is_odd)(std::string_view answer, References references) = nullptr;
  const char* what = "";  // "match only because the point of a number is taken out"
};

// The mean of `score`, each from 0 to 1; an answer without a score is left out and counted as `unfit`.
// Errors   kContradiction for columns of different length.
// Threads  safe: pure, as all here.
Result<Measurements> MeanOverAnswers(const MetricInfo& info, const MetricInput& input, Asks asks,
                                     std::optional<double> (*score)(const std::string& answer, References references),
                                     const char* unfit = "without a right answer", const OddAnswers& odd = {});

// A score of counts.
struct CountedScore {
  std::size_t width = 0;
  void (*count)(const std::string& answer, References references, std::span<double> into) = nullptr;
  std::optional<double> (*score)(std::span<const double> sums) = nullptr;
};
// `signature` gets the number of references, 0 where it varies, and makes the note; null = none.
Result<Measurements> ScoreOverAnswers(const MetricInfo& info, const MetricInput& input, Asks asks,
                                      const CountedScore& counted, std::string (*signature)(std::size_t references));

// One of ROUGE's F-measures; with several references the best of them.
enum class RougeKind : std::uint8_t { k1, k2, kL, kLsum };
template <RougeKind kind, Stemming stemming>
std::optional<double> BestRouge(const std::string& answer, References references) {
  double best = 0;
  for (const std::string& reference : references) {
    const RougeScores scores = ScoreRouge(answer, reference, stemming);
    const double f1 = kind == RougeKind::k1   ? scores.n[0].f1
                      : kind == RougeKind::k2 ? scores.n[1].f1
                      : kind == RougeKind::kL ? scores.l.f1
                                              : scores.lsum.f1;
    best = f1 > best ? f1 : best;
  }
  return best;
}

// Answers and right answers that hold text and yet no word of a-z and 0-9: ROUGE gives them 0, however alike they are.
inline constexpr OddAnswers kWithoutRougeWords{
    [](std::string_view answer, References references) {
      const auto wordless = [](std::string_view text) {
        return text.find_first_not_of(" \t\r\n") != text.npos && RougeWords(text, Stemming::kNone).empty();
      };
      if (wordless(answer)) return true;
      for (const std::string& reference : references) {
        if (wordless(reference)) return true;
      }
      return false;
    },
    "with no scorable tokens on one side: only a-z and 0-9 count"};

// sacrebleu's word for a varying number of references is "var".
std::string SignatureOf(std::string signature, std::size_t references);

}  // namespace assay::metric
