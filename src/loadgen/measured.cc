// SPDX-License-Identifier: Apache-2.0
#include "loadgen/measured.h"

#include <algorithm>
#include <array>
#include <optional>

#include "verdict/mlperf_summary.h"

namespace assay::loadgen {
namespace {

using record::MlperfScenario;

constexpr double kSecond = 1e9;
constexpr std::size_t kBlockValues = 4096;
constexpr std::uint64_t kPassed = std::uint64_t{1} << 20;  // queries after which passed pages are let go

// As LoadGen counts them: 0, 1 and less than that are faults, each with 0 tokens.
std::int64_t CountTokens(std::int64_t tokens, Measured& measured) {
  if (tokens > 1) return tokens;
  (tokens == 0 ? measured.no_tokens : tokens < 0 ? measured.negative_tokens : measured.one_token) += 1;
  return 0;
}

// Gathers values and hands them on a block at a time.
class BlockBuffer {
 public:
  explicit BlockBuffer(const stats::TakeBlock& take) : take_(take) {}
  void Add(std::int64_t value) {
    values_[count_++] = value;
    if (count_ == values_.size()) Flush();
  }
  void Flush() {
    if (count_ > 0) take_(std::span<const std::int64_t>(values_).first(count_));
    count_ = 0;
  }

 private:
  const stats::TakeBlock& take_;
  std::array<std::int64_t, kBlockValues> values_;
  std::size_t count_ = 0;
};

}  // namespace

SeriesColumns::SeriesColumns(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                             MlperfScenario scenario)
    : schedule_(schedule), outcome_(outcome), answers_(answers), scenario_(scenario) {}

void SeriesColumns::Release(std::uint64_t first_query, std::uint64_t queries) const {
  if (!outcome_.issued_ns.in_file()) return;
  const std::uint64_t spq = schedule_.samples_per_query;
  schedule_.due_ns.Release(first_query, queries);
  outcome_.issued_ns.Release(first_query, queries);
  answers_.Release(first_query * spq, queries * spq);
}

// take(query, due_ns, issued_ns) for each query that went out.
template <class Take>
void SeriesColumns::EachQuery(const Take& take) const {
  switch (scenario_) {
    case MlperfScenario::kServer:
      return EachQueryOf<MlperfScenario::kServer>(take);
    case MlperfScenario::kOffline:
      return EachQueryOf<MlperfScenario::kOffline>(take);
    default:
      return EachQueryOf<MlperfScenario::kSingleStream>(take);  // MultiStream too: due when it goes out
  }
}

template <MlperfScenario kScenario, class Take>
void SeriesColumns::EachQueryOf(const Take& take) const {
  const std::uint64_t queries = schedule_.queries();
  const std::int64_t start_ns = outcome_.start_ns;
  const std::int64_t* const due_ns = schedule_.due_ns.data();
  std::uint64_t left = outcome_.issued_queries;  // nothing follows the last one that went out
  for (std::uint64_t first = 0; first < queries && left > 0; first += kPassed) {
    const std::uint64_t until = std::min(queries, first + kPassed);
    for (std::uint64_t query = first; query < until && left > 0; ++query) {
      const std::int64_t issued_ns = outcome_.issued_ns[query];
      if (issued_ns < 0) continue;
      --left;
      if constexpr (kScenario == MlperfScenario::kServer) {
        take(query, start_ns + due_ns[query], issued_ns);
      } else {
        take(query, kScenario == MlperfScenario::kOffline ? start_ns : issued_ns, issued_ns);
      }
    }
    Release(first, until - first);
  }
}

// value(sample) is called for each answered sample; nothing for one without a value.
template <class Value>
stats::Int64Blocks SeriesColumns::Blocks(Value value) const {
  return [this, value](const stats::TakeBlock& take) {
    BlockBuffer buffer(take);
    const std::uint64_t spq = schedule_.samples_per_query;
    EachQuery([&](std::uint64_t query, std::int64_t due_ns, std::int64_t) {
      for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
        const std::int64_t done_ns = answers_.done_ns(slot);
        if (done_ns == Answers::kNone) continue;
        const std::optional<std::int64_t> found = value(Sample{slot, due_ns, done_ns});
        if (found) buffer.Add(*found);
      }
    });
    buffer.Flush();
  };
}

