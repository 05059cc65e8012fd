// SPDX-License-Identifier: Apache-2.0
#include "load/due_times.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "random/mt19937_stream.h"

namespace assay::load {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr std::uint64_t kBlock = std::uint64_t{1} << 20;  // values after which passed pages are let go

std::unexpected<Error> TooMany(std::uint64_t max_count) {
  return Fail(ErrorCode::kOutOfRange,
              "expected a schedule of at most " + std::to_string(max_count) +
                  " queries; count, duration and rate ask for more",
              "lower the count or the rate, or shorten the duration");
}

std::unexpected<Error> TooLong() {
  return Fail(ErrorCode::kOutOfRange,
              "expected a schedule shorter than 2^63 ns; the rate is too low for this many queries",
              "raise the rate or lower the query count");
}

// `next_gap` returns the ns to the query after, as a double that is cut here. `expected` sizes the
// arrays once.
template <class NextGap>
Result<DueTimes> Fill(const DueTimesSpan& span, double expected, NextGap next_gap) {
  if (span.min_count > span.max_count ||
      expected > 1.05 * static_cast<double>(span.max_count) + 100) {
    return TooMany(span.max_count);
  }
  DueTimes times{.due_ns = base::Column<std::int64_t>(span.place)};
  const auto likely =
      static_cast<std::uint64_t>(expected + 6 * std::sqrt(expected)) + 16 + span.whole_sets_of;
  times.due_ns.reserve(std::min(span.max_count, std::max(span.min_count, likely)));
  std::uint64_t count = 0, min_count = span.min_count;
  std::int64_t due_ns = 0, previous = 0;
  while (previous < span.duration_ns || count < min_count) {
    if (count == span.max_count) return TooMany(span.max_count);
    times.due_ns.push_back(due_ns);
    ++count;
    previous = due_ns;
    const double gap = next_gap();
    if (!(gap < kTwoTo63) ||
        __builtin_add_overflow(previous, static_cast<std::int64_t>(gap), &due_ns)) {
      return TooLong();
    }
    if (span.whole_sets_of != 0 && count >= min_count && previous < span.duration_ns) {
      min_count += span.whole_sets_of;
    }
    if (count % kBlock == 0) times.due_ns.Release(count - kBlock, kBlock);
  }
  times.next_ns = due_ns;
  return times;
}

}  // namespace

Result<DueTimes> PoissonDueTimes(double rate_qps, std::uint64_t seed, const DueTimesSpan& span) {
  // The mean of a gap that is cut to whole ns is 1 / (e^(rate per ns) - 1).
  const double expected = static_cast<double>(span.duration_ns) * std::expm1(rate_qps / 1e9);
  random::Mt19937Stream stream(seed);
  return Fill(span, expected, [&] { return stream.Exponential(rate_qps) * 1e9; });
}

Result<DueTimes> PeriodicDueTimes(std::int64_t period_ns, const DueTimesSpan& span) {
  if (period_ns == 0 && span.duration_ns > 0) return TooMany(span.max_count);
  const double period = static_cast<double>(period_ns);
  const double expected = period_ns == 0 ? 0 : static_cast<double>(span.duration_ns) / period;
  return Fill(span, expected, [&] { return period; });
}

Result<std::int64_t> PeriodNs(double rate_qps) {
  const double period = 1.0 / rate_qps * 1e9;
  if (!(period < kTwoTo63)) return TooLong();
  return static_cast<std::int64_t>(period);
}

}  // namespace assay::load
