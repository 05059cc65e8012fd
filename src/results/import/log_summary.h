// SPDX-License-Identifier: Apache-2.0
// mlperf_log_summary.txt: the headline of a run under the rules of its round.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "round/round.h"

namespace assay::results {

class LogSummary {
 public:
  // Lines "KEY : VALUE"; of a key that stands twice the first counts, as it does for the official checker.
  explicit LogSummary(std::string_view text);

  // Takes rates from mlperf_log_detail.txt of the same run, which has more digits; published values are these.
  void TakeDetail(std::string_view text);

  std::string_view Text(std::string_view key) const;  // empty when it isn't there
  std::optional<double> Number(std::string_view key) const;
  // "Early stopping 99.0th percentile estimate" and such: the first key that holds `words` and names this percentile.
  std::optional<double> Percentile(double percentile, std::string_view words) const;
  std::optional<round::Scenario> scenario() const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

struct Headline {
  double value;
  round::ResultUnit unit;
  bool inferred;  // from a run of another scenario
};

// The round's headline number of a result directory called `scenario`.
// Unit     latencies in the unit of the rule, else ms; rates per second.
// Errors   kBadRow, without a place, when the log doesn't hold it.
// Source   the official checker's table of result fields: early-stopping estimates from v2.0; completed, not scheduled
//          rate from v4.1; MultiStream from SingleStream times 8; Offline from SingleStream by its rate without
//          LoadGen's overhead.
Result<Headline> HeadlineOf(const LogSummary& log, std::string_view round, const round::ScenarioRule* rule,
                            round::Scenario scenario);

}  // namespace assay::results
