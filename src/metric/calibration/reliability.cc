// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/reliability.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "random/philox.h"

namespace assay::metric {
namespace {

struct BinSums {
  double weight = 0, score = 0, positive = 0;

  void Add(double cases, double value, double positives) {
    weight += cases;
    score += cases * value;
    positive += positives;
  }
};

// `add` gets each distinct score, ascending, with the weight of its cases and of its positives.
template <class Add>
void ForEachScore(const RankCurve& curve, Add add) {
  for (std::size_t i = curve.groups(); i-- > 0;) {
    const double true_before = i == 0 ? 0 : curve.true_positives[i - 1];
    const double false_before = i == 0 ? 0 : curve.false_positives[i - 1];
    const double positives = curve.true_positives[i] - true_before;
    add(curve.threshold[i], positives + curve.false_positives[i] - false_before, positives);
  }
}

std::vector<ReliabilityBin> Filled(std::span<const BinSums> sums) {
  std::vector<ReliabilityBin> bins;
  for (const BinSums& sum : sums) {
    if (sum.weight > 0)
      bins.push_back({sum.weight, sum.score / sum.weight, sum.positive / sum.weight});
  }
  return bins;
}

}  // namespace

// Edges are k / bins as a double, so that a score written 0.2 lies on the edge 3/15.
std::size_t WidthBin(double score, std::size_t bins) {
  const auto edge = [bins](std::size_t k) {
    return static_cast<double>(k) / static_cast<double>(bins);
  };
  auto bin = std::min(bins - 1, static_cast<std::size_t>(score * static_cast<double>(bins)));
  while (bin > 0 && score <= edge(bin)) --bin;
  while (bin + 1 < bins && score > edge(bin + 1)) ++bin;
  return bin;
}

std::vector<ReliabilityBin> EqualWidthBins(const RankCurve& curve, std::size_t bins) {
  std::vector<BinSums> sums(bins);
  ForEachScore(curve, [&](double score, double weight, double positives) {
    sums[WidthBin(score, bins)].Add(weight, score, positives);
  });
  return Filled(sums);
}

std::optional<std::vector<ReliabilityBin>> EqualMassBins(const RankCurve& curve, std::size_t bins) {
  if (curve.weighted) return std::nullopt;
  std::vector<BinSums> sums(bins);
  std::size_t rank = 0;
  ForEachScore(curve, [&](double score, double weight, double positives) {
    const auto end = rank + static_cast<std::size_t>(std::llround(weight));
    while (rank < end) {
      const std::size_t bin = rank * bins / curve.cases;
      const std::size_t edge =
          ((bin + 1) * curve.cases + bins - 1) / bins;  // first rank of the next bin
      const auto part = static_cast<double>(std::min(end, edge) - rank);
      sums[bin].Add(part, score, part * positives / weight);
      rank = std::min(end, edge);
    }
  });
  return Filled(sums);
}

CalibrationError CalibrationErrorOf(std::span<const ReliabilityBin> bins) {
  CalibrationError error;
  double weight = 0;
  for (const ReliabilityBin& bin : bins) {
    const double gap = std::abs(bin.mean_score - bin.positive_share);
    error.mean += bin.weight * gap;
    error.greatest = std::max(error.greatest, gap);
    error.root_mean_square += bin.weight * gap * gap;
    weight += bin.weight;
  }
  error.mean /= weight;
  error.root_mean_square = std::sqrt(error.root_mean_square / weight);
  return error;
}

std::optional<double> ChanceCalibrationError(const RankCurve& curve, std::size_t bins) {
  if (curve.weighted) return std::nullopt;
  std::vector<double> variance(bins);
  ForEachScore(curve, [&](double score, double weight, double) {
    variance[WidthBin(score, bins)] += weight * score * (1 - score);
  });
  double sum = 0;
  for (const double one : variance) sum += std::sqrt(2 / std::numbers::pi * one);
  return sum / static_cast<double>(curve.cases);
}

namespace {

constexpr std::size_t kChanceDraws = 1000;
constexpr double kMostCasesDrawn = 1000;
constexpr double kNormalFrom = 25;  // variance of a bin's sum

// A bin's cases as far as its sum of labels goes.
struct ChanceBin {
  double cases = 0, expected = 0, variance = 0;
  std::vector<std::pair<double, std::size_t>> scores;  // and how many cases have each; only of bins that are drawn by case
};

double Uniform(random::Philox& stream) { return (static_cast<double>(stream.Next() >> 11) + 0.5) * 0x1p-53; }

double NormalDraw(random::Philox& stream) {
  const double radius = std::sqrt(-2 * std::log(Uniform(stream)));
  return radius * std::cos(2 * std::numbers::pi * Uniform(stream));
}

double PoissonDraw(random::Philox& stream, double mean) {
  const double limit = std::exp(-mean);
  double product = Uniform(stream), count = 0;
  for (; product > limit; ++count) product *= Uniform(stream);
  return count;
}

// |sum of labels - sum of scores| of one draw.
double ChanceGap(const ChanceBin& bin, random::Philox& stream) {
  if (bin.cases <= kMostCasesDrawn) {
    double positives = 0;
    for (const auto& [score, cases] : bin.scores) {
      for (std::size_t i = 0; i < cases; ++i) positives += Uniform(stream) < score ? 1 : 0;
    }
    return std::abs(positives - bin.expected);
  }
  if (bin.variance >= kNormalFrom) return std::abs(std::sqrt(bin.variance) * NormalDraw(stream));
  // Near 0 the positives are rare, near 1 the negatives.
  const double rare = std::min(bin.expected, bin.cases - bin.expected);
  return std::abs(PoissonDraw(stream, rare) - rare);
}

}  // namespace

std::optional<double> ChanceCalibrationQuantile(const RankCurve& curve, std::size_t bins, double probability, std::uint64_t seed) {
  if (curve.weighted) return std::nullopt;
  std::vector<ChanceBin> filled(bins);
  ForEachScore(curve, [&](double score, double weight, double) {
    ChanceBin& bin = filled[WidthBin(score, bins)];
    bin.cases += weight, bin.expected += weight * score, bin.variance += weight * score * (1 - score);
    if (bin.cases <= kMostCasesDrawn) bin.scores.emplace_back(score, static_cast<std::size_t>(std::llround(weight)));
  });
  std::vector<double> errors;
  for (std::size_t draw = 0; draw < kChanceDraws; ++draw) {
    random::Philox stream(seed, draw);
    double sum = 0;
    for (const ChanceBin& bin : filled) sum += bin.cases > 0 ? ChanceGap(bin, stream) : 0;
    errors.push_back(sum / static_cast<double>(curve.cases));
  }
  const auto place = static_cast<std::size_t>(std::ceil(probability * static_cast<double>(kChanceDraws))) - 1;
  std::ranges::nth_element(errors, errors.begin() + static_cast<std::ptrdiff_t>(place));
  return errors[place];
}

}  // namespace assay::metric
