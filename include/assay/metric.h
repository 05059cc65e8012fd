// SPDX-License-Identifier: Apache-2.0
// A metric: a named pure function from what happened (and the references) to measurements.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/query.h"
#include "assay/result.h"

namespace assay {

enum class Unit : std::uint8_t {
  kShare,         // 0…1, shown as it is or in %
  kNumber,        // no unit (MCC, a score)
  kCount,
  kNanoseconds,
  kPerSecond,     // samples or queries per second; the metric's title says of what
  kMoney,         // the spec's one currency
  kMoneyPer1000,  // per 1,000 requests
  kCores,         // a number of streams, replicas or cores
};

enum class Better : std::uint8_t { kHigher, kLower, kNeither };

struct Interval {
  double low = 0;
  double high = 0;
  double level = 0;    // two-sided coverage, e.g. 0.95
  std::string method;  // "wilson", "clopper-pearson", "order statistics"
};

// One number with all that it needs to be read. `value` empty = undefined, `note` says why.
struct Measurement {
  std::string metric;  // id: a metric's name, or name.part ("confusion.tp")
  std::optional<double> value;
  Unit unit = Unit::kNumber;
  Better better = Better::kNeither;
  std::uint64_t n = 0;  // cases or queries it rests on
  std::optional<Interval> interval;
  std::string note;  // reason when undefined; caveat or the baseline beside it otherwise
};

// Columns of one cell's load run, one entry per sample in order of issue. Empty spans where a column doesn't exist.
struct PerformanceColumns {
  std::span<const std::int64_t> latency_ns;      // samples with status kOk: done - scheduled
  std::span<const std::int64_t> query_latency_ns;  // complete queries: last sample done - scheduled
  std::span<const std::int64_t> first_token_ns;  // where there is one
  std::span<const std::uint32_t> tokens;
  std::uint64_t samples_issued = 0;
  std::uint64_t samples_ok = 0;
  std::uint64_t samples_error = 0;
  std::uint64_t samples_lost = 0;
  std::uint64_t queries_issued = 0;
  std::int64_t start_ns = 0;            // 0 on the record's own time axis
  std::int64_t last_due_ns = 0;
  std::int64_t last_issued_ns = 0;
  std::int64_t last_done_ns = 0;        // latest completion of any sample
  std::span<const std::int64_t> lateness_ns;  // issued - due, one per query
};

// Scored cases, one entry per case (binary and multiclass).
struct QualityColumns {
  std::span<const std::string> ids;
  std::span<const std::int32_t> label;      // class number; binary: 1 = positive
  std::span<const std::int32_t> predicted;  // class number; empty where there is no decision (threshold) yet
  std::span<const double> score;            // binary: score of the positive class; empty for pure multiclass
  std::span<const double> weight;           // empty = all 1
  std::span<const std::string> classes;     // names by class number
  std::optional<double> base_rate;          // deployment prevalence from the spec
  std::optional<double> min_precision;      // of the operating point, for recall_at_precision
  std::uint64_t unscored = 0;               // cases with an error or without an answer
};

namespace metric {
struct DetectionTask;  // metric/detection/box_detection.h
struct DetectedBox;
struct RankedQuery;    // metric/retrieval/ranked_query.h
}  // namespace metric

// Answers in words, one entry per scored case.
struct TextColumns {
  std::span<const std::string> ids;
  std::span<const std::string> answer;
  std::span<const std::vector<std::string>> references;  // right answers; none = the case is known to have none
  std::span<const std::int64_t> question;  // cases of one number answer the same question; empty = each its own
  std::span<const double> tokens;          // tokens of each answer, as its system counted them; empty = not known
  std::uint64_t unscored = 0;              // cases without an answer
};

// Boxes found in images, beside the annotated ones.
struct BoxColumns {
  const metric::DetectionTask* task = nullptr;
  const std::vector<metric::DetectedBox>* detected = nullptr;
};

// Ranked documents, one entry per query that has an answer.
struct RankingColumns {
  std::span<const std::string> ids;
  const std::vector<metric::RankedQuery>* queries = nullptr;
  std::uint64_t unscored = 0;    // judged queries without a ranking
  std::uint64_t duplicates = 0;  // documents that came again in a ranking: left out, the first place counts
};

// Problems that were tried several times, one entry per problem.
struct TrialColumns {
  std::span<const std::string> ids;
  std::span<const std::uint64_t> tries, passed;
  std::uint64_t unscored = 0;  // problems without a try
};

// Segmentations, one entry per case: a byte a cell, which is its label, 0 the background.
struct MaskColumns {
  std::span<const std::string> ids, predicted, truth;
  std::uint64_t unscored = 0;  // cases without a prediction
};

struct CostInputs {
  std::optional<double> price_per_hour;  // money per hour of one replica
  std::optional<double> rate_at_sla;     // requests per second that met the SLA
  double replicas = 1;
  std::optional<double> fn, fp, review;  // money per case
  std::optional<double> serve;           // money per request
};

// A find-peak search: the highest rate (or number of streams) that met the bounds, the lowest that didn't.
struct PeakBracket {
  std::optional<double> met, not_met;
  bool streams = false;
};

struct MetricInput {
  const PerformanceColumns* performance = nullptr;
  const QualityColumns* quality = nullptr;
  const QualityColumns* baseline = nullptr;  // the same cases answered by the system's baseline; paired by id
  const CostInputs* cost = nullptr;
  const PeakBracket* peak = nullptr;
  const TextColumns* text = nullptr;
  const BoxColumns* boxes = nullptr;
  const RankingColumns* rankings = nullptr;
  const TrialColumns* trials = nullptr;
  const MaskColumns* masks = nullptr;
  std::span<const std::uint64_t> k = {};  // of recall at k, pass at k and their like; the first is the metric's own
  std::uint64_t seed = 0;                 // of bootstraps
  // Draws of a bootstrap. 0: the metric's own number, and a quick approximate interval where it has one; else that many (as
  // far as time allows, the interval's method says it), also where there is a quick one: for claims.
  std::uint64_t replicates = 0;
  double level = 0.95;
};

enum class Needs : std::uint16_t {
  kPerformance = 1,
  kQualityScores = 2,
  kQualityDecisions = 4,
  kCost = 8,
  kBaseline = 16,
  kPeak = 32,
  kText = 64,
  kBoxes = 128,
  kRankings = 256,
  kTrials = 512,
  kMasks = 1024,
};
constexpr std::uint16_t operator|(Needs a, Needs b) {
  return static_cast<std::uint16_t>(static_cast<std::uint16_t>(a) | static_cast<std::uint16_t>(b));
}

// One metric kind: metric/<group>/<name>.cc defines kMetric_<name>.
struct MetricInfo {
  std::string_view name;
  std::string_view title;
  Unit unit;
  Better better;
  std::uint16_t needs;  // Needs, or-ed
  std::string_view definition;  // one sentence with the formula
  std::string_view source;
  // First measurement is the metric itself (id = name); parts follow. Undefined is a Measurement without value;
  // an Error means that the input breaks the contract (NaN score, lengths differ).
  Result<std::vector<Measurement>> (*compute)(const MetricInput& input);
};

// Sorted by name. Generated.
std::span<const MetricInfo* const> AllMetrics();
// Null when there is none of that name.
const MetricInfo* FindMetric(std::string_view name);

}  // namespace assay
