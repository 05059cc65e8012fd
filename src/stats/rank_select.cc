// SPDX-License-Identifier: Apache-2.0
//
// A histogram tells in which bin each wanted rank lies. The bins are narrowed, one pass over the column each time, until
// what lies in the wanted ones is few enough to be copied out and partitioned (Hoare's selection). The first histogram is
// fine where most values lie, up to a few times their mean, and takes the long tail of a latency column as one bin.
#include "stats/rank_select.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace assay::stats {
namespace {

constexpr unsigned kBinBits = 14;  // 128 KiB of counters: they stay in the cache
constexpr std::uint64_t kMostGathered = 1 << 20;

std::uint64_t Distance(std::int64_t low, std::int64_t value) {
  return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(low);
}

// Values low … low + width, and what is known of them.
struct Stretch {
  std::int64_t low = 0;
  std::uint64_t width = 0;  // high - low
  std::uint64_t below = 0;  // values of the column below low
  std::uint64_t count = 0;
  std::uint64_t fine = 0;           // values above low + fine share the last bin; no more than width
  std::vector<std::size_t> wanted;  // places in the list of ranks
  std::vector<std::uint64_t> bins;
  unsigned shift = 0;
  std::vector<std::int64_t> gathered;

  bool Holds(std::int64_t value) const { return value >= low && Distance(low, value) <= width; }
};

void Prepare(Stretch& stretch) {
  const unsigned bits = static_cast<unsigned>(std::bit_width(stretch.fine));
  stretch.shift = bits > kBinBits ? bits - kBinBits : 0;
  stretch.bins.assign((stretch.fine >> stretch.shift) + (stretch.fine < stretch.width ? 2 : 1), 0);
}

// How far the fine bins of the whole column go. Any answer is right; this one serves columns with a long tail.
std::uint64_t FineWidth(const ColumnTotals& totals) {
  const std::uint64_t width = Distance(totals.min, totals.max);
  if (totals.count == 0) return width;
  const std::uint64_t mean = static_cast<std::uint64_t>(static_cast<std::int64_t>(totals.sum) /
                                                        static_cast<std::int64_t>(totals.count));
  const std::uint64_t typical = mean - static_cast<std::uint64_t>(totals.min);
  return typical < width / 8 ? 4 * typical + 1 : width;
}

void CountBins(const Int64Blocks& blocks, std::vector<Stretch>& stretches, bool whole) {
  blocks([&](std::span<const std::int64_t> values) {
    for (Stretch& stretch : stretches) {
      std::uint64_t* const bins = stretch.bins.data();
      const std::int64_t low = stretch.low;
      const std::uint64_t width = stretch.width;
      const unsigned shift = stretch.shift;
      if (whole) {
        const std::uint64_t last = stretch.bins.size() - 1;
        for (const std::int64_t value : values) ++bins[std::min(Distance(low, value) >> shift, last)];
      } else {
        for (const std::int64_t value : values) {
          const std::uint64_t distance = Distance(low, value);  // below low wraps to a large one
          if (distance <= width) ++bins[distance >> shift];
        }
      }
    }
  });
}

// The bins of `stretch` in which its wanted ranks lie, as stretches of their own.
void SplitInto(const Stretch& stretch, std::span<const std::uint64_t> ranks, std::vector<Stretch>& into) {
  std::vector<std::size_t> wanted = stretch.wanted;
  std::ranges::sort(wanted, {}, [&](std::size_t i) { return ranks[i]; });
  std::uint64_t below = stretch.below;
  std::size_t next = 0;
  for (std::size_t bin = 0; bin < stretch.bins.size() && next < wanted.size(); ++bin) {
    Stretch part;
    part.below = below;
    part.count = stretch.bins[bin];
    below += part.count;
    while (next < wanted.size() && ranks[wanted[next]] < below) part.wanted.push_back(wanted[next++]);
    if (part.wanted.empty()) continue;
    const std::uint64_t first = static_cast<std::uint64_t>(bin) << stretch.shift;
    part.low = static_cast<std::int64_t>(static_cast<std::uint64_t>(stretch.low) + first);
    part.width = stretch.width - first;
    const bool tail = stretch.fine < stretch.width && bin + 1 == stretch.bins.size();
    if (!tail) part.width = std::min((std::uint64_t{1} << stretch.shift) - 1, part.width);
    part.fine = part.width;
    into.push_back(std::move(part));
  }
}

constexpr std::uint8_t kNobody = 255;

// Which stretch each bin of the first histogram belongs to, so that one look-up a value is enough.
struct Owners {
  std::int64_t low = 0;
  unsigned shift = 0;
  std::vector<std::uint8_t> of_bin;  // empty when the stretches aren't such bins
};

std::uint64_t BinOf(const Stretch& stretch, std::int64_t value) {
  return std::min<std::uint64_t>(Distance(stretch.low, value) >> stretch.shift, stretch.bins.size() - 1);
}

Owners OwnersOf(const Stretch& whole, std::span<const Stretch> parts) {
  Owners owners{whole.low, whole.shift, {}};
  if (parts.size() >= kNobody) return owners;
  owners.of_bin.assign(whole.bins.size(), kNobody);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    owners.of_bin[BinOf(whole, parts[i].low)] = static_cast<std::uint8_t>(i);
  }
  return owners;
}

