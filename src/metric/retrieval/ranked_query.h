// SPDX-License-Identifier: Apache-2.0
// One query's ranked documents and what is known of their relevance, and the measures of it.
//
// The mean over queries is the metric, its interval comes from drawing queries. A query without a relevant document has
// no measure: it is left out and counted, or counts 0 by a stated choice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay::metric {

struct RankedQuery {
  std::vector<std::optional<double>> judged;  // relevance by rank; empty = not judged, which counts as not relevant
  std::vector<double> relevant;               // of all relevant documents, retrieved or not, in any order
  std::uint64_t judged_irrelevant = 0;        // of all documents

  bool IsHit(std::size_t position) const { return judged[position].value_or(0) > 0; }
};

struct ScoredDocument {
  std::string id;
  double score = 0;
};

// Ranks by TrecOrder. Relevant is what has a relevance above 0.
RankedQuery RankQuery(std::span<const ScoredDocument> retrieved, std::span<const std::pair<std::string, double>> judged);

// Each counts hits among the first k, over k, over the relevant ones, or as yes or no.
// Range    k >= 1; 0 where nothing is relevant.
// Threads  safe: pure, as all here.
double PrecisionAt(const RankedQuery& query, std::size_t k);
double RecallAt(const RankedQuery& query, std::size_t k);
double HitAt(const RankedQuery& query, std::size_t k);
// Precision at as many documents as are relevant.
double RPrecision(const RankedQuery& query);
// One over the rank of the first hit.
double ReciprocalRank(const RankedQuery& query);
// Mean over relevant documents of the precision at their ranks; not retrieved counts 0. Its mean over queries is MAP.
double RankedAveragePrecision(const RankedQuery& query, std::optional<std::size_t> k = {});
// How seldom a document judged irrelevant stands before a relevant one; documents that weren't judged don't matter.
// Source   Buckley, Voorhees, SIGIR 2004, as trec_eval counts it.
double BinaryPreference(const RankedQuery& query);
// Linear gain.
double NormalisedGain(const RankedQuery& query, std::optional<std::size_t> k);

}  // namespace assay::metric
