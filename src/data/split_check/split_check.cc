// SPDX-License-Identifier: Apache-2.0
#include "data/split_check/split_check.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_set>
#include <utility>

namespace assay::data {
namespace {

constexpr std::size_t kMostNamed = 5;

using Key = std::function<std::string(std::size_t)>;

bool HasGroups(const Dataset& data) { return data.size() > 0 && !data.Group(0).empty(); }

// What a word of disjoint_by means in this dataset; empty when nothing.
Key KeyOf(const Dataset& data, const std::string& word) {
  if (word == "id") return [&data](std::size_t i) { return std::string(data.Id(i)); };
  if (word == "content") return [&data](std::size_t i) { return data.ContentHash(i); };
  const auto columns = data.columns();
  const auto column = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), word) - columns.begin());
  if (column < columns.size()) return [&data, column](std::size_t i) { return std::string(data.Cell(i, column)); };
  if (HasGroups(data)) return [&data](std::size_t i) { return std::string(data.Group(i)); };
  return {};
}

Error Overlap(const std::string& name, const Dataset& data, const std::string& other_name, const std::string& word,
              const std::vector<std::size_t>& shared) {
  std::string ids;
  std::vector<Where> places;
  for (const std::size_t index : shared) {
    if (places.size() == kMostNamed) {
      ids += ", …";
      break;
    }
    ids += (ids.empty() ? "" : ", ") + std::string(data.Id(index));
    places.push_back(data.Place(index, std::nullopt));
  }
  return {ErrorCode::kOverlap,
          std::to_string(shared.size()) + " of " + std::to_string(data.size()) + " cases of split '" + name +
              "' share their " + word + " with split '" + other_name + "': " + ids,
          std::move(places), "take them out of one of the two files"};
}

}  // namespace

Results<std::string> CheckDisjoint(const std::string& name, const Dataset& data, const std::string& other_name,
                                   const Dataset& other, std::span<const std::string> by) {
  Errors errors;
  std::string phrase;
  for (const std::string& word : by) {
    const Key key = KeyOf(data, word), other_key = KeyOf(other, word);
    if (!key || !other_key) {
      errors.push_back({ErrorCode::kBadReference,
                        "disjoint_by names '" + word + "', which split '" + (key ? other_name : name) +
                            "' has neither as a column nor as its group",
                        {}});
      continue;
    }
    std::unordered_set<std::string> others;
    for (std::size_t i = 0; i < other.size(); ++i) others.insert(other_key(i));
    std::vector<std::size_t> shared;
    for (std::size_t i = 0; i < data.size(); ++i) {
      if (others.contains(key(i))) shared.push_back(i);
    }
    if (!shared.empty()) errors.push_back(Overlap(name, data, other_name, word, shared));
    phrase += (phrase.empty() ? "disjoint from " + other_name + " by " : ", ") + word;
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return phrase;
}

}  // namespace assay::data