void Collect(const Int64Blocks& blocks, const Owners& owners, std::vector<Stretch>& stretches) {
  blocks([&](std::span<const std::int64_t> values) {
    if (!owners.of_bin.empty()) {
      const std::uint8_t* const of_bin = owners.of_bin.data();
      const std::uint64_t last = owners.of_bin.size() - 1;
      for (const std::int64_t value : values) {
        const std::uint8_t owner = of_bin[std::min(Distance(owners.low, value) >> owners.shift, last)];
        if (owner != kNobody) stretches[owner].gathered.push_back(value);
      }
      return;
    }
    for (Stretch& stretch : stretches) {
      for (const std::int64_t value : values) {
        if (stretch.Holds(value)) stretch.gathered.push_back(value);
      }
    }
  });
}

void Gather(const Int64Blocks& blocks, const Owners& owners, std::vector<Stretch>& stretches,
            std::span<const std::uint64_t> ranks, std::vector<std::int64_t>& found) {
  if (stretches.empty()) return;
  for (Stretch& stretch : stretches) stretch.gathered.reserve(stretch.count);
  Collect(blocks, owners, stretches);
  for (Stretch& stretch : stretches) {
    for (const std::size_t i : stretch.wanted) {
      const auto place = stretch.gathered.begin() + static_cast<std::ptrdiff_t>(ranks[i] - stretch.below);
      std::ranges::nth_element(stretch.gathered, place);
      found[i] = *place;
    }
  }
}

}  // namespace

Int64Blocks OneBlock(std::span<const std::int64_t> values) {
  return [values](const TakeBlock& take) { take(values); };
}

ColumnTotals TotalsOf(const Int64Blocks& blocks) {
  ColumnTotals totals;
  std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = std::numeric_limits<std::int64_t>::min();
  blocks([&](std::span<const std::int64_t> values) {
    totals.count += values.size();
    for (const std::int64_t value : values) {
      low = std::min(low, value);
      high = std::max(high, value);
      totals.sum += static_cast<std::uint64_t>(value);
    }
  });
  if (totals.count > 0) {
    totals.min = low;
    totals.max = high;
  }
  return totals;
}

std::uint64_t CountAbove(const Int64Blocks& blocks, std::int64_t limit) {
  std::uint64_t above = 0;
  blocks([&](std::span<const std::int64_t> values) {
    for (const std::int64_t value : values) above += value > limit ? 1 : 0;
  });
  return above;
}

Result<std::vector<std::int64_t>> ValuesAtRanks(const Int64Blocks& blocks, const ColumnTotals& totals,
                                                std::span<const std::uint64_t> ranks) {
  Stretch all;
  all.low = totals.min;
  all.width = Distance(totals.min, totals.max);
  all.count = totals.count;
  all.fine = FineWidth(totals);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i] >= totals.count) {
      return Fail(ErrorCode::kOutOfRange, "expected a rank below the " + std::to_string(totals.count) +
                                              " values, found " + std::to_string(ranks[i]));
    }
    all.wanted.push_back(i);
  }
  std::vector<std::int64_t> found(ranks.size());
  if (ranks.empty()) return found;

  std::vector<Stretch> stretches;
  stretches.push_back(std::move(all));
  Owners owners;
  for (bool whole = true;; whole = false) {
    // A stretch of one value has its answer; every other one gets narrower in each pass.
    const std::size_t resolved = std::erase_if(stretches, [&](const Stretch& stretch) {
      if (stretch.width > 0) return false;
      for (const std::size_t i : stretch.wanted) found[i] = stretch.low;
      return true;
    });
    if (resolved > 0) owners.of_bin.clear();  // their numbers have moved
    std::uint64_t left = 0;
    for (const Stretch& stretch : stretches) left += stretch.count;
    if (left <= kMostGathered / (whole ? 64 : 1)) break;
    for (Stretch& stretch : stretches) Prepare(stretch);
    CountBins(blocks, stretches, whole);
    std::vector<Stretch> narrower;
    for (const Stretch& stretch : stretches) SplitInto(stretch, ranks, narrower);
    owners = whole ? OwnersOf(stretches.front(), narrower) : Owners{};
    stretches = std::move(narrower);
  }
  Gather(blocks, owners, stretches, ranks, found);
  return found;
}

}  // namespace assay::stats
