// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_timing.h"

#include <charconv>
#include <chrono>

namespace assay::citation {
namespace {

constexpr long kOthersWaitDays = 14;

std::optional<int> Number(std::string_view text) {
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<long> DayNumber(std::string_view date) {
  if (date.size() != 10 || date[4] != '-' || date[7] != '-') return std::nullopt;
  const auto year = Number(date.substr(0, 4)), month = Number(date.substr(5, 2)), day = Number(date.substr(8, 2));
  if (!year || !month || !day || *month < 1 || *day < 1) return std::nullopt;
  const std::chrono::year_month_day calendar{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                             std::chrono::day(static_cast<unsigned>(*day))};
  if (!calendar.ok()) return std::nullopt;
  return std::chrono::sys_days(calendar).time_since_epoch().count();
}

Timing TimingOf(const Subject& subject) {
  const round::Round* rules = round::FindRound(subject.matched.round.empty() ? subject.Get("round") : subject.matched.round);
  if (rules == nullptr || rules->published.empty()) {
    return {TimingState::kNotKnown, "The day of publication isn't known here."};
  }
  const auto published = DayNumber(rules->published);
  const bool own_date = DayNumber(subject.Get("date")).has_value();
  const std::string_view date = own_date ? subject.Get("date") : subject.today;
  const auto quoted = DayNumber(date);
  if (!published || !quoted) return {TimingState::kNotKnown, "The day of the quote isn't known."};
  const std::string round_words = std::string(rules->name) + " was published on " + std::string(rules->published);
  if (*quoted < *published) return {TimingState::kEarly, round_words + "; the quote is of " + std::string(date) + "."};
  if (*quoted < *published + kOthersWaitDays) {
    return {TimingState::kSubmitterOnly, round_words + "; until two weeks later only its submitter may quote it."};
  }
  return {TimingState::kAfter, round_words + "."};
}

}  // namespace assay::citation
