// SPDX-License-Identifier: Apache-2.0
#include "text/near_duplicates.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "random/splitmix.h"

namespace assay::text {
namespace {

constexpr std::size_t kRun = 3;  // words
constexpr std::size_t kBands = 16, kRows = 4, kHashes = kBands * kRows;
constexpr std::size_t kMostCandidates = 64;  // of one band: texts that are all alike would be compared with all
using Runs = std::vector<std::uint64_t>;     // sorted, each once
using Minima = std::array<std::uint64_t, kHashes>;

bool IsWordByte(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80;
}

std::vector<std::uint64_t> WordHashes(std::string_view text) {
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < text.size();) {
    if (!IsWordByte(static_cast<unsigned char>(text[at]))) {
      ++at;
      continue;
    }
    std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
    for (; at < text.size() && IsWordByte(static_cast<unsigned char>(text[at])); ++at) {
      const char c = text[at];
      const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      hash = (hash ^ static_cast<unsigned char>(lower)) * 0x100000001B3u;
    }
    words.push_back(hash);
  }
  return words;
}

Runs RunsOf(std::string_view text, std::size_t fewest_words) {
  const std::vector<std::uint64_t> words = WordHashes(text);
  if (words.size() < std::max(fewest_words, kRun)) return {};
  Runs runs;
  for (std::size_t i = 0; i + kRun <= words.size(); ++i) {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < kRun; ++k) hash = random::SplitMixFinalise(hash + words[i + k] + k + 1);
    runs.push_back(hash);
  }
  std::ranges::sort(runs);
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

Minima MinimaOf(const Runs& runs) {
  Minima minima;
  minima.fill(std::numeric_limits<std::uint64_t>::max());
  for (const std::uint64_t run : runs) {
    for (std::size_t i = 0; i < kHashes; ++i) {
      minima[i] = std::min(minima[i], random::SplitMixFinalise(run + (i + 1) * random::kSplitMixStep));
    }
  }
  return minima;
}

std::uint64_t BandOf(const Minima& minima, std::size_t band) {
  std::uint64_t hash = band;
  for (std::size_t row = 0; row < kRows; ++row) hash = random::SplitMixFinalise(hash + minima[band * kRows + row]);
  return hash;
}

double Similarity(const Runs& a, const Runs& b) {
  std::size_t both = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (*left == *right) ++both, ++left, ++right;
    else if (*left < *right) ++left;
    else ++right;
  }
  return static_cast<double>(both) / static_cast<double>(a.size() + b.size() - both);
}

}  // namespace

std::optional<std::vector<NearDuplicate>> NearDuplicates(std::span<const std::string> texts,
                                                         std::span<const std::string> known,
                                                         const NearDuplicateRule& rule) {
  std::size_t total = 0;
  std::vector<Runs> known_runs;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> bands;  // a band's hash: known texts that have it
  for (std::size_t i = 0; i < known.size(); ++i) {
    known_runs.push_back(RunsOf(known[i], rule.fewest_words));
    if ((total += known_runs.back().size()) > rule.most_runs) return std::nullopt;
    if (known_runs.back().empty()) continue;
    const Minima minima = MinimaOf(known_runs.back());
    for (std::size_t band = 0; band < kBands; ++band) {
      std::vector<std::size_t>& list = bands[BandOf(minima, band)];
      if (list.size() < kMostCandidates) list.push_back(i);
    }
  }
  std::vector<NearDuplicate> found;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Runs runs = RunsOf(texts[i], rule.fewest_words);
    if ((total += runs.size()) > rule.most_runs) return std::nullopt;
    if (runs.empty()) continue;
    const Minima minima = MinimaOf(runs);
    std::optional<NearDuplicate> near;
    for (std::size_t band = 0; band < kBands && !near; ++band) {
      const auto list = bands.find(BandOf(minima, band));
      if (list == bands.end()) continue;
      for (const std::size_t candidate : list->second) {
        const double similarity = Similarity(runs, known_runs[candidate]);
        if (similarity < rule.at_least) continue;
        near = NearDuplicate{i, candidate, similarity};
        break;
      }
    }
    if (near) found.push_back(*near);
  }
  return found;
}

}  // namespace assay::text
