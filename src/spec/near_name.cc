// SPDX-License-Identifier: Apache-2.0
#include "spec/near_name.h"

#include <algorithm>
#include <cctype>

namespace assay::spec {
namespace {

char Folded(char c) {
  return c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Distance in half letters, by dynamic programming over prefixes; three rows are enough for
// neighbour swaps.
int HalfLetters(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(2 * j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(2 * i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replace = a[i - 1] == b[j - 1] ? 0 : Folded(a[i - 1]) == Folded(b[j - 1]) ? 1 : 2;
      row[j] = std::min({above[j] + 2, row[j - 1] + 2, above[j - 1] + replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 2);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view NearName(std::string_view written, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 64;
  if (written.size() > kLongest) return {};
  std::string_view best;
  int best_distance = 0;
  for (std::string_view name : known) {
    const int distance = HalfLetters(written, name);
    const auto longer = static_cast<int>(std::max(written.size(), name.size()));
    const bool abbreviates = written.size() >= 3 && name.starts_with(written);
    const bool near = 3 * distance <= 2 * std::max(longer, 3) && distance < 2 * longer;
    if (!near && !abbreviates) continue;
    if (best.empty() || distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string NameHint(std::string_view written, std::span<const std::string_view> known) {
  if (known.empty()) return {};
  if (const std::string_view near = NearName(written, known); !near.empty()) {
    return "did you mean '" + std::string(near) + "'?";
  }
  std::string hint = "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i > 0) hint += ", ";
    hint += known[i];
  }
  return hint;
}

std::string NameHint(std::string_view written, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return NameHint(written, std::span<const std::string_view>(views));
}

}  // namespace assay::spec
