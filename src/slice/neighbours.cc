// SPDX-License-Identifier: Apache-2.0
#include "slice/neighbours.h"

#include <algorithm>
#include <cmath>

namespace assay::slice {

double DeviationOf(const Feature& feature) {
  double n = 0, mean = 0, squares = 0;
  for (const auto& number : feature.number) {
    if (!number) continue;
    n += 1;
    const double delta = *number - mean;
    mean += delta / n;
    squares += delta * (*number - mean);
  }
  return n < 2 ? 0 : std::sqrt(squares / n);
}

CaseSpace::CaseSpace(std::span<const Feature> features) : features_(features) {
  for (const Feature& feature : features) deviation_.push_back(DeviationOf(feature));
}

double CaseSpace::Distance(std::size_t a, std::size_t b) const {
  double sum = 0;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const Feature& feature = features_[i];
    if (feature.kind == FeatureKind::kCategories) {
      sum += feature.text[a] == feature.text[b] ? 0 : 1;
      continue;
    }
    const auto &x = feature.number[a], &y = feature.number[b];
    if (x.has_value() != y.has_value()) {
      sum += 1;
    } else if (x && deviation_[i] > 0) {
      const double steps = (*x - *y) / deviation_[i];
      sum += steps * steps;
    }
  }
  return std::sqrt(sum);
}

std::vector<Neighbour> CaseSpace::Nearest(std::size_t row, const RowSet& among, std::size_t most) const {
  std::vector<Neighbour> list;
  among.ForEach([&](std::size_t other) {
    if (other != row) list.push_back({other, Distance(row, other)});
  });
  const auto kept = static_cast<std::ptrdiff_t>(std::min(most, list.size()));
  std::partial_sort(list.begin(), list.begin() + kept, list.end(), [](const Neighbour& a, const Neighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
  });
  list.resize(static_cast<std::size_t>(kept));
  return list;
}

}  // namespace assay::slice