// due_ns(slot) is when that sample's query was due; it is called for each slot in order.
template <class DueNs>
stats::Int64Blocks SeriesColumns::Latencies(DueNs from_first) const {
  return [this, from_first](const stats::TakeBlock& take) {
    DueNs due_ns = from_first;
    const std::uint64_t slots = answers_.samples();
    const std::int64_t* const words = answers_.words();
    std::array<std::int64_t, kBlockValues> values;
    for (std::uint64_t first = 0; first < slots; first += kBlockValues) {
      const std::uint64_t until = std::min<std::uint64_t>(slots, first + kBlockValues);
      std::size_t count = 0;
      for (std::uint64_t slot = first; slot < until; ++slot) {
        values[count] = words[slot] - 1 - due_ns(slot);
        count += words[slot] > 0 ? 1 : 0;
      }
      if (count > 0) take(std::span<const std::int64_t>(values).first(count));
      if (until % kPassed == 0) Release((until - kPassed) / schedule_.samples_per_query, kPassed);
    }
  };
}

stats::Int64Blocks SeriesColumns::LatencyNs() const {
  const std::int64_t start_ns = outcome_.start_ns;
  if (scenario_ == MlperfScenario::kOffline) return Latencies([start_ns](std::uint64_t) { return start_ns; });
  const std::uint64_t spq = schedule_.samples_per_query;
  const std::int64_t* const words = outcome_.issued_ns.words();
  if (spq == 1 && scenario_ == MlperfScenario::kServer) {
    return Latencies([start_ns, due_ns = schedule_.due_ns.data()](std::uint64_t i) { return start_ns + due_ns[i]; });
  }
  if (scenario_ == MlperfScenario::kServer) {
    return Blocks([](const Sample& sample) { return std::optional(sample.done_ns - sample.due_ns); });
  }
  if (spq == 1) return Latencies([words](std::uint64_t i) { return words[i] - 1; });
  return Latencies([words = words, spq, left = spq](std::uint64_t) mutable {
    const std::int64_t due_ns = *words - 1;
    if (--left == 0) left = spq, ++words;
    return due_ns;
  });
}

stats::Int64Blocks SeriesColumns::FirstTokenNs() const {
  return Blocks([this](const Sample& sample) {
    const std::int64_t first_ns = answers_.first_token_ns(sample.slot);
    return first_ns == Answers::kNone ? std::nullopt : std::optional(first_ns - sample.due_ns);
  });
}

stats::Int64Blocks SeriesColumns::PerTokenNs() const {
  return Blocks([this](const Sample& sample) -> std::optional<std::int64_t> {
    const std::int64_t first_ns = answers_.first_token_ns(sample.slot);
    if (first_ns == Answers::kNone) return std::nullopt;
    const std::int64_t tokens = answers_.tokens(sample.slot);
    return (sample.done_ns - first_ns) / ((tokens > 1 ? tokens : 0) - 1);
  });
}

stats::Int64Blocks SeriesColumns::QueryLatencyNs() const {
  return [this](const stats::TakeBlock& take) {
    BlockBuffer buffer(take);
    const std::uint64_t spq = schedule_.samples_per_query;
    EachQuery([&](std::uint64_t query, std::int64_t due_ns, std::int64_t) {
      std::int64_t last_ns = 0;
      for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
        const std::int64_t done_ns = answers_.done_ns(slot);
        if (done_ns == Answers::kNone) return;
        last_ns = std::max(last_ns, done_ns);
      }
      buffer.Add(last_ns - due_ns);
    });
    buffer.Flush();
  };
}

void SeriesColumns::MeasureTokens(Measured& measured) const {
  const std::uint64_t spq = schedule_.samples_per_query;
  const bool first_tokens = scenario_ != MlperfScenario::kOffline;
  EachQuery([&](std::uint64_t query, std::int64_t, std::int64_t) {
    for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
      if (answers_.done_ns(slot) == Answers::kNone) continue;
      measured.token_count += static_cast<std::uint64_t>(CountTokens(answers_.tokens(slot), measured));
      if (first_tokens && answers_.first_token_ns(slot) == Answers::kNone) ++measured.no_first_token;
    }
  });
}

