// SPDX-License-Identifier: Apache-2.0
#include "run/vectors/vector_function.h"

#include <algorithm>
#include <array>

namespace assay::run {
namespace {

auto Groups() {
  return std::array{RankFunctions(), DecisionFunctions(), ProportionFunctions(), StatisticsFunctions(), TextFunctions(), TaskFunctions()};
}

}  // namespace

const VectorFunction* FindVectorFunction(std::string_view name) {
  for (const auto& group : Groups()) {
    const auto found = std::ranges::find(group, name, &VectorFunction::name);
    if (found != group.end()) return &*found;
  }
  return nullptr;
}

std::vector<std::string_view> VectorFunctionNames() {
  std::vector<std::string_view> names;
  for (const auto& group : Groups()) {
    for (const VectorFunction& function : group) names.push_back(function.name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace assay::run