// The times of the query that comes last in the list, which isn't always the last one to be answered.
void SeriesColumns::MeasureFinal(Measured& measured) const {
  std::uint64_t query = schedule_.queries();
  while (query > 0 && outcome_.issued_ns[query - 1] < 0) --query;
  if (query-- == 0) return;
  const std::uint64_t spq = schedule_.samples_per_query;
  const std::int64_t issued_ns = outcome_.issued_ns[query];
  std::int64_t done_ns = issued_ns;
  for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
    done_ns = std::max(done_ns, answers_.done_ns(slot));
  }
  const std::int64_t due_ns = scenario_ == MlperfScenario::kServer    ? outcome_.start_ns + schedule_.due_ns[query]
                              : scenario_ == MlperfScenario::kOffline ? outcome_.start_ns
                                                                      : issued_ns;
  const auto seconds = [&](std::int64_t at_ns) { return static_cast<double>(at_ns - outcome_.start_ns) / kSecond; };
  measured.final_scheduled_s = seconds(due_ns);
  measured.final_issued_s = seconds(issued_ns);
  measured.final_done_s = seconds(done_ns);
}

Measured SeriesColumns::Measure() const {
  Measured measured;
  measured.queries = outcome_.issued_queries;
  measured.samples = outcome_.issued_samples;
  measured.answered_samples = answers_.answered();
  if (scenario_ == MlperfScenario::kOffline) {
    measured.max_latency_s =
        static_cast<double>(std::max<std::int64_t>(0, stats::TotalsOf(LatencyNs()).max)) / kSecond;
  }
  MeasureFinal(measured);
  if (answers_.has_tokens()) MeasureTokens(measured);
  return measured;
}

std::vector<std::int64_t> SeriesColumns::LatencyList() const {
  std::vector<std::int64_t> list;
  list.reserve(outcome_.issued_samples);
  const std::uint64_t spq = schedule_.samples_per_query;
  EachQuery([&](std::uint64_t query, std::int64_t due_ns, std::int64_t) {
    for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
      const std::int64_t done_ns = answers_.done_ns(slot);
      list.push_back(done_ns == Answers::kNone ? -1 : done_ns - due_ns);
    }
  });
  return list;
}

std::vector<std::int64_t> SeriesColumns::IssueDelayList() const {
  std::vector<std::int64_t> list;
  list.reserve(outcome_.issued_queries);
  EachQuery([&](std::uint64_t, std::int64_t due_ns, std::int64_t issued_ns) { list.push_back(issued_ns - due_ns); });
  return list;
}

Result<record::MlperfSummary> SummaryOf(const SeriesColumns& columns, const Measured& measured,
                                        const record::MlperfEffective& settings, const std::string& sut_name) {
  verdict::MlperfMeasured all;
  all.sut_name = sut_name;
  all.queries = measured.queries;
  all.latency_ns = columns.LatencyNs();
  if (settings.scenario == MlperfScenario::kMultiStream) all.query_latency_ns = columns.QueryLatencyNs();
  if (settings.use_token_latencies && settings.scenario != MlperfScenario::kOffline) {
    all.first_token_ns = columns.FirstTokenNs();
    all.per_token_ns = columns.PerTokenNs();
  }
  all.token_count = measured.token_count;
  all.final_scheduled_s = measured.final_scheduled_s;
  all.final_issued_s = measured.final_issued_s;
  all.final_done_s = measured.final_done_s;
  all.max_latency_s = measured.max_latency_s;
  ASSAY_TRY(summary, verdict::SummarizeLatencies(all, settings));
  // What the official program would wait for without end makes this run invalid.
  if (measured.answered_samples != measured.samples) summary.min_queries_met = false;
  if (measured.no_first_token != 0) summary.perf_constraints_met = false;
  return summary;
}

}  // namespace assay::loadgen
